import { decodeText, readWholeList } from '/console/client/client.js'
import { copiesText, plural } from '../format.js'
import { goTo, readRoute } from '../route.js'
import { hasKey, say } from '../session.js'
import { takeKeyFrom } from '../shell/key-dialog.js'
import { addPhotos, stack } from '../stack/open-stack.js'
import { costOf } from '../stack/open-work.js'

/** @import { ProductSummary } from '/console/client/client.js' */
/** @import { StackRow } from '../stack/rows.js' */

/** A longer file is no list. */
const maxListBytes = 10_000_000

/**
 * What has just come onto the stack, or why it has not.
 * @typedef {object} Added
 * @property {string} sentence
 * @property {ProductSummary | null} product whose page may be of interest
 * @property {number | null} stepId the step of the stack that it was; `null` where nothing was added
 */

/** Fires `added`, with an `Added`, after each step. */
export const additions = new EventTarget()

/** @param {Added} added */
const tell = (added) => {
  say(added.sentence)
  additions.dispatchEvent(new CustomEvent('added', { detail: added }))
}

const lastStepId = () => stack.lastStep()?.id ?? null

/**
 * Tells of the step that was just made.
 * @param {string} sentence
 * @param {ProductSummary | null} product
 */
export const tellAdded = (sentence, product = null) => tell({ sentence, product, stepId: lastStepId() })

/** @param {string} sentence */
const tellFailure = (sentence) => tell({ sentence, product: null, stepId: null })

const waiting = () => {
  if (!hasKey()) return ' They wait for an API key.'
  if (!navigator.onLine) return ' They wait for the connection.'
  return ''
}

/** @param {readonly StackRow[]} rows */
const costText = (rows) => `about ${plural(costOf(rows, stack.book, new Set()), 'request')}`

const showStack = () => {
  if (readRoute().name !== '') goTo('#/')
}

/**
 * Puts a line or a list onto the stack; a list is shown there. Text with a key in it is none.
 * @param {string} text
 */
export const addText = (text) => {
  if (takeKeyFrom(text)) return
  const { problem, unknownHeads } = readWholeList(text)
  const rows = stack.addList(text)
  const isList = rows.length > 1
  const unread = unknownHeads.length === 0 ? '' : ` Columns that were not understood: ${unknownHeads.join(', ')}.`
  if (rows.length === 0) tellFailure(problem ?? 'There is no card in this text.')
  else tellAdded(`${plural(rows.length, 'row')} added: ${costText(rows)}.${unread}${waiting()}`)
  if (isList) showStack()
}

/** Whether nothing but the product was said of a row, neither in words nor by a choice. @param {StackRow} row */
const isPlain = ({ written: { entry }, isCopyKnown, quantity }) =>
  entry?.q === '' && !entry.condition && !entry.variant && !entry.language && !isCopyKnown && quantity !== null

/**
 * The row that one more copy of a product belongs to.
 * @param {ProductSummary} product
 */
const plainRowOf = ({ productId }) => stack.current().rows.find((row) => row.printing?.productId === productId && isPlain(row))

/** Copies of a product on the stack. @param {number} productId */
export const copiesOnStack = (productId) =>
  stack.current().rows.reduce((sum, row) => sum + (row.printing?.productId === productId ? (row.quantity ?? 0) : 0), 0)

/**
 * Puts one copy of a product onto the stack.
 * @param {ProductSummary} product
 */
export const addProduct = (product) => {
  const { name, setName } = product
  const row = plainRowOf(product)
  if (row) {
    const quantity = (row.quantity ?? 0) + 1
    stack.change(row.id, `${name}: ${copiesText(quantity)}`, (one) => ({ ...one, quantity, printing: product }))
  } else stack.addPrinting(product)
  const copies = copiesOnStack(product.productId)
  const what = [name, setName].filter(Boolean).join(', ')
  tellAdded(copies > 1 ? `${what} added: ${copiesText(copies)}.` : `${what} added.`, product)
}

/** @param {File} file */
const isPicture = ({ type, name }) => type.startsWith('image/') || /\.(?:hei[cf]|jpe?g|png|webp)$/i.test(name)

/** @param {File} file @returns {Promise<string | null>} `null` when it is no text */
const textOf = async (file) => {
  if (file.size > maxListBytes) return null
  const text = decodeText(new Uint8Array(await file.arrayBuffer()))
  return text.includes('\0') ? null : text
}

/** @param {File} file */
const addListFile = async (file) => {
  try {
    const text = await textOf(file)
    if (text === null) tellFailure(`${file.name} is neither a list nor a picture: CSV and text are read.`)
    else addText(text)
  } catch (error) {
    // A file that was moved, or is kept elsewhere and cannot be fetched, is refused by the browser when it is read.
    if (!(error instanceof DOMException)) throw error
    tellFailure(`${file.name} could not be read.`)
  }
}

/** @param {readonly File[]} pictures */
const addPictures = async (pictures) => {
  try {
    const added = addPhotos(pictures)
    // Until all are ready another step may be made.
    const stepId = lastStepId()
    // Now: once the photos are ready, a person may look at something else.
    showStack()
    await added
    const photos = plural(pictures.length, 'photo')
    tell({ sentence: `${photos} added: ${plural(pictures.length, 'request')} and their prices.`, product: null, stepId })
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    tellFailure('A photo could not be read or kept.')
  }
}

/**
 * Puts files onto the stack, each as what it is: a photo or a list.
 * @param {readonly File[]} files
 */
export const addFiles = async (files) => {
  const pictures = files.filter(isPicture)
  if (pictures.length > 0) await addPictures(pictures)
  for (const file of files.filter((one) => !isPicture(one))) await addListFile(file)
}
