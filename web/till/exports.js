import { writeCsv } from '/console/client/client.js'
import { plural } from '../format.js'
import { manabox } from './formats/manabox.js'
import { moxfield } from './formats/moxfield.js'
import { plain, plainTable } from './formats/plain.js'
import { shopify } from './formats/shopify.js'
import { tcgplayer } from './formats/tcgplayer.js'
import { settledRows } from './settled-row.js'

/** @import { CsvCell } from '/console/client/client.js' */
/** @import { TillRow } from './till-row.js' */
/** @import { LeftOut, SettledRow } from './settled-row.js' */

/**
 * How another program takes a stack.
 * @typedef {object} Format
 * @property {string} id
 * @property {string} name
 * @property {string} note what its file is for
 * @property {readonly string[]} columns
 * @property {(row: SettledRow) => number} [groupBy] rows that must stand together
 * @property {(row: SettledRow, isFirst: boolean) => CsvCell[] | LeftOut} write `isFirst` of its group
 */

/**
 * @typedef {object} Export
 * @property {readonly (readonly CsvCell[])[]} rows the heads, then the cells
 * @property {number} taken rows of the stack that are in it
 * @property {ReadonlyMap<LeftOut, number>} leftOut how many rows of the stack are not in it, by why
 */

/** @type {readonly Format[]} */
const programs = [tcgplayer, manabox, moxfield, shopify]

/**
 * Ids, names and notes of all formats.
 * @type {readonly Pick<Format, 'id' | 'name' | 'note'>[]}
 */
export const formats = [plain, ...programs]

/**
 * @param {Format} format
 * @param {readonly TillRow[]} stack
 * @returns {Export}
 */
const exportFor = ({ columns, groupBy, write }, stack) => {
  const { settled, leftOut: unsettled } = settledRows(stack)
  /** @type {Map<LeftOut, number>} */
  const leftOut = new Map()
  /** @type {(why: LeftOut, count: number) => unknown} */
  const leave = (why, count) => leftOut.set(why, (leftOut.get(why) ?? 0) + count)
  for (const why of unsettled) leave(why, 1)
  const groups = groupBy === undefined ? [settled] : Map.groupBy(settled, groupBy).values()
  /** @type {(readonly CsvCell[])[]} */
  const rows = [columns]
  for (const group of groups) {
    let isFirst = true
    for (const row of group) {
      const cells = write(row, isFirst)
      if (typeof cells === 'string') leave(cells, row.stackRows)
      else {
        rows.push(cells)
        isFirst = false
      }
    }
  }
  const left = [...leftOut.values()].reduce((sum, count) => sum + count, 0)
  return { rows, taken: stack.length - left, leftOut }
}

/**
 * A stack in the columns and words of a format; one that is not known gives the plain table.
 * @param {string} id
 * @param {readonly TillRow[]} stack
 * @returns {Export}
 */
export const exportOf = (id, stack) => {
  const format = programs.find((one) => one.id === id)
  return format === undefined ? { rows: plainTable(stack), taken: stack.length, leftOut: new Map() } : exportFor(format, stack)
}

/** Without it spreadsheets take accents for signs of another alphabet; a program may take it for a part of the first head. */
const byteOrderMark = '\ufeff'

/**
 * The text of a file.
 * @param {string} id of its format
 * @param {Export['rows']} rows
 */
export const fileText = (id, rows) => `${programs.some((one) => one.id === id) ? '' : byteOrderMark}${writeCsv(rows)}`

/**
 * The name of a file: the stack's, as file systems take it, else the day, so that the files of two days are told apart.
 * @param {string} stackName
 * @param {string} id of its format
 * @param {Date} at
 */
export const fileName = (stackName, id, at) => {
  const words = stackName
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'))
  const format = formats.find((one) => one.id === id) ?? plain
  return `${(words.length > 0 ? words : ['stack', ...day]).join('-')}-${format.id}.csv`
}

/** @type {Readonly<Record<LeftOut, string>>} */
const reasons = {
  unsettled: 'not settled',
  noCopies: 'without a copy',
  otherGame: 'of another game',
  noGame: 'of a game that is not known',
  noWord: 'of a condition, finish or language that it has no word for',
  noId: 'without a SKU of the market',
  noPrice: 'without a price',
  noOwnPrice: 'in a condition or language without a price of its own',
}

/**
 * What a file holds, and what it does not, in a sentence or two.
 * @param {Pick<Export, 'taken' | 'leftOut'>} made
 */
export const exportNote = ({ taken, leftOut }) => {
  if (leftOut.size === 0) return `${plural(taken, 'row')}.`
  return `${plural(taken, 'row')}. Left out: ${[...leftOut].map(([why, count]) => `${count} ${reasons[why]}`).join(', ')}.`
}
