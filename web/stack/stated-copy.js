import { pickCopy, readCopyWords } from '/console/client/client.js'
import { arePrintings } from './copies.js'

/** @import { Price, WantedCopy } from '/console/client/client.js' */

/** What is said of a copy that the price of its whole printing does not tell: a condition or language other than the usual, as the market names it. @typedef {{ readonly condition: string | null, readonly language: string | null }} StatedCopy */

/**
 * @param {WantedCopy} wanted
 * @param {'condition' | 'language'} column
 * @param {readonly Price[]} skus
 * @param {string} category
 */
const unusual = (wanted, column, skus, category) => {
  const said = wanted[column]
  if (!said || pickCopy(skus.slice(0, 1), { [column]: said }, '', category).copy !== null) return null
  return readCopyWords(said, column)?.[column] ?? said
}

/**
 * @param {WantedCopy} wanted
 * @param {readonly Price[]} skus
 * @param {string} category of the printing
 * @returns {StatedCopy | null} `null` where the price is that of the copy itself, or nothing else is said
 */
export const statedCopy = (wanted, skus, category) => {
  if (skus.length === 0 || !arePrintings(skus)) return null
  const condition = unusual(wanted, 'condition', skus, category)
  const language = unusual(wanted, 'language', skus, category)
  return condition === null && language === null ? null : { condition, language }
}
