import { CardMarketError, limits } from '/console/client/client.js'

/** @import { Operations, Price, PriceLookup } from '/console/client/client.js' */

/**
 * What is known of the prices of a product: every SKU, or the code of why there are none, and when the service saw it.
 * @typedef {object} KnownPrices
 * @property {number} productId
 * @property {readonly Price[] | null} prices
 * @property {PriceLookup['code'] | CardMarketError['code']} code
 * @property {string} fetchedAt ISO instant at which the service saw them
 * @property {string} askedAt ISO instant at which they were asked for
 */

/** @typedef {ReadonlyMap<number, KnownPrices>} PriceBook prices by product id */

/**
 * What holds of a product once it was asked for again: prices that could not be had anew stay, with their own time, and so do those that were seen later.
 * @param {KnownPrices | undefined} before
 * @param {KnownPrices} known
 * @returns {KnownPrices}
 */
export const newestOf = (before, known) => {
  const stays = before?.prices && (known.prices === null || before.fetchedAt > known.fetchedAt)
  const askedAt = before && before.askedAt > known.askedAt ? before.askedAt : known.askedAt
  return stays ? { ...before, askedAt } : { ...known, askedAt }
}

/**
 * When a price is of: that of a whole printing, which comes in a day's files, is of their time, however late the service took them over; any other of the time at which it was seen.
 * @param {Pick<Price, 'condition' | 'language' | 'calculatedAt'>} price
 * @param {string} fetchedAt
 */
export const timeOfPrice = ({ condition, language, calculatedAt }, fetchedAt) => {
  const isOfFiles = condition === null && language === null && calculatedAt !== null
  return isOfFiles && Date.parse(calculatedAt) < Date.parse(fetchedAt) ? calculatedAt : fetchedAt
}

/**
 * @callback LookUpPrices
 * @param {Operations['lookUpPrices']['input']} input
 * @returns {Promise<Operations['lookUpPrices']['output']>}
 */

/**
 * A failure that concerns the products of one request alone. Any other concerns all, so that going on would only fail again.
 * @param {unknown} error
 */
const isOfThese = (error) => error instanceof CardMarketError && (error.status === 404 || error.status === 502)

/**
 * @param {readonly number[]} productIds
 * @param {KnownPrices['code']} code
 * @param {string} askedAt
 * @returns {KnownPrices[]}
 */
const withoutPrices = (productIds, code, askedAt) =>
  productIds.map((productId) => ({ productId, prices: null, code, fetchedAt: askedAt, askedAt }))

/** @param {number | null} amount */
const amountOf = (amount) => (typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : null)

/**
 * Prices as the contract has them: what comes without a time of its own is none, and what is no amount is unknown.
 * @param {PriceLookup} row
 * @param {string} askedAt
 * @returns {KnownPrices[]}
 */
const knownOf = ({ productId, prices, code, fetchedAt }, askedAt) => {
  if (productId === null) return []
  if (Number.isNaN(Date.parse(fetchedAt))) return withoutPrices([productId], 'unexpected_answer', askedAt)
  const checked = prices?.map((price) => ({ ...price, marketPrice: amountOf(price.marketPrice) })) ?? null
  return [{ productId, prices: checked, code, fetchedAt, askedAt }]
}

/**
 * Looks up the prices of products, a hundred a request; `onKnown` gets each answer as it comes.
 * @param {readonly number[]} productIds
 * @param {LookUpPrices} lookUp
 * @param {(found: readonly KnownPrices[]) => unknown} onKnown
 */
export const lookUpProducts = async (productIds, lookUp, onKnown) => {
  const askedAt = new Date().toISOString()
  for (let at = 0; at < productIds.length; at += limits.entriesPerRequest) {
    const ids = productIds.slice(at, at + limits.entriesPerRequest)
    try {
      const { results } = await lookUp({ productIds: ids })
      const known = results.flatMap((row) => knownOf(row, askedAt))
      // A product that the answer left out is not asked for again by itself.
      const left = ids.filter((id) => !known.some(({ productId }) => productId === id))
      onKnown([...known, ...withoutPrices(left, 'unexpected_answer', askedAt)])
    } catch (error) {
      if (!isOfThese(error)) throw error
      const { code } = /** @type {CardMarketError} */ (error)
      onKnown(withoutPrices(ids, code, askedAt))
    }
  }
}
