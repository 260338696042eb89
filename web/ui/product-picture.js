import { keyed } from '/console/lit/directives/keyed.js'
import { html, nothing } from '/console/lit/lit-html.js'
import { capabilities } from '../capabilities.js'

/** @param {number} productId */
const addressOf = (productId) => capabilities()?.pictures?.thumbnailUrl?.replace('{productId}', String(productId)) ?? null

/** @param {string} name */
const initialOf = (name) => /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase('en') ?? ''

/** @param {Event} event */
const hide = ({ currentTarget }) => {
  if (currentTarget instanceof HTMLElement) currentTarget.hidden = true
}

/**
 * A picture of a product, where the operator allows one; before it has come, and where there is none, its name's initial on a blank card. What it shows is said beside it,
 * so that it has no text of its own. Views that hold one are drawn again on `change` of `capabilityUpdates`.
 * @param {number} productId
 * @param {{ readonly name: string, readonly size?: 'small' | 'medium' | 'large' }} options
 */
export const productPicture = (productId, { name, size = 'small' }) => {
  const address = addressOf(productId)
  // An image of its own for each address: one that failed stays hidden, whatever stood in its place before.
  const picture =
    address && html`<img src=${address} alt="" width="200" height="280" loading="lazy" decoding="async" @error=${hide}>`
  return html`<span class="product-picture ${size}" aria-hidden="true"><span>${initialOf(name)}</span>${keyed(address, picture ?? nothing)}</span>`
}
