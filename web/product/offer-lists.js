import { limits } from '/console/client/client.js'
import { isOfCopy } from './offer-order.js'

/** @import { ListingsResult, Offer, Operations } from '/console/client/client.js' */
/** @import { Copy } from '../stack/copies.js' */

/** @typedef {Operations['getListings']['input']} OffersInput */

/**
 * Offers that are loaded of one copy, or of all.
 * @typedef {object} OfferList
 * @property {readonly Offer[]} offers
 * @property {number | null} total how many there are; `null` while nobody has said
 * @property {boolean} isAll
 * @property {number} nextOffset
 * @property {OffersInput | null} input of the last page that was asked for by itself
 */

/** Offers that one request brings. */
export const offersPerRequest = 100

/**
 * @param {OfferList | null} before
 * @param {ListingsResult} page
 * @param {OffersInput | null} input
 * @returns {OfferList}
 */
export const withPage = (before, page, input) => {
  const known = new Set(before?.offers.map(({ listingId }) => listingId))
  const nextOffset = page.offset + page.limit
  // A page may be short because what was sold was left out, so its length tells only where there is no total.
  const isLast = page.total === null ? page.offers.length < page.limit : nextOffset >= page.total
  return {
    offers: [...(before?.offers ?? []), ...page.offers.filter(({ listingId }) => !known.has(listingId))],
    total: page.total,
    isAll: isLast || nextOffset > limits.maxOffset,
    nextOffset,
    input,
  }
}

/**
 * What is known of the offers of one copy by those of all copies.
 * @param {OfferList} list
 * @param {Copy} copy
 * @returns {OfferList}
 */
export const ofCopy = (list, copy) => {
  const offers = list.offers.filter((offer) => isOfCopy(offer, copy))
  return { offers, total: list.isAll ? offers.length : null, isAll: list.isAll, nextOffset: 0, input: null }
}

/** Requests that the rest of a list takes; `null` while nobody has said how many there are. @param {OfferList} list */
export const requestsToLoad = ({ total, nextOffset }) =>
  total === null ? null : Math.ceil((Math.min(total, limits.maxOffset) - nextOffset) / offersPerRequest)
