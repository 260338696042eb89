import { wholeCents } from './till-row.js'

/** @import { TillRow } from './till-row.js' */

/**
 * What other programs take: a card and copy beyond doubt, and how many of them.
 * @typedef {object} SettledRow
 * @property {NonNullable<TillRow['printing']>} printing
 * @property {NonNullable<TillRow['copy']>} copy
 * @property {NonNullable<TillRow['stated']> | null} stated
 * @property {number} quantity
 * @property {string | null} price dollars of one copy at the market, as `12.50`
 * @property {string} pricedAt empty without a price
 * @property {number} stackRows how many rows of the stack it stands for
 */

/**
 * Why a row is not in a file: it is not settled, it counts no copies, it is of a game that the program does not know, or of which nobody does, the program has no word for
 * its condition, finish or language, it lacks an id or a price that the program needs, or its price is that of a whole printing and not of its condition or language.
 * @typedef {'unsettled' | 'noCopies' | 'otherGame' | 'noGame' | 'noWord' | 'noId' | 'noPrice' | 'noOwnPrice'} LeftOut
 */

/**
 * What a row is to another program. A row without a price is settled too: its card and copy are certain.
 * @param {TillRow} row
 * @returns {SettledRow | LeftOut}
 */
const settledRow = ({ state, quantity, printing, copy, stated = null, marketPrice, pricedAt }) => {
  if ((state !== 'done' && state !== 'unpriced') || quantity === null || printing === null || copy === null) return 'unsettled'
  if (quantity < 1) return 'noCopies'
  const cents = marketPrice === null ? 0 : wholeCents(marketPrice)
  // What rounds to nothing would be sold for nothing.
  const price = cents === 0 ? null : (cents / 100).toFixed(2)
  return { printing, copy, stated, quantity, price, pricedAt: price === null ? '' : (pricedAt ?? ''), stackRows: 1 }
}

/** @param {SettledRow['printing']} printing */
const knownFacts = (printing) => Object.values(printing).filter((fact) => fact !== null && fact !== undefined).length

/**
 * The settled rows of a stack, those of the same copy as one with their quantities added and the newest price, and how many rows are left out. Of a printing of which some
 * rows have nothing but the id, all are what the best known one says.
 * @param {readonly TillRow[]} rows
 */
export const settledRows = (rows) => {
  /** @type {Map<string, SettledRow>} */
  const byCopy = new Map()
  /** @type {Map<number, SettledRow['printing']>} */
  const printings = new Map()
  /** @type {LeftOut[]} */
  const leftOut = []
  for (const row of rows) {
    const settled = settledRow(row)
    if (typeof settled === 'string') {
      leftOut.push(settled)
      continue
    }
    const { printing, copy, stated } = settled
    const known = printings.get(printing.productId)
    if (known === undefined || knownFacts(printing) > knownFacts(known)) printings.set(printing.productId, printing)
    const key = JSON.stringify([printing.productId, copy.skuId, stated])
    const same = byCopy.get(key)
    const newest = same && same.pricedAt > settled.pricedAt ? same : settled
    const quantity = settled.quantity + (same?.quantity ?? 0)
    byCopy.set(key, { ...newest, quantity, stackRows: 1 + (same?.stackRows ?? 0) })
  }
  const settled = [...byCopy.values()].map((row) => ({ ...row, printing: printings.get(row.printing.productId) ?? row.printing }))
  return { settled, leftOut }
}
