import { readList } from '/console/client/client.js'
import { readCopyTerms } from '/console/client/copy-words.js'

/** Limit of the contract. */
const maxQueryLength = 120

/** Words of a copy that may end a line. */
const maxTailWords = 3

/** Whether a text is a list rather than one line. @param {string} text */
export const hasSeveralLines = (text) => text.trim().includes('\n')

/** A line as it is asked for. @param {string} text */
export const questionOf = (text) => text.trim().replace(/\s+/g, ' ').slice(0, maxQueryLength)

/** @param {readonly string[]} words abbreviations that card names have too, such as `ex`, count for nothing */
const isOfCopy = (words) => {
  const terms = readCopyTerms(words.join(' '))
  return terms !== null && terms.length > 0 && terms.every(({ onlyAlone }) => !onlyAlone)
}

/**
 * Whether a line says more than which card it is: copies, condition, finish or language, or the id of a product.
 * @param {string} text
 */
export const saysCopy = (text) => {
  const line = questionOf(text)
  const [row] = readList(line)
  if (!row) return false
  if (row.entry?.q !== line) return true
  const words = line.split(' ')
  return words.some((_, at) => at > 0 && words.length - at <= maxTailWords && isOfCopy(words.slice(at)))
}

/**
 * Whether a line is looked up as one card: it has a number, or says more than a name.
 * @param {string} text
 */
export const isCardLine = (text) => /\d/.test(text) || saysCopy(text)

/** @param {string} text */
const plainWords = (text) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/**
 * Whether every word that was typed begins a word of a product's name, set or number.
 * @param {Pick<import('/console/client/client.js').ProductSummary, 'name' | 'setName' | 'cardNumber'>} product
 * @param {string} text
 */
export const hasWords = ({ name, setName, cardNumber }, text) => {
  const words = plainWords(`${name} ${setName ?? ''} ${cardNumber ?? ''}`)
  return plainWords(text).every((typed) => words.some((word) => word.startsWith(typed)))
}
