import { CardMarketError } from '/console/client/client.js'
import { explain } from '../error-messages.js'
import { money, placeOf, priceRange } from '../format.js'
import { candidatesOf } from '../stack/candidates.js'
import { bestFirst } from '../stack/copies.js'
import { stateOf } from '../stack/row-state.js'
import { shownPrice } from '../stack/shown-price.js'

/** @import { Price } from '/console/client/client.js' */
/** @import { PriceBook } from '../stack/prices.js' */
/** @import { RowState } from '../stack/row-state.js' */
/** @import { StackRow } from '../stack/rows.js' */

/**
 * What the camera shows of a photo: its card, and what to do where that is not settled.
 * @typedef {object} Scan
 * @property {StackRow} row
 * @property {RowState} state
 * @property {string} name
 * @property {string} place set, number and rarity, or what stands in their way
 * @property {'printing' | 'copy' | null} choice what one tap settles
 * @property {boolean} isUnread whether the photo gave no card
 * @property {boolean} isFailed whether trying again may help
 * @property {string} worth the price of one copy, or the range of what is likely
 * @property {number} found cards on the photo, where this is the first of several; else 0
 */

/** @param {StackRow} row @param {PriceBook} book */
const rangeOf = (row, book) => {
  const amounts = candidatesOf(row).likely.flatMap((one) => {
    const { low, high } = shownPrice(one, book, row)
    return low === null || high === null ? [] : [low, high]
  })
  return amounts.length === 0 ? '' : priceRange(Math.min(...amounts), Math.max(...amounts))
}

/** @param {unknown} problem what ended the reading of all photos */
const waitOf = (problem) => {
  if (!(problem instanceof CardMarketError)) return 'Reading…'
  return problem.code === 'connection_failed' ? 'Waits for the connection.' : explain(problem.code, problem.message).meaning
}

/** @param {StackRow} row @param {RowState} state @param {unknown} problem */
const placeOrTodo = (row, { state, todo }, problem) => {
  if (row.printing) return placeOf(row.printing)
  return state === 'waiting' ? waitOf(problem) : (todo ?? '')
}

/**
 * @param {StackRow} row
 * @param {PriceBook} book
 * @param {unknown} problem
 * @returns {Scan}
 */
const scanOf = (row, book, problem) => {
  const state = stateOf(row, book)
  const { asks } = state
  return {
    row,
    state,
    name: row.printing?.name ?? (row.written.text || (row.photo?.isRead ? 'Not read' : 'Photo')),
    place: placeOrTodo(row, state, problem),
    choice: asks === 'printing' || asks === 'copy' ? asks : null,
    isUnread: asks === 'text',
    isFailed: state.state === 'failed',
    worth: asks === 'printing' ? rangeOf(row, book) : state.skus ? money(state.price) : '',
    found: 0,
  }
}

/** Photos that are shown over the camera; all are in the stack. */
const maxScans = 24

/**
 * The photos of a stack, newest first.
 * @param {readonly StackRow[]} rows
 * @param {PriceBook} book
 * @param {unknown} problem
 * @returns {readonly Scan[]}
 */
export const scansOf = (rows, book, problem) => {
  const photographed = rows.filter(({ photo }) => photo !== null).slice(0, maxScans)
  return photographed.map((row, at) => {
    const cards = row.photo?.cards ?? 1
    const isFirst = photographed[at - 1]?.addedAt !== row.addedAt
    return { ...scanOf(row, book, problem), found: cards > 1 && isFirst ? cards : 0 }
  })
}

/**
 * One copy of each finish and language, in the best condition there is.
 * @param {readonly Price[]} skus
 */
export const bestCopiesOf = (skus) =>
  [...Map.groupBy(bestFirst(skus), ({ variant, language }) => `${variant} ${language}`).values()].flatMap(([best]) => best ?? [])
