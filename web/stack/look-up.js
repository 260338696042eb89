import { confidentMatch, priceList } from '/console/client/client.js'
import { newId, unnamedPrinting } from './rows.js'

/** @import { IdentifyResult, ImageIdentifyResult, ListPricer, PlacedCard } from '/console/client/client.js' */
/** @import { StackRow } from './rows.js' */

/** What rows that are looked up for the first time ask. @param {StackRow} row */
export const needsLookUp = ({ photo, identification, printing, code, written }) =>
  (photo === null || photo.isRead) &&
  identification === null &&
  printing === null &&
  code === null &&
  (Boolean(written.entry?.q) || written.productId !== null || written.skuId !== null)

/** @param {StackRow} row */
export const needsReading = ({ photo, code }) => photo !== null && !photo.isRead && code === null

/**
 * Looks up what rows of a list mean, by the one rule for lists.
 * @param {ListPricer} pricer
 * @param {readonly StackRow[]} rows
 * @returns {Promise<Map<string, (row: StackRow) => StackRow>>} what becomes of each row, by its id
 */
export const lookUpRows = async (pricer, rows) => {
  const written = rows.map((row) => row.written)
  const priced = await priceList(pricer, written, { category: null, onProgress: () => {} })
  return new Map(rows.map((row, at) => [row.id, changeBy(row, priced[at])]))
}

/** Outcomes of a lookup that are a person's to settle, not failures. */
const settledCodes = ['ok', 'unclear_printing', 'unclear_copy']

/** What of a row's words is about the copy. @param {StackRow} row */
const copyWordsOf = ({ written: { entry } }) => JSON.stringify([entry?.condition, entry?.variant, entry?.language])

/** What of a row's words is about the card. @param {StackRow} row */
const cardWordsOf = ({ written: { entry, ...rest } }) =>
  JSON.stringify([rest, { ...entry, condition: null, variant: null, language: null }])

/**
 * @param {StackRow} asked
 * @param {Awaited<ReturnType<typeof priceList>>[number] | undefined} found
 */
const changeBy = (asked, found) => (/** @type {StackRow} */ row) => {
  // Words that were corrected meanwhile are looked up themselves.
  if (found === undefined || cardWordsOf(row) !== cardWordsOf(asked)) return row
  const { identification, price, code, copies } = found
  const isCopyAsked = copyWordsOf(row) === copyWordsOf(asked)
  const isCertain = code === 'ok' || code === 'unclear_copy'
  const changed = {
    ...row,
    identification,
    printing: isCertain ? printingOf(found) : null,
    quantity: row.quantity === row.written.quantity ? copies : row.quantity,
    // Of another copy than was asked for, the prices decide.
    skuId: isCopyAsked ? (price?.skuId ?? null) : null,
    isCopyKnown: isCopyAsked && (price !== null || code === 'unclear_copy'),
  }
  const isSettled = code === null || settledCodes.includes(code) || (code === 'product_not_found' && identification !== null)
  // A row that was looked up is never looked up again by itself.
  return isSettled && !needsLookUp(changed) ? changed : { ...changed, code: code ?? 'unexpected_answer' }
}

/** @param {Awaited<ReturnType<typeof priceList>>[number]} found */
const printingOf = ({ identification, productId, row }) => {
  const candidate = identification?.candidates.find((one) => one.productId === productId)
  if (candidate || productId === null) return candidate ?? null
  return unnamedPrinting(productId, row)
}

/**
 * @param {StackRow} row
 * @param {Pick<PlacedCard, 'ocr' | 'identification'>} reading
 * @param {number} cards that the picture shows
 * @returns {StackRow}
 */
const withReading = (row, { ocr, identification }, cards) => {
  const { advice, confidence, suggested } = ocr
  const match = advice === 'take' && identification ? confidentMatch(identification) : null
  const q = suggested.query ?? ''
  return {
    ...row,
    written: { ...row.written, text: q, entry: q === '' ? null : { q } },
    identification: identification && identificationOf(identification),
    printing: match,
    photo: row.photo && { ...row.photo, isRead: true, advice, confidence, language: suggested.language, cards },
  }
}

/** @param {IdentifyResult} result */
const identificationOf = ({ ambiguous, parsed, candidates }) => ({ ambiguous, parsed, candidates })

/**
 * The rows of a photo: the first stays the row that was waiting, and each further card of the picture gets one of its own, with its box.
 * @param {StackRow} row
 * @param {ImageIdentifyResult} result
 * @returns {readonly { readonly row: StackRow, readonly box: PlacedCard['box'] | null }[]}
 */
export const rowsOfReading = (row, { ocr, identification, cards }) => {
  if (cards.length === 0) return [{ row: withReading(row, { ocr, identification }, 1), box: null }]
  return cards.map((card, at) => ({
    row: withReading(at === 0 ? row : { ...row, id: newId() }, card, cards.length),
    box: card.box,
  }))
}
