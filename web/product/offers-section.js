import { html, nothing } from '/console/lit/lit-html.js'
import { count, money, plural, text } from '../format.js'
import { errorNotice } from '../ui/error-notice.js'
import { requestPanel } from '../ui/request-panel.js'
import { scrollRegion } from '../ui/scroll-region.js'
import { offersPerRequest, requestsToLoad } from './offer-lists.js'
import { bestOffer, sortOffers } from './offer-order.js'
import { sectionProblem } from './section-problem.js'
import { copyText } from './words.js'

/** @import { Offer, Seller } from '/console/client/client.js' */
/** @import { OfferList } from './offer-lists.js' */
/** @import { OfferSort } from './offer-order.js' */
/** @import { Shown } from './product-view.js' */

/** Offers that are shown before more are asked for. */
const firstOffers = 10

/** More requests than these are not made at one word. */
const maxRequestsAtOnce = 3

/** @param {Seller} seller */
const sellerCell = ({ name, ratingPercent, sales, verified, direct }) => html`<span>${text(name)}</span>
  ${verified ? html`<span class="badge">verified</span>` : nothing}${direct ? html`<span class="badge">direct</span>` : nothing}
  <span class="note">${ratingPercent === null ? 'rating unknown' : `${ratingPercent} %`}${sales === null ? nothing : `, ${sales} sales`}</span>`

/** @param {number | null} shippingPrice */
const shippingText = (shippingPrice) => (shippingPrice === null ? 'unknown' : shippingPrice === 0 ? 'free' : money(shippingPrice))

/**
 * @param {Offer} offer
 * @param {{ readonly isBest: boolean, readonly isOfAllCopies: boolean }} options
 */
const row = (offer, { isBest, isOfAllCopies }) => html`<tr class=${isBest ? 'best' : nothing}>
  <th scope="row" data-label="Total" class="number total">${offer.totalPrice === null ? 'unknown' : money(offer.totalPrice)}${isBest ? html`<span class="badge">lowest</span>` : nothing}</th>
  <td data-label="Price" class="number">${money(offer.itemPrice)}</td>
  <td data-label="Shipping" class="number">${shippingText(offer.shippingPrice)}</td>
  <td data-label="Copies" class="number">${count(offer.quantity)}</td>
  ${isOfAllCopies ? html`<td data-label="Copy">${text(offer.condition)}<span class="note">${[offer.variant, offer.language].filter(Boolean).join(' · ')}</span></td>` : nothing}
  <td data-label="Seller" class="seller">${sellerCell(offer.seller)}${offer.custom ? html`<span class="badge unsure" title="With the seller's own photos or title: it may not be exactly this item.">custom listing</span>` : nothing}</td>
</tr>`

/** @param {Shown} shown @param {readonly Offer[]} offers */
const offerTable = ({ query }, offers) => {
  const best = bestOffer(offers)
  const { isOfAllCopies } = query
  return html`<table>
    <caption class="hidden">Offers</caption>
    <thead><tr><th scope="col" class="number">With shipping</th><th scope="col" class="number">Price</th><th scope="col" class="number">Shipping</th><th scope="col" class="number">Copies</th>${isOfAllCopies ? html`<th scope="col">Copy</th>` : nothing}<th scope="col">Seller</th></tr></thead>
    <tbody>${offers.map((offer) => row(offer, { isBest: offer === best, isOfAllCopies }))}</tbody>
  </table>`
}

/** How much of the offers is seen, and so how far the order can be believed. @param {OfferList} list */
const extent = ({ offers, total, isAll }) => {
  if (isAll) return `${plural(offers.length, 'offer')}.`
  const all = total === null ? 'There may be more' : `There are ${count(total)}`
  return `${plural(offers.length, 'offer')} loaded, those with the lowest prices before shipping. ${all}, so one with a lower total may be missing.`
}

/** @param {Shown} shown @param {OfferList} list */
const moreButton = ({ actions, data }, list) => {
  if (list.isAll) return nothing
  const requests = requestsToLoad(list)
  const toMake = Math.min(requests ?? 1, maxRequestsAtOnce)
  const what =
    requests === null
      ? 'Look for all of this copy'
      : requests <= maxRequestsAtOnce
        ? `Load all ${count(list.total)}`
        : `Load ${count(toMake * offersPerRequest)} more`
  return html`<button type="button" class="quiet" ?disabled=${data.isLoading('offers')} @click=${() => actions.loadOffers(toMake)}>${what} (${plural(toMake, 'request')})</button>`
}

/** @param {Shown} shown */
const controls = ({ query, copy, actions }) => html`<div class="offer-controls">
  <div class="tabs" role="group" aria-label="Offers of">
    <button type="button" class="tab" aria-pressed=${!query.isOfAllCopies} @click=${() => actions.chooseOffers(false)}>${copy ? copyText(copy) : 'This copy'}</button>
    <button type="button" class="tab" aria-pressed=${query.isOfAllCopies} @click=${() => actions.chooseOffers(true)}>All copies</button>
  </div>
  <label class="sort">Order
    <select @change=${(/** @type {Event} */ event) => actions.chooseSort(/** @type {OfferSort} */ (/** @type {HTMLSelectElement} */ (event.target).value))}>
      <option value="total" ?selected=${query.sort === 'total'}>with shipping</option>
      <option value="item" ?selected=${query.sort === 'item'}>without shipping</option>
    </select></label>
</div>`

/** @param {Shown} shown @param {OfferList} list */
const listOf = (shown, list) => {
  const { query, actions, snapshot, isEveryOfferShown } = shown
  const sorted = sortOffers(list.offers, query.sort)
  const seen = isEveryOfferShown ? sorted : sorted.slice(0, firstOffers)
  const hidden = sorted.length - seen.length
  return html`${controls(shown)}
    ${sorted.length === 0 ? html`<p class="empty">${list.isAll ? 'Nobody offers this now.' : 'None among the offers that are loaded.'}</p>` : scrollRegion('Table of offers', 'offers', offerTable(shown, seen))}
    ${sorted.length === 0 && list.isAll ? nothing : html`<p class="note">${extent(list)}</p>`}
    <p class="actions">
      ${hidden > 0 ? html`<button type="button" class="quiet" @click=${actions.showEveryOffer}>Show ${count(hidden)} more</button>` : nothing}
      ${moreButton(shown, list)}
      ${sorted.length > 0 ? html`<a href=${snapshot.sourceUrl} rel="noreferrer" target="_blank">Offers at the source</a>` : nothing}
    </p>
    ${list.input ? requestPanel('getListings', list.input) : nothing}`
}

/**
 * What sellers ask now for the chosen copy, or for all.
 * @param {Shown} shown
 */
export const offersSection = (shown) => {
  const { snapshot, query, copy, data, offers, listed, actions } = shown
  const { listings } = snapshot.sections
  const problem = data.problem('offers', query.isOfAllCopies || !copy ? null : copy.skuId)
  const notice = problem ? errorNotice(problem, actions.reloadOffers) : nothing
  const content = () => {
    if (offers && listed) return html`${notice}${listOf(shown, listed)}`
    // The snapshot had none at all: those of all copies are asked for, whichever copy is looked at.
    const ofAll = data.problem('offers', null)
    if (ofAll) return errorNotice(ofAll, actions.reloadOffers)
    return sectionProblem('Offers are', listings, actions.reloadOffers)
  }
  return html`<section aria-labelledby="offers-title" aria-busy=${data.isLoading('offers')}>
    <h2 id="offers-title" tabindex="-1">Offers</h2>
    ${content()}
  </section>`
}
