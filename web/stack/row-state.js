import { pickCopy, wantedCopyOf } from '/console/client/client.js'
import { explain } from '../error-messages.js'
import { timeOfPrice } from './prices.js'
import { statedCopy } from './stated-copy.js'

/** @import { Price } from '/console/client/client.js' */
/** @import { KnownPrices, PriceBook } from './prices.js' */
/** @import { StackRow } from './rows.js' */
/** @import { StatedCopy } from './stated-copy.js' */

/**
 * Where a row stands: `done` has a price; of `unpriced` the source knows none; `open` needs a person; `failed` may succeed when tried again; `waiting` is not asked yet.
 * @typedef {'done' | 'unpriced' | 'open' | 'failed' | 'waiting'} State
 */

/**
 * @typedef {object} RowState
 * @property {State} state
 * @property {'printing' | 'copy' | 'quantity' | 'text' | null} asks what a person has to say, of an open row
 * @property {string | null} todo the same in words; `null` when the row is done
 * @property {readonly Price[] | null} skus every copy of the printing
 * @property {Price | null} sku the copy that the row means
 * @property {StatedCopy | null} stated what the row says of its copy and the price of its whole printing does not
 * @property {number | null} price of one copy, US dollars
 * @property {number | null} total of all copies
 * @property {string | null} pricedAt ISO instant that the price is of
 */

const nothing = { skus: null, sku: null, stated: null, price: null, total: null, pricedAt: null }

/**
 * @param {State} state
 * @param {string} todo
 * @param {RowState['asks']} asks
 * @returns {RowState}
 */
const withoutPrices = (state, todo, asks = null) => ({ ...nothing, state, todo, asks })

/** @param {string} code */
const failed = (code) => {
  if (code === 'unknown_category') return withoutPrices('open', 'Which game?', 'text')
  if (code === 'invalid_parameter' || code === 'invalid_body')
    return withoutPrices('open', 'The service does not take this text.', 'text')
  if (code === 'product_not_found' || code === 'sku_not_found') return withoutPrices('open', explain(code).meaning, 'printing')
  return withoutPrices('failed', explain(code).meaning)
}

/**
 * What a row says of its copy: its own words, then those that the service read out of its text, then the photo.
 * @param {Pick<StackRow, 'written' | 'identification' | 'photo'>} row
 */
export const copyWanted = ({ written, identification, photo }) => {
  const { condition, variant, language } = written.entry ?? {}
  return wantedCopyOf({ condition, variant, language: language ?? photo?.language }, identification?.parsed)
}

/**
 * The copy of its printing that a row means by what it says; `null` where that cannot be told for certain.
 * @param {StackRow} row
 * @param {readonly Price[]} skus
 */
export const copyMeant = (row, skus) => {
  const { identification, printing } = row
  if (identification?.parsed.unread.length) return null
  return pickCopy(skus, copyWanted(row), printing?.name, printing?.category ?? '').copy
}

/** @param {StackRow} row */
const withoutPrinting = ({ written, identification, photo }) => {
  if (photo && !photo.isRead) return withoutPrices('waiting', 'Reading the photo…')
  if (identification === null) {
    if (photo && !written.entry?.q) return withoutPrices('open', 'No card can be read.', 'text')
    return written.entry === null && written.productId === null && written.skuId === null
      ? withoutPrices('open', 'This cannot be read as one card.', 'text')
      : withoutPrices('waiting', 'Not looked up yet.')
  }
  if (identification.candidates.length === 0) return withoutPrices('open', 'No printing fits.', 'text')
  return withoutPrices('open', 'Which printing?', 'printing')
}

/**
 * @param {StackRow} row
 * @param {KnownPrices | undefined} known of its printing
 * @returns {RowState}
 */
const workOut = (row, known) => {
  if (row.code) return failed(row.code)
  if (row.printing === null) return withoutPrinting(row)
  if (!known) return withoutPrices('waiting', 'Not priced yet.')
  if (known.prices === null) return failed(known.code)
  const skus = known.prices
  const sku = (row.isCopyKnown ? skus.find(({ skuId }) => skuId === row.skuId) : copyMeant(row, skus)) ?? null
  const price = sku?.marketPrice ?? null
  const total = price === null || row.quantity === null ? null : (Math.round(price * 100) * row.quantity) / 100
  const pricedAt = sku === null ? known.fetchedAt : timeOfPrice(sku, known.fetchedAt)
  const stated = sku === null ? null : statedCopy(copyWanted(row), skus, row.printing.category ?? '')
  const found = { skus, sku, stated, price, total, pricedAt }
  if (skus.length === 0) return { ...found, state: 'unpriced', asks: null, todo: 'Price unknown.' }
  if (sku === null) return { ...found, state: 'open', asks: 'copy', todo: 'Which copy?' }
  if (row.quantity === null || row.quantity < 1) return { ...found, state: 'open', asks: 'quantity', todo: 'How many copies?' }
  return price === null
    ? { ...found, state: 'unpriced', asks: null, todo: 'Price unknown.' }
    : { ...found, state: 'done', asks: null, todo: null }
}

/** Neither rows nor what is known of prices are ever changed in place, so that the same two mean the same again. @type {WeakMap<StackRow, { readonly known: KnownPrices | undefined, readonly state: RowState }>} */
const workedOut = new WeakMap()

/**
 * @param {StackRow} row
 * @param {PriceBook} book
 * @returns {RowState}
 */
export const stateOf = (row, book) => {
  const known = row.printing === null ? undefined : book.get(row.printing.productId)
  const last = workedOut.get(row)
  if (last && last.known === known) return last.state
  const state = workOut(row, known)
  workedOut.set(row, { known, state })
  return state
}

/**
 * The sum of what is known, in US dollars, and `null` while that is nothing of what is there; how many rows stand where, and how many cards they are.
 * @param {readonly StackRow[]} rows
 * @param {PriceBook} book
 */
export const totalsOf = (rows, book) => {
  const counts = { done: 0, unpriced: 0, open: 0, failed: 0, waiting: 0 }
  let cents = 0
  let cards = 0
  /** @type {string | null} */
  let oldest = null
  for (const row of rows) {
    const { state, total, pricedAt } = stateOf(row, book)
    counts[state]++
    cards += row.quantity ?? 0
    if (state !== 'done') continue
    cents += Math.round((total ?? 0) * 100)
    if (pricedAt !== null && (oldest === null || pricedAt < oldest)) oldest = pricedAt
  }
  return { ...counts, cards, sum: counts.done > 0 || rows.length === 0 ? cents / 100 : null, pricedAt: oldest }
}
