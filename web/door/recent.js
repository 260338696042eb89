import { keepSetting, readSetting } from '../local-storage.js'

/** @import { ProductSummary } from '/console/client/client.js' */
/** @import { StackRow } from '../stack/rows.js' */

const storageKey = 'card-market-viewed'
const maxKept = 20

/** @returns {readonly ProductSummary[]} */
const viewedCards = () => {
  try {
    return JSON.parse(readSetting(storageKey) ?? '[]')
  } catch {
    return []
  }
}

/** @param {readonly ProductSummary[]} products */
const withoutRepeats = (products) => [...new Map(products.map((product) => [product.productId, product])).values()]

/**
 * Keeps a card whose page was opened, so that it is suggested without a request. Its prices grow old, so they are not kept.
 * @param {ProductSummary} product
 */
export const rememberViewed = (product) => {
  const { productId, name, category, setName, setId, setCode, cardNumber, rarity, sealed } = product
  const kept = { productId, name, category, setName, setId, setCode, cardNumber, rarity, sealed }
  const unpriced = { ...kept, marketPrice: null, lowestPrice: null, listingCount: null }
  keepSetting(storageKey, JSON.stringify(withoutRepeats([unpriced, ...viewedCards()]).slice(0, maxKept)))
}

/** A printing of which nothing but the id is known cannot be told from others. @param {StackRow} row */
const namedPrinting = ({ printing }) => (printing?.category ? [printing] : [])

/**
 * Cards that were added or viewed lately, newest first.
 * @param {readonly StackRow[]} rows of the stack
 */
export const recentCards = (rows) => withoutRepeats([...rows.flatMap(namedPrinting), ...viewedCards()])
