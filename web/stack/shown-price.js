import { priceRange } from '../format.js'
import { valuesOf } from './copies.js'
import { copyMeant } from './row-state.js'
import { rowOfPrinting, withPrinting } from './rows.js'

/** @import { Price, ProductSummary } from '/console/client/client.js' */
/** @import { PriceBook } from './prices.js' */
/** @import { StackRow } from './rows.js' */

/** @typedef {{ readonly low: number | null, readonly high: number | null }} PriceSpan US dollars, two amounts where several copies may be meant; `null` is unknown */

/**
 * @typedef {object} CopyFacts
 * @property {string | null} copy what is certain of the copy whose price it is; `null` where it is the catalogue's price of the product
 * @property {boolean} isAsked whether unknown is the answer, rather than not asked for yet
 * @property {string | null} seenAt ISO instant at which the service saw it, where the stack knows it
 */

/** @typedef {PriceSpan & CopyFacts} ShownPrice */

const usualConditions = [null, 'Near Mint', 'Unopened']

/** Copies as they are usually sold: near mint, unopened or of no condition, in English where there is that. @param {readonly Price[]} skus */
const usualCopies = (skus) => {
  const isInEnglish = skus.some(({ language }) => language === 'English')
  return skus.filter(({ condition, language }) => usualConditions.includes(condition) && (!isInEnglish || language === 'English'))
}

/** The copy that is meant, or those that it may be. @param {readonly Price[]} skus @param {Price | null} sku */
export const copiesMeant = (skus, sku) => (sku ? [sku] : usualCopies(skus))

/**
 * Lowest and highest price of copies, of those that have one.
 * @param {readonly Price[]} skus
 * @returns {PriceSpan}
 */
export const priceSpan = (skus) => {
  const amounts = skus.flatMap(({ marketPrice }) => marketPrice ?? [])
  return amounts.length === 0 ? { low: null, high: null } : { low: Math.min(...amounts), high: Math.max(...amounts) }
}

/**
 * What every view shows as the price of a printing that may be chosen: that of the copy which the row would mean with it, by what is written or read; without a row, of which
 * nothing but the printing is said. Where finish or language stay open it is a range of the usual copies. Until the prices of its copies are known it is the catalogue's.
 * @param {ProductSummary} printing
 * @param {PriceBook} book
 * @param {StackRow | null} [row] the one that it is a candidate of
 * @returns {ShownPrice}
 */
export const shownPrice = (printing, book, row = null) => {
  const known = book.get(printing.productId)
  const { marketPrice } = printing
  if (!known?.prices) {
    const isAsked = known !== undefined || marketPrice !== null
    return { low: marketPrice, high: marketPrice, copy: null, isAsked, seenAt: null }
  }
  const meant = copiesMeant(known.prices, copyMeant(row ? withPrinting(row, printing) : rowOfPrinting(printing), known.prices))
  const words = [valuesOf(meant, 'condition'), valuesOf(meant, 'variant')].map((values) =>
    values.length === 1 ? values[0] : null,
  )
  return { ...priceSpan(meant), copy: words.filter(Boolean).join(' · ') || null, isAsked: true, seenAt: known.fetchedAt }
}

/** Nothing is written of what is not asked for yet. @param {ShownPrice} shown */
export const priceText = ({ low, high, isAsked }) => (isAsked ? priceRange(low, high) : '')

/**
 * Products of which neither the catalogue nor the stack knows a price.
 * @param {readonly ProductSummary[]} products
 * @param {PriceBook} book
 */
export const unpricedOf = (products, book) =>
  products.filter((product) => !shownPrice(product, book).isAsked).map(({ productId }) => productId)
