import { newestOf } from './prices.js'

/** @import { KnownPrices } from './prices.js' */
/** @import { StackStorage } from './storage.js' */

/**
 * The prices that this page knows, kept in the browser as they come.
 * @param {Pick<StackStorage, 'loadPrices' | 'savePrices'>} storage
 */
export const createPriceBook = (storage) => {
  /** @type {Map<number, KnownPrices>} */
  const prices = new Map()
  /** Products whose prices are asked for although they are known. @type {Set<number>} */
  const toRefresh = new Set()
  return {
    prices,
    toRefresh,
    /**
     * @param {readonly KnownPrices[]} found
     * @returns {Promise<void>} when they are kept, or the browser has no room for them
     */
    learn: (found) => {
      for (const known of found) {
        toRefresh.delete(known.productId)
        prices.set(known.productId, newestOf(prices.get(known.productId), known))
      }
      return storage.savePrices(found.flatMap(({ productId }) => prices.get(productId) ?? [])).catch(() => {})
    },
    /** Takes over what is kept; what cannot be read is asked for again. @param {Iterable<number>} productIds */
    load: async (productIds) => {
      const kept = await storage.loadPrices([...new Set(productIds)]).catch(() => [])
      for (const known of kept) {
        const before = prices.get(known.productId)
        if (!before || before.askedAt < known.askedAt) prices.set(known.productId, known)
      }
    },
    /** Lets products be asked for again that failed. */
    forgetFailures: () => {
      for (const [id, { prices: of }] of prices) if (of === null) prices.delete(id)
    },
  }
}

/** @typedef {ReturnType<typeof createPriceBook>} OpenPriceBook */
