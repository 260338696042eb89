import { money } from '../format.js'
import { stateOf } from './row-state.js'

/** @import { PriceBook } from './prices.js' */
/** @import { StackRow } from './rows.js' */

/** @param {StackRow} row @param {PriceBook} book */
const sentenceOf = (row, book) => {
  const { price, todo } = stateOf(row, book)
  const name = row.printing?.name ?? row.written.text
  const what = todo ?? `${money(price)}.`
  return name ? `${name}: ${what}` : what
}

/**
 * What is said of photos that were read and priced: one sentence for each, or their number where it would be many.
 * @param {readonly StackRow[]} rows
 * @param {PriceBook} book
 * @returns {string | null} `null` where there is nothing to say
 */
export const photoSentence = (rows, book) => {
  if (rows.length === 0) return null
  if (rows.length <= 2) return rows.map((row) => sentenceOf(row, book)).join(' ')
  const toSettle = rows.filter((row) => stateOf(row, book).state === 'open').length
  return `${rows.length} cards were found, ${toSettle === 0 ? 'none' : toSettle} to settle.`
}
