import { readList as readRows } from '/console/client/client.js'

/**
 * A row of a list as it was written; what it does not say is empty.
 * @typedef {object} ListRow
 * @property {string} name text of the card, as identify takes it
 * @property {string} set
 * @property {string} category slug of its product line
 * @property {string} condition
 * @property {string} variant
 * @property {string} language
 * @property {number | null} quantity `null` when what is written is no number of copies
 * @property {number | null} productId
 * @property {boolean} isReadable false where the row cannot be read as one card
 */

/**
 * Reads a list for the table of the console.
 * @param {string} text
 * @returns {ListRow[]}
 */
export const readList = (text) =>
  readRows(text).map(({ text: written, quantity, entry, productId }) => ({
    name: entry?.q || (productId === null ? written : String(productId)),
    set: entry?.set ?? '',
    category: entry?.category ?? '',
    condition: entry?.condition ?? '',
    variant: entry?.variant ?? '',
    language: entry?.language ?? '',
    quantity,
    productId,
    isReadable: Boolean(entry?.q) || productId !== null,
  }))
