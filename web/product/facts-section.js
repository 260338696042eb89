import { html, nothing } from '/console/lit/lit-html.js'
import { count, day, money, text } from '../format.js'
import { factList } from '../ui/facts.js'

/** @import { Product } from '/console/client/client.js' */
/** @import { Shown } from './product-view.js' */

/**
 * What a source of listings knows besides the lowest price; nothing where it counts none.
 * @param {Product} product
 * @returns {readonly (readonly [label: string, value: string])[]}
 */
const offerFacts = ({ lowestPriceWithShipping, listingCount, sellerCount }) =>
  lowestPriceWithShipping === null && listingCount === null && sellerCount === null
    ? []
    : [
        ['Lowest with shipping', money(lowestPriceWithShipping)],
        ['Offers', `${count(listingCount)} from ${count(sellerCount)} sellers`],
      ]

const isWide = matchMedia('(min-width: 40rem)')

/**
 * Facts of the catalogue, folded where there is little room.
 * @param {Shown} shown
 */
export const factsSection = ({ snapshot }) => {
  const { product, source, sourceUrl } = snapshot
  return html`<section aria-labelledby="facts-title">
    <h2 id="facts-title" class="hidden">Facts</h2>
    <details class="product-facts" ?open=${isWide.matches}>
      <summary>Facts of the catalogue</summary>
      ${factList([
        ['Set', text(product.group.name)],
        ['Released', day(product.group.publishedOn)],
        ['Number', text(product.cardNumber)],
        ['Rarity', text(product.rarity)],
        ['Lowest offer, any copy', money(product.lowestPrice)],
        ...offerFacts(product),
        ...Object.entries(product.formattedAttributes).filter(([name]) => !/number|rarity/i.test(name)),
        ['Product', String(product.productId)],
      ])}
      <p class="note"><a href=${sourceUrl} rel="noreferrer" target="_blank">At the source: ${source}</a>${source === 'sandbox' ? '. An invented market: nothing here is a real price.' : nothing}</p>
    </details>
  </section>`
}
