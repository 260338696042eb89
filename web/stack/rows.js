/** @import { IdentifyResult, CardReading, ListRow, ProductSummary } from '/console/client/client.js' */

/** @typedef {Pick<IdentifyResult, 'ambiguous' | 'parsed' | 'candidates'>} Identification what the words of a row mean, best candidate first */

/**
 * A photo that a row was read from. The picture itself is kept under the row's id until the row goes.
 * @typedef {object} RowPhoto
 * @property {boolean} isRead
 * @property {Lock} lock of the pile when it was taken
 * @property {CardReading['advice'] | null} advice
 * @property {number | null} confidence 0 to 100
 * @property {string | null} language of the card, as `German`
 * @property {number} cards that the picture shows
 */

/**
 * A card of a stack: all that is kept of it. Prices are not part of it, since many rows share them.
 * @typedef {object} StackRow
 * @property {string} id
 * @property {ListRow} written what the row says, as the client reads it
 * @property {number | null} quantity copies; `null` where what is written is no number
 * @property {Identification | null} identification `null` until its words were looked up, and for a printing taken from the catalogue
 * @property {ProductSummary | null} printing the one that is meant; `null` while several fit, or none
 * @property {boolean} isChosen whether a person chose the printing
 * @property {number | null} skuId the copy that is meant; `null` while it cannot be told
 * @property {boolean} isCopyKnown whether the copy was worked out or chosen; until then the prices of the printing decide
 * @property {string | null} code of the failure that concerns this row alone
 * @property {RowPhoto | null} photo
 * @property {string} addedAt ISO instant
 */

/** @typedef {{ readonly category: string, readonly set: string }} Lock slug of a category and name or slug of a set, to which a pile belongs; empty where it is open */

const idBytes = 12

/** Random, also in pages that were not loaded over HTTPS, which have no `randomUUID`. */
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(idBytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** @returns {Omit<StackRow, 'written' | 'quantity'>} */
const newRow = () => ({
  id: newId(),
  addedAt: new Date().toISOString(),
  identification: null,
  printing: null,
  isChosen: false,
  skuId: null,
  isCopyKnown: false,
  code: null,
  photo: null,
})

/** @param {string} text */
const plainText = (text) => ({
  line: 1,
  text,
  quantity: 1,
  entry: { q: text },
  setName: null,
  game: null,
  productId: null,
  skuId: null,
})

/**
 * A product of which nothing but the id is known; its name is what the list says.
 * @param {number} productId
 * @param {ListRow} written
 */
export const unnamedPrinting = (productId, { entry, text, setName }) => ({
  productId,
  name: entry?.q || text || `Product ${productId}`,
  category: null,
  setName,
  setId: null,
  setCode: null,
  cardNumber: null,
  rarity: null,
  sealed: false,
  marketPrice: null,
  lowestPrice: null,
  listingCount: null,
})

/**
 * @param {ListRow} written
 * @param {Lock} lock holds for what the row leaves open
 * @returns {StackRow}
 */
export const rowOfList = (written, { category, set }) => {
  const { entry } = written
  if (entry === null || entry.q === '') {
    // An id without words needs no looking up: its prices are all there is to ask for.
    const printing = written.productId !== null && written.skuId === null ? unnamedPrinting(written.productId, written) : null
    return { ...newRow(), written, quantity: written.quantity, printing }
  }
  const ofPile = {
    ...entry,
    ...(category && !entry.category && !written.game ? { category } : {}),
    ...(set && !entry.set ? { set } : {}),
  }
  return { ...newRow(), written: { ...written, entry: ofPile }, quantity: written.quantity }
}

/** @param {Lock} lock @returns {StackRow} a row whose photo is still to be read */
export const rowOfPhoto = (lock) => ({
  ...newRow(),
  written: { ...plainText(''), entry: null },
  quantity: 1,
  photo: { lock, isRead: false, advice: null, confidence: null, language: null, cards: 1 },
})

/**
 * @param {ProductSummary} printing
 * @returns {StackRow} a row of a printing that a person took from the catalogue
 */
export const rowOfPrinting = (printing) => {
  const text = [printing.name, printing.cardNumber].filter(Boolean).join(' ')
  const written = { ...plainText(text), entry: { q: '' }, productId: printing.productId }
  return { ...newRow(), written, quantity: 1, printing, isChosen: true }
}

/**
 * A change of many rows that makes the same of the same row, so that lists that have rows in common still have them in common.
 * @param {(row: StackRow) => StackRow | readonly StackRow[]} change
 */
export const changeOfRows = (change) => {
  /** @type {Map<StackRow, StackRow | readonly StackRow[]>} */
  const changed = new Map()
  return (/** @type {readonly StackRow[]} */ rows) =>
    rows.flatMap((row) => {
      const becomes = changed.get(row) ?? change(row)
      changed.set(row, becomes)
      return becomes
    })
}

/**
 * Chooses a printing: the copy is worked out anew.
 * @param {StackRow} row
 * @param {ProductSummary | null} printing
 * @returns {StackRow}
 */
export const withPrinting = (row, printing) => ({
  ...row,
  printing,
  isChosen: printing !== null,
  skuId: null,
  isCopyKnown: false,
  code: null,
})

/**
 * @param {StackRow} row
 * @param {number} skuId
 * @returns {StackRow}
 */
export const withCopy = (row, skuId) => ({ ...row, skuId, isCopyKnown: true })

/**
 * A row with other words, which are looked up anew; they take the place of what a photo says.
 * @param {StackRow} row
 * @param {ListRow} written
 * @param {Lock} lock
 * @returns {StackRow}
 */
export const withText = (row, written, lock) => ({
  ...rowOfList(written, lock),
  id: row.id,
  photo: row.photo && { ...row.photo, isRead: true },
})
