import { live } from '/console/lit/directives/live.js'
import { html, nothing } from '/console/lit/lit-html.js'
import { arePrintings, isGraded, shortCondition } from '../stack/copies.js'
import { copiesMeant, priceSpan } from '../stack/shown-price.js'
import { copyChip } from '../ui/copy-chip.js'
import { copyWith } from './copies.js'
import { nameOf } from './order.js'

/** @import { Price } from '/console/client/client.js' */
/** @import { RowState } from '../stack/row-state.js' */
/** @import { StackRow } from '../stack/rows.js' */
/** @import { CopyChoice } from './copies.js' */
/** @import { RowActions } from './row-actions.js' */

/** @typedef {{ readonly row: StackRow, readonly state: RowState, readonly choice: CopyChoice, readonly actions: RowActions }} Controls */

/** @param {Price} sku */
const chipName = (sku) => {
  const { condition, variant } = sku
  if (condition === null) return variant ?? 'Printing'
  if (condition === 'Unopened') return 'Sealed'
  return isGraded(sku) ? html`${shortCondition(condition)}<span class="hidden">, ${condition}</span>` : condition
}

/** Whether a chip holds more than `NM` or `Sealed`. @param {Pick<CopyChoice, 'copies'>} choice */
const hasLongNames = ({ copies }) => copies.some((sku) => !isGraded(sku) && sku.condition !== 'Unopened')

/**
 * The conditions of a copy, or its printings where the source prices those, each with its price.
 * @param {Pick<Controls, 'row' | 'state'> & { readonly choice: Pick<CopyChoice, 'copies'>, readonly actions: Pick<RowActions, 'chooseCopy'> }} controls
 */
export const copyChips = ({
  row,
  state,
  choice,
  actions,
}) => html`<div class=${`copy-chips${hasLongNames(choice) ? ' wide' : ''}`} role="group" aria-label=${`${arePrintings(choice.copies) ? 'Finish' : 'Condition'} of ${nameOf(row)}`}>
  ${choice.copies.map((copy) =>
    copyChip({
      name: chipName(copy),
      span: priceSpan([copy]),
      isChosen: copy.skuId === state.sku?.skuId,
      onclick: (event) => actions.chooseCopy(row, copy, event),
    }),
  )}
</div>`

/**
 * @param {Controls} controls
 * @param {'variant' | 'language'} field
 */
const fieldChips = ({ row, state, choice, actions }, field) => {
  const skus = state.skus ?? []
  const [values, label] = field === 'variant' ? [choice.variants, 'Finish'] : [choice.languages, 'Language']
  return html`<div class="copy-chips wide" role="group" aria-label=${`${label} of ${nameOf(row)}`}>
    ${values.map((value) => {
      const sku = copyWith(row, skus, { variant: choice.variant, language: choice.language, [field]: value })
      const fitting = skus.filter((one) => one[field] === value)
      return copyChip({
        name: value ?? 'Not named',
        span: priceSpan(copiesMeant(fitting, sku)),
        isChosen: false,
        onclick: (event) => actions.chooseField(row, field, value, event),
      })
    })}
  </div>`
}

/**
 * @param {Controls} controls
 * @param {'variant' | 'language'} field
 */
const fieldSelect = ({ row, choice, actions }, field) => {
  const [values, value, label] =
    field === 'variant' ? [choice.variants, choice.variant, 'Finish'] : [choice.languages, choice.language, 'Language']
  if (values.length < 2) return nothing
  /** @param {Event} event */
  const onchange = (event) => {
    const { selectedIndex } = /** @type {HTMLSelectElement} */ (event.currentTarget)
    actions.chooseField(row, field, values[value === undefined ? selectedIndex - 1 : selectedIndex] ?? null, event)
  }
  return html`<select class="copy-select" aria-label=${`${label} of ${nameOf(row)}`} .value=${live(value === undefined ? '' : (value ?? 'Not named'))} @change=${onchange}>
    ${value === undefined ? html`<option value="">${label}?</option>` : nothing}
    ${values.map((one) => html`<option ?selected=${one === value}>${one ?? 'Not named'}</option>`)}
  </select>`
}

/**
 * The copy of a row: condition, finish and language, each with what it costs, and what is not clear of it.
 * @param {Controls} controls
 */
export const copyControls = (controls) => {
  const { choice, state } = controls
  const { why, note, unclear } = choice
  const isWhole = arePrintings(state.skus ?? [])
  // A whole printing is one copy: its chip answers all that may be unclear.
  const asksField = !isWhole && (unclear === 'variant' || unclear === 'language')
  const hasSelects = !asksField && !isWhole
  return html`
    ${why ? html`<p class="copy-why">${why}</p>` : nothing}
    ${note ? html`<p class="copy-why note">${note}</p>` : nothing}
    ${hasSelects ? html`<div class="copy-selects">${fieldSelect(controls, 'variant')}${fieldSelect(controls, 'language')}</div>` : nothing}
    ${asksField ? fieldChips(controls, unclear) : copyChips(controls)}`
}
