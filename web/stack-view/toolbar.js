import { limits } from '/console/client/client.js'
import { live } from '/console/lit/directives/live.js'
import { ref } from '/console/lit/directives/ref.js'
import { html, nothing } from '/console/lit/lit-html.js'
import { count, instant, money, plural, shortDay, signedMoney, signedPercent } from '../format.js'
import { addressOf } from '../route.js'
import { allowance } from '../session.js'
import { conditions } from '../stack/copies.js'
import { comparison, productsToCompare } from '../stack/follow-prices.js'
import { stack } from '../stack/open-stack.js'
import { errorNotice } from '../ui/error-notice.js'
import { closeMenuByEscape } from '../ui/menu.js'
import { orders } from './order.js'
import { stackName } from './stack-name.js'

/** @import { Stack } from '../stack/storage.js' */
/** @import { totalsOf } from '../stack/row-state.js' */
/** @import { SortBy } from './order.js' */
/** @import { ToolbarActions } from './toolbar-actions.js' */

/**
 * @typedef {object} ToolbarFacts
 * @property {Stack} current
 * @property {ReturnType<typeof totalsOf>} totals
 * @property {number} shown rows in the list
 * @property {ReadonlySet<string>} selected
 * @property {boolean} isSelecting
 * @property {boolean} hasConditions whether the source prices conditions
 * @property {boolean} onlyOpen
 * @property {SortBy} sortBy
 * @property {unknown} problem of the comparison
 * @property {ToolbarActions} actions
 */

/** @param {number} products */
const requestsFor = (products) => plural(Math.ceil(products / limits.entriesPerRequest), 'request')

/** @param {ToolbarFacts} facts */
const nameField = ({ current, actions }) => {
  /** What is being typed stays, also when an answer draws the stack anew. @param {Element | undefined} input */
  const write = (input) => {
    if (input instanceof HTMLInputElement && input !== document.activeElement) input.value = current.name
  }
  /** A name that came meanwhile, as of another tab, is shown once the field is left. @param {Event} event */
  const onblur = ({ currentTarget }) => {
    if (currentTarget instanceof HTMLInputElement) currentTarget.value = stack.current().name
  }
  return html`<input class="stack-name" aria-label="Name of the stack" placeholder=${stackName({ ...current, name: '' })} maxlength="80" autocomplete="off" ${ref(write)} @change=${actions.rename} @blur=${onblur}>`
}

/** @param {ToolbarFacts} facts */
const heading = (facts) => {
  const { current, totals } = facts
  return html`<div class="stack-head">
  <h1 class="hidden" tabindex="-1">Stack</h1>
  ${nameField(facts)}
  <p class="stack-total"><span class="hidden">Total </span>${money(totals.sum)}</p>
  <p class="stack-counts">${plural(totals.cards, 'card')} in ${plural(current.rows.length, 'row')}${totals.unpriced > 0 ? html` · ${count(totals.unpriced)} without a price` : nothing}${totals.waiting > 0 ? html` · ${count(totals.waiting)} waiting` : nothing}</p>
</div>`
}

/** @param {ToolbarFacts} facts */
const filter = ({ totals, onlyOpen, sortBy }) => {
  if (totals.open === 0 && !onlyOpen) return nothing
  const address = addressOf('', { show: onlyOpen ? null : 'open', sort: sortBy === 'newest' ? null : sortBy })
  return html`<a class="filter" data-rest href=${address} aria-current=${onlyOpen ? 'true' : nothing}>${onlyOpen ? 'Show all rows' : `${count(totals.open)} to settle`}</a>`
}

/** @param {ToolbarFacts} facts */
const order = ({
  sortBy,
  actions,
}) => html`<select class="stack-sort" aria-label="Order" @change=${actions.sort} .value=${live(sortBy)}>
  ${orders.map(([id, name]) => html`<option value=${id} ?selected=${id === sortBy}>${name}</option>`)}
</select>`

/** @param {string} whose @param {string} prefix @param {ToolbarActions} actions */
const conditionChips = (whose, prefix, actions) =>
  html`<div class="copy-chips" role="group" aria-label=${`Condition of ${whose}`}>${conditions.map(({ name, short }) => html`<button type="button" class="copy-chip" @click=${() => actions.conditionOfAll(name)}><span class="chip-name">${prefix}${short}<span class="hidden">, ${name}</span></span></button>`)}</div>`

