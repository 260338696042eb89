import { html, nothing } from '/console/lit/lit-html.js'
import { arePrintings, comparableCopies, shortCondition, valuesOf } from '../stack/copies.js'
import { priceSpan } from '../stack/shown-price.js'
import { copyChip } from '../ui/copy-chip.js'
import { nearestCopy } from './copies.js'

/** @import { Price } from '/console/client/client.js' */
/** @import { CopyField } from '../stack/copies.js' */
/** @import { Shown } from './product-view.js' */

/** A condition by its short word where there is no room for the whole. @param {string | null} condition */
const conditionName = (condition) =>
  condition === null
    ? 'Not named'
    : html`<span class="long">${condition}</span><span class="short" aria-hidden="true">${shortCondition(condition)}</span>`

/**
 * @param {Shown} shown
 * @param {string} label
 * @param {readonly { readonly name: unknown, readonly isChosen: boolean, readonly target: Price | null }[]} choices
 */
const group = (
  { actions },
  label,
  choices,
) => html`<div class=${label === 'Condition' ? 'copy-group' : 'copy-group wide'} role="group" aria-label=${label}>
  <span class="note" aria-hidden="true">${label}</span>
  <div class="copy-choices">
    ${choices.map(({ name, isChosen, target }) =>
      copyChip({
        ...{ name, isChosen, className: 'copy-choice' },
        span: priceSpan(target ? [target] : []),
        onclick: target && (() => actions.chooseCopy(target)),
      }),
    )}
  </div>
</div>`

/**
 * @param {Shown} shown
 * @param {CopyField} field
 * @param {string} label
 */
const fieldGroup = (shown, field, label) => {
  const { prices, copy } = shown
  const values = valuesOf(prices, field)
  if (copy === null || values.length < 2) return nothing
  const choices = values.map((value) => ({
    name: value ?? 'Not named',
    isChosen: copy[field] === value,
    target: nearestCopy(prices, copy, { [field]: value }),
  }))
  return group(shown, label, choices)
}

/**
 * Chooses the copy that prices, chart and offers are of.
 * @param {Shown} shown
 */
export const copyChooser = (shown) => {
  const { prices, copy } = shown
  if (copy === null || prices.length < 2) return nothing
  if (arePrintings(prices)) return html`<div class="chooser">${fieldGroup(shown, 'variant', 'Finish')}</div>`
  const conditions = comparableCopies(prices, copy).map((one) => ({
    name: conditionName(one.condition),
    isChosen: one.skuId === copy.skuId,
    target: one,
  }))
  return html`<div class="chooser">
    ${conditions.length > 1 ? group(shown, 'Condition', conditions) : nothing}
    ${fieldGroup(shown, 'variant', 'Finish')}
    ${fieldGroup(shown, 'language', 'Language')}
  </div>`
}
