import { copiesOf, pickCopy, wantedCopyOf } from '/console/client/client.js'
import { explain } from './error-messages.js'

/** @import { Candidate, Price } from '/console/client/client.js' */
/** @import { BatchRow, PricesByProduct } from './pricing.js' */

/** @typedef {'done' | 'unpriced' | 'open' | 'failed' | 'waiting'} State */

/**
 * What is known of a row: `done`, `unpriced` (the source knows no price), `open` (a person must choose), `failed` (trying again may help) or `waiting`.
 * @typedef {object} RowStatus
 * @property {State} state
 * @property {string | null} action what is left to do, `null` when the row is done
 * @property {readonly Price[] | null} skus
 * @property {Price | null} sku the copy that the row means
 * @property {number | null} price
 * @property {number | null} total
 */

/**
 * The copy that a row means: the one that a person chose, or the one that its cells and its text name for certain.
 * @param {BatchRow} row
 * @param {readonly Price[]} skus
 */
const copyOf = (row, skus) => {
  const chosen = skus.find(({ skuId }) => skuId === row.skuId)
  if (chosen || row.parsed?.unread.length) return chosen ?? null
  const printing = row.candidates?.find(({ productId }) => productId === row.productId)
  return pickCopy(skus, wantedCopyOf(row, row.parsed), printing?.name, printing?.category ?? '').copy
}

/**
 * @param {State} state
 * @param {string} action
 * @returns {RowStatus}
 */
const withoutPrices = (state, action) => ({ state, action, skus: null, sku: null, price: null, total: null })

/** @param {string} code */
const failed = (code) => {
  if (code === 'unknown_category') return withoutPrices('open', 'Which product line?')
  if (code === 'invalid_parameter') return withoutPrices('open', 'The service does not take this text.')
  return withoutPrices(code === 'product_not_found' ? 'open' : 'failed', explain(code).meaning)
}

/**
 * @param {BatchRow} row
 * @param {PricesByProduct} prices
 * @returns {RowStatus}
 */
export const rowStatusOf = (row, prices) => {
  if (row.code) return failed(row.code)
  if (row.candidates?.length === 0) return withoutPrices('open', 'No printing fits.')
  if (row.productId === null)
    return row.candidates ? withoutPrices('open', 'Which printing?') : withoutPrices('waiting', 'Waiting.')
  const found = prices.get(row.productId)
  if (!found) return withoutPrices('waiting', 'Waiting.')
  if (found.prices === null) return failed(found.code)
  const skus = found.prices
  const sku = copyOf(row, skus)
  const quantity = copiesOf(row, row.parsed)
  const price = sku?.marketPrice ?? null
  const total = price === null || quantity === null ? null : (Math.round(price * 100) * quantity) / 100
  const known = { skus, sku, price, total }
  if (sku === null) return { ...known, state: 'open', action: 'Which copy?' }
  if (quantity === null) return { ...known, state: 'open', action: 'How many copies?' }
  return price === null ? { ...known, state: 'unpriced', action: 'Price unknown.' } : { ...known, state: 'done', action: null }
}

/**
 * The sum of what is known, and how many rows are in each state.
 * @param {readonly BatchRow[]} rows
 * @param {PricesByProduct} prices
 */
export const summaryOf = (rows, prices) => {
  const counts = { done: 0, unpriced: 0, open: 0, failed: 0, waiting: 0 }
  let cents = 0
  for (const row of rows) {
    const { state, total } = rowStatusOf(row, prices)
    counts[state]++
    if (state === 'done') cents += Math.round((total ?? 0) * 100)
  }
  return { ...counts, sum: cents / 100 }
}

/** @typedef {{ readonly row: BatchRow, readonly printing: Candidate | undefined, readonly status: RowStatus }} RowFacts */

/** @type {Readonly<Record<string, (facts: RowFacts) => string | number | null | undefined>>} */
const columns = {
  name: ({ row }) => row.name,
  productId: ({ row }) => row.productId,
  product: ({ printing }) => printing?.name,
  set: ({ printing }) => printing?.setName,
  cardNumber: ({ printing }) => printing?.cardNumber,
  skuId: ({ status }) => status.sku?.skuId,
  condition: ({ status }) => status.sku?.condition,
  variant: ({ status }) => status.sku?.variant,
  language: ({ status }) => status.sku?.language,
  quantity: ({ row }) => copiesOf(row, row.parsed),
  marketPrice: ({ status }) => status.price,
  total: ({ status }) => status.total,
  status: ({ status }) => status.action ?? 'done',
}

/**
 * All rows as a table to be saved, its first line the names of the columns.
 * @param {readonly BatchRow[]} rows
 * @param {PricesByProduct} prices
 */
export const exportOf = (rows, prices) => [
  Object.keys(columns),
  ...rows.map((row) => {
    const printing = row.candidates?.find(({ productId }) => productId === row.productId)
    const facts = { row, printing, status: rowStatusOf(row, prices) }
    return Object.values(columns).map((cell) => cell(facts))
  }),
]
