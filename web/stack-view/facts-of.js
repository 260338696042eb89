import { stateOf } from '../stack/row-state.js'

/** @import { PriceBook } from '../stack/prices.js' */
/** @import { StackRow } from '../stack/rows.js' */
/** @import { TillRow } from '../till/till-row.js' */

/**
 * A row as the till takes it.
 * @param {StackRow} row
 * @param {PriceBook} book
 * @returns {TillRow}
 */
export const factsOf = (row, book) => {
  const { state, sku, stated, price, pricedAt } = stateOf(row, book)
  const { written, quantity, printing } = row
  return { text: written.text, quantity, state, printing, copy: sku, stated, marketPrice: price, pricedAt }
}
