import { readCopyTerms } from '/console/client/copy-words.js'
import { priceRange } from '../format.js'
import { valuesOf } from './copies.js'
import { copyMeant, copyWanted } from './row-state.js'
import { rowOfPrinting, withPrinting } from './rows.js'

/** @import { Price, ProductSummary } from '/console/client/client.js' */
/** @import { PriceBook } from './prices.js' */
/** @import { StackRow } from './rows.js' */

/** @typedef {{ readonly low: number | null, readonly high: number | null }} PriceSpan US dollars, two amounts where several copies may be meant; `null` is unknown */

/**
 * @typedef {object} CopyFacts
 * @property {string | null} copy what is certain of the copy whose price it is; `null` where it is the catalogue's price of the product
 * @property {boolean} isOfProduct whether it is the catalogue's, which does not say of which copy
 * @property {boolean} isAsked whether unknown is the answer, rather than not asked for yet
 * @property {string | null} seenAt ISO instant at which the service saw it, where the stack knows it
 */

/** @typedef {PriceSpan & CopyFacts} ShownPrice */

const usualConditions = [null, 'Near Mint', 'Unopened']

/**
 * Copies as they are usually sold: near mint, unopened or of no condition, in the language that is named, else in English where there is that.
 * @param {readonly Price[]} skus
 * @param {string | null} named
 */
const usualCopies = (skus, named) => {
  const isInEnglish = skus.some(({ language }) => language === 'English')
  const wanted = named ?? (isInEnglish ? 'English' : null)
  return skus.filter(({ condition, language }) => usualConditions.includes(condition) && (wanted === null || language === wanted))
}

/**
 * The copy that is meant, or those that it may be.
 * @param {readonly Price[]} skus
 * @param {Price | null} sku
 * @param {string | null} [language] that is named
 */
export const copiesMeant = (skus, sku, language = null) => (sku ? [sku] : usualCopies(skus, language))

/** The language that a row names, as the market does. @param {StackRow} row */
const languageOf = (row) => {
  const { language } = copyWanted(row)
  if (!language) return null
  return readCopyTerms(language, 'language')?.find(({ field }) => field === 'language')?.value ?? language
}

/** Whether a row says anything of its copy, understood or not. @param {StackRow} row */
const namesCopy = (row) => {
  const { condition, variant, language } = copyWanted(row)
  return Boolean(condition || variant || language || row.identification?.parsed.unread.length)
}

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
 * nothing but the printing is said. Where finish or language stay open it is a range of the usual copies. Until the prices of its copies are known it is the catalogue's, and nothing for a row that names a copy, since
 * the catalogue does not say of which copy it is.
 * @param {ProductSummary} printing
 * @param {PriceBook} book
 * @param {StackRow | null} [row] the one that it is a candidate of
 * @returns {ShownPrice}
 */
export const shownPrice = (printing, book, row = null) => {
  const known = book.get(printing.productId)
  const { marketPrice } = printing
  if (!known?.prices) {
    const price = row && namesCopy(row) ? null : marketPrice
    const isAsked = known !== undefined || price !== null
    return { low: price, high: price, copy: null, isOfProduct: price !== null, isAsked, seenAt: null }
  }
  const sku = copyMeant(row ? withPrinting(row, printing) : rowOfPrinting(printing), known.prices)
  const meant = copiesMeant(known.prices, sku, row && languageOf(row))
  const words = [valuesOf(meant, 'condition'), valuesOf(meant, 'variant')].map((values) =>
    values.length === 1 ? values[0] : null,
  )
  return {
    ...priceSpan(meant),
    copy: words.filter(Boolean).join(' · ') || null,
    isOfProduct: false,
    isAsked: true,
    seenAt: known.fetchedAt,
  }
}

/** What stands beside a price that the catalogue has of a product: a copy of it may cost more or less. */
export const ofProduct = 'of the product'

/** Nothing is written of what is not asked for yet. @param {ShownPrice} shown */
export const priceText = ({ low, high, isAsked }) => (isAsked ? priceRange(low, high) : '')

/**
 * Products of which neither the catalogue nor the stack knows the price that is to be shown.
 * @param {readonly ProductSummary[]} products
 * @param {PriceBook} book
 * @param {StackRow | null} [row] the one that they are candidates of
 */
export const unpricedOf = (products, book, row = null) =>
  products.filter((product) => !shownPrice(product, book, row).isAsked).map(({ productId }) => productId)
