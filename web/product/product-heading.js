import { html, nothing } from '/console/lit/lit-html.js'
import { stack } from '../stack/open-stack.js'

/** @import { Product, ProductSummary } from '/console/client/client.js' */

/** What is known of a product before it is asked for. @typedef {Pick<ProductSummary, 'name' | 'category' | 'setName' | 'cardNumber' | 'rarity' | 'sealed'>} KnownProduct */

/**
 * A product as the rows of the stack know it.
 * @param {number} productId
 * @returns {KnownProduct | null}
 */
export const knownOnStack = (productId) => {
  for (const { printing, identification } of stack.current().rows)
    for (const one of [printing, ...(identification?.candidates ?? [])]) if (one?.productId === productId) return one
  return null
}

/** @param {Product} product @returns {KnownProduct} */
export const knownOf = ({ category, group, ...product }) => ({ ...product, category: category.name, setName: group.name })

/**
 * The name, and where in the catalogue it is. It is there from the start, so that nothing jumps.
 * @param {number} productId
 * @param {KnownProduct | null} known
 */
export const productHeading = (productId, known) => {
  const { category, setName, cardNumber, rarity, sealed } = known ?? {}
  const place = [category, setName, cardNumber && `#${cardNumber}`, rarity, sealed && 'sealed'].filter(Boolean).join(' · ')
  return html`<header class="product-heading">
    <h1 tabindex="-1">${known?.name ?? `Product ${productId}`}</h1>
    <p class="note">${place || nothing}</p>
  </header>`
}
