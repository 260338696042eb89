import { pickCopy } from '/console/client/client.js'

/** @import { Price, Product } from '/console/client/client.js' */
/** @import { Copy, CopyField } from '../stack/copies.js' */

/**
 * @param {Product} product
 * @returns {readonly Price[]} every copy, each without a price
 */
export const copiesWithoutPrices = ({ skus }) =>
  skus.map((sku) => ({
    ...sku,
    ...{ marketPrice: null, lowestPrice: null, lowSalePrice: null, highSalePrice: null, sampleSize: null, calculatedAt: null },
  }))

/**
 * The copy that a page opens with: the one of its address, else the usual one, else the first that has a price.
 * @param {readonly Price[]} prices
 * @param {number | null} skuId
 * @param {{ readonly name: string, readonly category: { readonly name: string | null } }} product
 * @returns {Price | null} `null` where there are no copies
 */
export const openingCopy = (prices, skuId, { name, category }) =>
  prices.find((price) => price.skuId === skuId) ??
  pickCopy(prices, {}, name, category.name ?? '').copy ??
  prices.find(({ marketPrice }) => marketPrice !== null) ??
  prices[0] ??
  null

/**
 * The copy with another condition, finish or language, of the others as much the same as there is.
 * @template {Copy} C
 * @param {readonly C[]} copies
 * @param {Copy} copy
 * @param {Partial<Record<CopyField, string | null>>} change
 * @returns {C | null}
 */
export const nearestCopy = (copies, copy, change) => {
  const fitting = copies.filter((one) =>
    Object.entries(change).every(([field, value]) => one[/** @type {CopyField} */ (field)] === value),
  )
  /** @param {C} one */
  const likeness = (one) =>
    (one.variant === copy.variant ? 4 : 0) + (one.language === copy.language ? 2 : 0) + (one.condition === copy.condition ? 1 : 0)
  return fitting.toSorted((a, b) => likeness(b) - likeness(a))[0] ?? null
}
