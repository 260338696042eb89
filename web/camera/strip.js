import { repeat } from '/console/lit/directives/repeat.js'
import { html, nothing } from '/console/lit/lit-html.js'
import { plural } from '../format.js'
import { rowPhoto } from '../photo/row-photo.js'
import { copyChoiceOf } from '../stack-view/copies.js'
import { copyChips } from '../stack-view/copy-controls.js'

/** @import { Price } from '/console/client/client.js' */
/** @import { Scan } from './scan.js' */

/**
 * @typedef {object} StripActions
 * @property {(rowId: string) => unknown} onOpen
 * @property {(scan: Scan) => unknown} onAsk opens what has to be chosen or typed
 * @property {(scan: Scan) => unknown} onRetake
 * @property {() => unknown} onRetry
 * @property {(scan: Scan, copy: Price) => unknown} onCopy
 * @property {(scan: Scan, quantity: number) => unknown} onQuantity
 */

/** @param {Scan} scan @param {StripActions} actions */
const chips = (scan, { onCopy }) => {
  const { row, state } = scan
  const choice = copyChoiceOf(row, state.skus ?? [], state.sku, {})
  if (choice.copies.length < 2) return nothing
  return copyChips({ row, state, choice, actions: { chooseCopy: (_, copy) => onCopy(scan, copy) } })
}

/** @param {Scan} scan @param {StripActions} actions */
const stepper = (scan, { onQuantity }) => {
  const quantity = scan.row.quantity ?? 0
  return html`<span class="scan-stepper">
    ${quantity > 1 ? html`<button type="button" class="quiet" aria-label="One copy less of ${scan.name}" @click=${() => onQuantity(scan, quantity - 1)}>−</button>` : nothing}
    <button type="button" class="quiet" aria-label="One copy more of ${scan.name}" @click=${() => onQuantity(scan, quantity + 1)}>+</button>
  </span>`
}

/** @param {Scan} scan */
const worthOf = ({ row, worth }) =>
  html`<span class="scan-worth"><span class="price">${worth}</span>${(row.quantity ?? 1) > 1 ? html`<span class="note">× ${row.quantity}</span>` : nothing}</span>`

/** @param {Scan} scan @param {boolean} isOpen @param {StripActions} actions */
const headEnd = (scan, isOpen, actions) => {
  if (scan.choice)
    return html`<button type="button" class="scan-step scan-ask" @click=${() => actions.onAsk(scan)}>${scan.state.todo}</button>`
  if (scan.isFailed) return html`<button type="button" class="scan-step quiet" @click=${actions.onRetry}>Try again</button>`
  if (scan.isUnread)
    return html`<button type="button" class="scan-step quiet" @click=${() => actions.onRetake(scan)}>Take it again</button>
      <button type="button" class="scan-step quiet" @click=${() => actions.onAsk(scan)}>Type it</button>`
  return html`${worthOf(scan)}${isOpen && scan.state.sku ? stepper(scan, actions) : nothing}`
}

/** @param {Scan} scan @param {boolean} isOpen @param {StripActions} actions */
const scanItem = (scan, isOpen, actions) => {
  const { row, state, name, place, worth, choice } = scan
  return html`<li class="scan ${state.state}" data-row=${row.id}>
    <div class="scan-head">
      ${rowPhoto(row, 'small')}
      <button type="button" class="scan-name plain" aria-expanded=${state.sku ? String(isOpen) : nothing} @click=${() => actions.onOpen(row.id)}>
        <strong>${name}</strong> <span class="note">${choice === 'printing' ? worth || place : place}</span>
      </button>
      ${headEnd(scan, isOpen, actions)}
    </div>
    ${isOpen && state.sku ? chips(scan, actions) : nothing}
  </li>`
}

/**
 * What was photographed, newest first.
 * @param {readonly Scan[]} scans
 * @param {string | null} openId the row that shows its conditions
 * @param {StripActions} actions
 */
export const scanStrip = (scans, openId, actions) =>
  html`<ol class="scans" aria-label="Photos, the newest first">${repeat(
    scans,
    ({ row }) => row.id,
    (scan) => html`${scan.found > 0 ? html`<li class="scan-found note">${plural(scan.found, 'card')} were found.</li>` : nothing}
      ${scanItem(scan, scan.row.id === openId, actions)}`,
  )}</ol>`
