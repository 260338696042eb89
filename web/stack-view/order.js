/** @import { RowState } from '../stack/row-state.js' */
/** @import { StackRow } from '../stack/rows.js' */

/** @typedef {'newest' | 'name' | 'price'} SortBy */

/** @type {readonly (readonly [id: SortBy, name: string])[]} */
export const orders = [
  ['newest', 'Newest'],
  ['name', 'Name'],
  ['price', 'Price'],
]

/** @param {string | null} given @returns {SortBy} */
export const orderNamed = (given) => orders.find(([id]) => id === given)?.[0] ?? 'newest'

const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** What a row is called: its printing, or while there is none what is written. @param {StackRow} row */
export const nameOf = ({ printing, written, photo }) => printing?.name || written.text || (photo ? 'Photo' : 'Row')

/**
 * Rows in the order in which they are shown.
 * @param {readonly StackRow[]} rows newest first
 * @param {(row: StackRow) => RowState} stateOf
 * @param {{ readonly onlyOpen: boolean, readonly sortBy: SortBy }} options
 */
export const shownRows = (rows, stateOf, { onlyOpen, sortBy }) => {
  const shown = onlyOpen ? rows.filter((row) => stateOf(row).state === 'open') : rows
  if (sortBy === 'name') return shown.toSorted((a, b) => compare(nameOf(a), nameOf(b)))
  if (sortBy === 'price') return shown.toSorted((a, b) => (stateOf(b).total ?? -1) - (stateOf(a).total ?? -1))
  return shown
}

/**
 * The other rows, nearest first: those on from one in a direction, then those from the other end.
 * @param {readonly StackRow[]} rows as they are shown
 * @param {StackRow} row
 * @param {1 | -1} direction
 */
export const rowsOnFrom = (rows, row, direction) => {
  const at = rows.findIndex(({ id }) => id === row.id)
  const [before, after] = [rows.slice(0, Math.max(0, at)), rows.slice(at + 1)]
  return direction === 1 ? [...after, ...before] : [...before.toReversed(), ...after.toReversed()]
}
