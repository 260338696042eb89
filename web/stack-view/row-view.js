import { live } from '/console/lit/directives/live.js'
import { ref } from '/console/lit/directives/ref.js'
import { html, nothing } from '/console/lit/lit-html.js'
import { money, unknown } from '../format.js'
import { rowPhoto } from '../photo/row-photo.js'
import { addressOf } from '../route.js'
import { productPicture } from '../ui/product-picture.js'
import { copyChoiceOf, estimateOf } from './copies.js'
import { copyControls } from './copy-controls.js'
import { grayLine } from './gray-line.js'
import { nameOf } from './order.js'
import { rowPanel } from './row-panel.js'

/** @import { PriceBook } from '../stack/prices.js' */
/** @import { RowState } from '../stack/row-state.js' */
/** @import { StackRow } from '../stack/rows.js' */
/** @import { RowActions } from './row-actions.js' */
/** @import { RowView } from './view-state.js' */

/**
 * @typedef {object} ShownRow
 * @property {StackRow} row
 * @property {RowState} state
 * @property {RowView} view
 * @property {boolean} isOpen
 * @property {boolean} isSelected
 * @property {boolean} isNear whether it may be seen soon; a far row is its name and its price
 * @property {PriceBook} book
 * @property {RowActions} actions
 */

/** Where it is not known which card it is. */
const noPicture = html`<span class="product-picture small no-picture"></span>`

/** @param {ShownRow} shown */
const pictureButton = ({ row, state, isOpen, actions }) => {
  const { photo } = row
  // A product that nobody but a list's id has named may not exist: it is asked for no picture until the source knows it.
  const isKnown = state.skus !== null || row.identification !== null || row.isChosen
  const printing = isKnown && state.asks !== 'printing' ? row.printing : null
  const name = nameOf(row)
  return html`<button type="button" class="row-picture" aria-expanded=${isOpen} @click=${() => actions.toggle(row)}>
    <span class="hidden">Printings of ${name}</span>
    ${photo ? rowPhoto(row, 'small') : nothing}
    ${printing ? productPicture(printing.productId, { name, size: 'small' }) : nothing}
    ${printing || photo ? nothing : noPicture}
  </button>`
}

/** @param {ShownRow} shown */
const todoOf = ({ row, state, isOpen, actions }) => {
  const { todo, asks } = state
  if (todo === null) return nothing
  if (state.state !== 'open') return html`<span class=${`row-todo ${state.state}`}>${todo}</span>`
  if (asks !== 'printing' && asks !== 'text') return html`<span class="row-todo open">${todo}</span>`
  return html`<button type="button" class="row-todo open" aria-expanded=${isOpen} @click=${() => actions.toggle(row)}>${todo}</button>`
}

/** @param {ShownRow} shown */
const nameBlock = (shown) => {
  const { row, state } = shown
  const { printing } = row
  const name = nameOf(row)
  return html`<div class="row-name">
    ${printing ? html`<a class="title" href=${addressOf(`product/${printing.productId}`, { copy: state.sku?.skuId })}>${name}</a>` : html`<span class="title">${name}</span>`}
    ${printing ? html`<span class="note">${grayLine(printing, state)}</span>` : nothing}
    ${todoOf(shown)}
  </div>`
}

/** @param {ShownRow} shown */
const stepper = ({ row, actions }) => {
  const { quantity } = row
  const name = nameOf(row)
  const isLeast = quantity === null || quantity <= 1
  const text = quantity === null ? '' : String(quantity)
  /** What is being typed stays, also when an answer draws the row anew. @param {Element | undefined} input */
  const write = (input) => {
    if (input instanceof HTMLInputElement && input !== document.activeElement) input.value = text
  }
  /** @param {Event} event */
  const onchange = ({ currentTarget }) => actions.typeQuantity(row, /** @type {HTMLInputElement} */ (currentTarget))
  /** @param {Event} event */
  const onblur = ({ currentTarget }) => {
    if (currentTarget instanceof HTMLInputElement) currentTarget.value = text
  }
  return html`<div class="stepper" role="group" aria-label=${`Quantity of ${name}`}>
    <button type="button" class="quiet" aria-label="One less" aria-disabled=${isLeast} @click=${() => !isLeast && actions.setQuantity(row, quantity - 1)}>−</button>
    <input type="text" inputmode="numeric" autocomplete="off" maxlength="6" aria-label=${`Copies of ${name}`} ${ref(write)} @change=${onchange} @blur=${onblur}>
    <button type="button" class="quiet" aria-label="One more" @click=${() => actions.setQuantity(row, (quantity ?? 0) + 1)}>+</button>
  </div>`
}

/** @param {RowState} state */
const estimate = ({ sku, skus }) => {
  const range = sku && skus ? estimateOf(skus, sku) : null
  return range ? html`<span class="estimate">estimate: between ${money(range.low)} and ${money(range.high)}</span>` : nothing
}

/** @param {ShownRow} shown */
const worth = ({ row, state }) => {
  const { price, total } = state
  const isSeveral = row.quantity !== null && row.quantity > 1 && price !== null
  return html`<div class="row-worth">
    ${price === null ? html`<strong class="price"><span aria-hidden="true">${unknown}</span><span class="hidden">No price</span></strong>` : html`<strong class="price">${money(total ?? price)}</strong>`}
    ${isSeveral ? html`<span class="note">${row.quantity} × ${money(price)}</span>` : nothing}
    ${estimate(state)}
  </div>`
}

/** @param {ShownRow} shown */
const checkbox = ({ row, isSelected, actions }) => {
  /** @param {Event} event */
  const onselect = ({ currentTarget }) => actions.select(row, /** @type {HTMLInputElement} */ (currentTarget).checked)
  return html`<label class="row-check"><input type="checkbox" aria-label=${`Select ${nameOf(row)}`} .checked=${live(isSelected)} @change=${onselect}></label>`
}

/** @param {ShownRow} shown */
const copy = ({ row, state, view, actions }) => {
  const choice = state.skus && state.skus.length > 0 ? copyChoiceOf(row, state.skus, state.sku, view.partial) : null
  return html`<div class="row-copy">${choice ? copyControls({ row, state, choice, actions }) : nothing}</div>`
}

/** @param {ShownRow} shown */
const moreButton = ({ row, isOpen, actions }) =>
  html`<button type="button" class="quiet row-more" aria-expanded=${isOpen} aria-label=${`More of ${nameOf(row)}`} @click=${() => actions.toggle(row)}><span aria-hidden="true">⋯</span></button>`

/**
 * A card of the stack. Its name is the same element near and far, so that it keeps the focus.
 * @param {ShownRow} shown
 */
export const rowView = (shown) => {
  const { state, isOpen, isSelected, isNear } = shown
  const isAsked = state.asks === 'copy' || state.asks === 'quantity'
  return html`<div class=${`row ${state.state}${isOpen ? ' is-open' : ''}${isAsked ? ' is-asked' : ''}${isSelected ? ' is-selected' : ''}`}>
    ${isNear ? checkbox(shown) : nothing}
    ${isNear ? pictureButton(shown) : nothing}
    ${nameBlock(shown)}
    ${isNear ? copy(shown) : nothing}
    ${isNear ? stepper(shown) : nothing}
    ${worth(shown)}
    ${isNear ? moreButton(shown) : nothing}
    ${isOpen ? rowPanel(shown) : nothing}
  </div>`
}
