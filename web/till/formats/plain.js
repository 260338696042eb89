import { wholeCents } from '../till-row.js'

/** @import { CsvCell } from '/console/client/client.js' */
/** @import { TillRow } from '../till-row.js' */

export const plain = {
  id: 'plain',
  name: 'Plain table',
  note: 'Every row and all that is known of it, with ids to put it on a stack again.',
}

/** Heads as the client reads them. Text comes last: a row that has a name is read by that. */
const columns = [
  ...['name', 'set', 'setCode', 'cardNumber', 'rarity', 'category', 'condition', 'variant', 'language', 'quantity'],
  ...['marketPrice', 'total', 'state', 'pricedAt', 'productId', 'skuId', 'priceOf', 'text'],
]

/** Where a row stands, in the page's words. @type {Readonly<Record<TillRow['state'], string>>} */
const states = { done: 'done', unpriced: 'price unknown', open: 'to settle', failed: 'failed', waiting: 'waiting' }

/**
 * A row that is not settled is told by its text alone, so that nobody who reads the file takes it for certain.
 * @param {TillRow} row
 * @returns {CsvCell[]}
 */
const cellsOf = ({ text, quantity, state, printing, copy, stated, marketPrice, pricedAt }) => {
  const isSettled = state === 'done' || state === 'unpriced'
  const card = isSettled ? printing : null
  const sku = isSettled ? copy : null
  const told = isSettled ? stated : null
  const cents = state === 'done' && marketPrice !== null ? wholeCents(marketPrice) : null
  const total = cents === null || quantity === null ? null : cents * quantity
  return [
    ...[card?.name, card?.setName, card?.setCode, card?.cardNumber, card?.rarity, card?.category],
    ...[sku?.condition ?? told?.condition, sku?.variant, sku?.language ?? told?.language],
    // An empty cell would be read as one copy.
    quantity ?? '?',
    ...[cents, total].map((amount) => (amount === null ? null : (amount / 100).toFixed(2))),
    ...[
      states[state],
      cents === null ? null : pricedAt,
      card?.productId,
      sku?.skuId,
      cents !== null && told ? 'whole printing' : null,
      text,
    ],
  ]
}

/** @param {readonly TillRow[]} rows */
export const plainTable = (rows) => [columns, ...rows.map(cellsOf)]
