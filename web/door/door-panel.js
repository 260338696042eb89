import { html, nothing } from '/console/lit/lit-html.js'
import { placeOf } from '../format.js'
import { stack } from '../stack/open-stack.js'
import { ofProduct, priceText, shownPrice } from '../stack/shown-price.js'
import { productPicture } from '../ui/product-picture.js'
import { rememberViewed } from './recent.js'

/** @import { ProductSummary } from '/console/client/client.js' */

/** @typedef {{ readonly line: string } | { readonly product: ProductSummary }} Entry a line to be added as it is, or a card */

/** In the order in which it may be cut off. @param {ProductSummary} product */
const shortPlaceOf = ({ setName, cardNumber, category }) => [setName, cardNumber, category].filter(Boolean).join(' · ')

/** @param {ProductSummary} product */
const priceOf = (product) => {
  const shown = shownPrice(product, stack.book)
  return html`<span class="door-worth"><span class="door-price">${priceText(shown)}</span>${shown.isOfProduct ? html`<span class="note">${ofProduct}</span>` : nothing}</span>`
}

/** @param {ProductSummary} product */
const cardOf = (product) => html`${productPicture(product.productId, { name: product.name })}
  <span class="door-what"><span class="door-name">${product.name}</span><span class="note door-place">${shortPlaceOf(product)}</span></span>
  ${priceOf(product)}`

/** @param {string} line */
const lineOf = (line) => html`<span class="door-plus" aria-hidden="true">+</span>
  <span class="door-what"><span class="note">Add to the stack:</span><span class="door-name">${line}</span></span>`

/** @param {number} at */
export const optionId = (at) => `door-option-${at}`

/**
 * What may be meant by what was typed, and beside each card a link to its page: an option of a list holds no link of its own.
 * @param {{ readonly entries: readonly Entry[], readonly active: number, readonly choose: (entry: Entry, isPage: boolean) => unknown }} options
 */
export const optionList = ({ entries, active, choose }) =>
  html`<div class="door-options">
    <ul id="door-options" role="listbox" aria-label="Suggestions">
      ${entries.map((entry, at) => {
        const onclick = (/** @type {MouseEvent} */ event) => choose(entry, event.ctrlKey || event.metaKey || event.shiftKey)
        return html`<li id=${optionId(at)} role="option" aria-selected=${at === active} @click=${onclick}>${'line' in entry ? lineOf(entry.line) : cardOf(entry.product)}</li>`
      })}
    </ul>
    <div class="door-pages">
      ${entries.map((entry) =>
        'line' in entry
          ? html`<span></span>`
          : html`<a href=${`#/product/${entry.product.productId}`} tabindex="-1" aria-label=${`Page of ${entry.product.name}, ${placeOf(entry.product)}`} @click=${() => rememberViewed(entry.product)}><span aria-hidden="true">›</span></a>`,
      )}
    </div>
  </div>`