/** What is done to many rows at once: to those selected, else to all. @param {ToolbarFacts} facts */
const changes = ({ current, selected, shown, hasConditions, actions }) => {
  const whose = selected.size > 0 ? `${count(selected.size)} selected` : `all ${count(current.rows.length)}`
  const isAll = selected.size > 0 && selected.size >= shown
  const isSome = selected.size > 0 && !isAll
  return html`<label class="check select-all"><input type="checkbox" .checked=${live(isAll)} .indeterminate=${live(isSome)} @change=${actions.selectAll}>Select all</label>
    <details class="menu-like" @keydown=${closeMenuByEscape}>
      <summary>Change ${whose}</summary>
      <div class="bulk-choices">
        ${hasConditions ? conditionChips(whose, selected.size > 0 ? '' : 'All ', actions) : nothing}
        <button type="button" class="quiet" @click=${actions.removeAll}>Delete ${whose}</button>
      </div>
    </details>`
}

/** @param {ToolbarFacts} facts */
const undo = ({ actions }) => {
  const step = stack.lastStep()
  if (step === null) return nothing
  return html`<button type="button" class="quiet undo" data-rest title=${step.label} @click=${actions.undo}>Undo<span class="undo-what">: ${step.label}</span></button>`
}

/** @param {ToolbarFacts} facts */
const tools = (facts) => html`<div class="stack-tools">
  ${filter(facts)}
  ${order(facts)}
  <button type="button" class="quiet select-toggle" aria-pressed=${facts.isSelecting} @click=${facts.actions.toggleSelecting}>Edit</button>
  ${changes(facts)}
  ${undo(facts)}
</div>`

/** What the stack gained or lost since about a week ago. @param {ToolbarFacts} facts */
const change = ({ actions }) => {
  const compared = comparison()
  const toAsk = stack.isWorking() ? 0 : productsToCompare().length
  const ask =
    toAsk === 0
      ? nothing
      : html`<button type="button" class="plain" @click=${actions.compareWithWeekAgo}>Compare with a week ago (${requestsFor(toAsk)})</button>`
  if (!compared) return ask
  const { change, percent, since, compared: rows, rows: all } = compared
  const share = percent === null ? '' : ` (${signedPercent(percent)})`
  return html`<span><strong class="stack-change">${signedMoney(change)}${share}</strong> since ${shortDay(since)}, for ${count(rows)} of ${plural(all, 'row')}</span>${ask}`
}

const held = () => {
  const cost = stack.heldCost()
  if (cost === null) return nothing
  const minute = allowance()?.minute
  const left = minute ? `; ${count(minute.remaining)} are left this minute` : ''
  return html`<div class="stack-held"><p>This costs about ${plural(cost, 'request')}${left}.</p><button type="button" @click=${() => stack.approve()}>Price it</button></div>`
}

const progress = () => {
  const now = stack.progress()
  if (!now) return nothing
  const what = now.step === 'look-up' ? 'Looked up' : 'Priced'
  return html`<div class="stack-progress"><label><span>${what} ${count(now.done)} of ${count(now.total)}</span><progress max=${now.total} .value=${now.done}></progress></label></div>`
}

/** @param {ToolbarFacts} facts */
const problem = ({ problem: ofComparison, actions }) => {
  const error = stack.problem()
  if (!error) return ofComparison ? errorNotice(ofComparison, actions.compareWithWeekAgo) : nothing
  return errorNotice(error, stack.resume)
}

/** @param {ToolbarFacts} facts */
const askAgain = ({ totals }) =>
  totals.failed === 0
    ? nothing
    : html`<button type="button" class="plain" @click=${() => stack.resume()}>Ask again for ${plural(totals.failed, 'row')} that failed</button>`

/** @param {ToolbarFacts} facts */
const priceTime = ({ current, totals }) => {
  const products = new Set(current.rows.flatMap(({ printing }) => (printing ? [printing.productId] : []))).size
  if (!totals.pricedAt || products === 0) return nothing
  return html`<span>Prices of ${instant(totals.pricedAt)}</span>
    <button type="button" class="plain" ?disabled=${stack.isWorking()} @click=${() => stack.refreshPrices()}>Refresh (${requestsFor(products)})</button>`
}

/**
 * What the stack is worth, what is left to do, and what concerns all of its rows.
 * @param {ToolbarFacts} facts
 */
export const toolbar = (facts) => html`
  ${heading(facts)}
  ${stack.isKept ? nothing : html`<p class="note">This browser keeps nothing: the stack is gone when the page closes.</p>`}
  ${problem(facts)}${held()}${progress()}
  ${facts.current.rows.length === 0 ? html`<div class="stack-tools">${undo(facts)}</div>` : html`<p class="stack-prices note">${priceTime(facts)} ${askAgain(facts)} ${change(facts)}</p>${tools(facts)}`}`
