/** @import { Offer } from '/console/client/client.js' */
/** @import { Copy } from '../stack/copies.js' */

/** @typedef {'total' | 'item'} OfferSort */

/** @param {number | null} price an unknown one comes last */
const orUnknown = (price) => price ?? Number.POSITIVE_INFINITY

/** @param {number | null} a @param {number | null} b */
const byPrice = (a, b) => (a === b ? 0 : orUnknown(a) - orUnknown(b))

/**
 * @param {readonly Offer[]} offers
 * @param {OfferSort} sort by what a copy costs with shipping, or without
 */
export const sortOffers = (offers, sort) =>
  offers.toSorted((a, b) =>
    sort === 'total'
      ? byPrice(a.totalPrice, b.totalPrice) || byPrice(a.itemPrice, b.itemPrice)
      : byPrice(a.itemPrice, b.itemPrice) || byPrice(a.totalPrice, b.totalPrice),
  )

/**
 * The offer with the lowest price with shipping that certainly is the catalogue item.
 * @param {readonly Offer[]} offers
 */
export const bestOffer = (offers) =>
  sortOffers(offers, 'total').find(({ custom, totalPrice }) => !custom && totalPrice !== null) ?? null

/**
 * Whether an offer is of a copy: by its SKU, or by its words where the source names none.
 * @param {Offer} offer
 * @param {Copy} copy
 */
export const isOfCopy = (offer, copy) =>
  offer.skuId === null
    ? offer.condition === copy.condition && offer.variant === copy.variant && offer.language === copy.language
    : offer.skuId === copy.skuId
