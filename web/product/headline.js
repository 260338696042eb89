import { html, nothing } from '/console/lit/lit-html.js'
import { instant, money, signedMoney, signedPercent } from '../format.js'
import { neighborsOf } from '../stack/copies.js'
import { changeOver, changeSpans, dayOfPrice, lastSaleOf } from './changes.js'
import { bestOffer, isOfCopy } from './offer-order.js'
import { copyText, salesText, shortSpanText, spanText } from './words.js'

/** @import { Shown } from './product-view.js' */

/**
 * How the price moved over a span, and since which days.
 * @param {Shown} shown
 * @param {number} span
 */
const changeFact = ({ copy, histories, day }, span) => {
  const change = copy && changeOver(histories, copy.skuId, { price: copy.marketPrice, day: dayOfPrice(copy, day) }, span)
  const direction = !change || change.amount === 0 ? '' : change.amount > 0 ? 'up' : 'down'
  return html`<div class="change ${direction}">
    <dt>${span} days</dt>
    ${
      change
        ? html`<dd><strong>${signedPercent(change.percent)}</strong> <span class="amount">${signedMoney(change.amount)}</span></dd>
          <dd class="note">since ${shortSpanText(change)}</dd>`
        : html`<dd><strong>–</strong></dd><dd class="note">not known</dd>`
    }
  </div>`
}

/** @param {Shown} shown */
const lastSale = ({ copy, histories, day }) => {
  const sale = copy && lastSaleOf(histories, copy.skuId, day)
  const value = sale
    ? html`<strong>${salesText(sale)}</strong> <span class="note">${sale.quantitySold === null ? nothing : `${sale.quantitySold} sold, `}${spanText(sale)}</span>`
    : html`<strong>–</strong> <span class="note">none known</span>`
  return html`<div><dt>Last sale</dt><dd>${value}</dd></div>`
}

/** @param {Shown} shown */
const lowestOffer = ({ offers, copy, snapshot: { featuredListing } }) => {
  // The service has looked through more offers than are loaded for the featured one.
  const featured = featuredListing && copy && isOfCopy(featuredListing, copy) ? [featuredListing] : []
  const best = offers && bestOffer([...offers.offers, ...featured])
  const value = best
    ? html`<strong>${money(best.totalPrice)}</strong>
      <span class="note">${best.shippingPrice === 0 ? 'free shipping' : `${money(best.itemPrice)} + ${money(best.shippingPrice)} shipping`}${best.seller.name ? `, ${best.seller.name}` : nothing}${offers.isAll ? nothing : ', of those loaded'}</span>`
    : html`<strong>–</strong> <span class="note">${offers ? (offers.isAll ? 'nobody offers it' : 'none among those loaded') : 'not known'}</span>`
  return html`<div><dt>Lowest offer with shipping</dt><dd>${value}</dd></div>`
}

/** What the conditions beside it bring, for a copy without a price: an estimate, and no price. @param {Shown} shown */
const estimate = ({ copy, prices }) => {
  const neighbors = copy ? neighborsOf(prices, copy) : []
  const beside = neighbors.map(({ condition, marketPrice }) => `${condition} ${money(marketPrice)}`).join(', ')
  return html`<p class="estimate">Unknown, not worthless.${neighbors.length > 0 ? html` <span class="badge unsure">estimate</span> ${beside}.` : nothing}</p>`
}

/** @param {Shown} shown */
const timeOfPrice = ({ copy, snapshot: { sections } }) => {
  const { fetchedAt, cacheHit } = sections.marketPrices
  const calculated = copy?.calculatedAt ? `Calculated ${instant(copy.calculatedAt)}, asked` : 'Asked'
  return `${calculated} ${instant(fetchedAt)}${cacheHit ? ' (cached)' : ''}`
}

/**
 * The price of the chosen copy, and all that says what it is worth.
 * @param {Shown} shown
 */
export const headline = (shown) => {
  const { copy, snapshot } = shown
  const hasPrices = snapshot.marketPrices !== null
  return html`<div class="answer">
    <p class="headprice">
      <span class="hidden">Market price </span><strong>${money(copy?.marketPrice)}</strong>
      <span class="headcopy">${copy ? copyText(copy) : 'No copy of it is known.'}</span>
    </p>
    ${hasPrices && copy && copy.marketPrice === null ? estimate(shown) : nothing}
    <p class="note">${hasPrices ? timeOfPrice(shown) : 'The price could not be asked for.'}</p>
  </div>
  <dl class="changes" aria-label="Change of the price">${changeSpans.map((span) => changeFact(shown, span))}</dl>`
}

/** @param {Shown} shown */
export const soldAndOffered = (shown) =>
  html`<dl class="beside">${lastSale(shown)}${shown.page.asOf ? nothing : lowestOffer(shown)}</dl>`
