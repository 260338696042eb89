import { hasWords, questionOf } from './typed.js'

/** @import { ProductSummary } from '/console/client/client.js' */
/** @import { Lock } from '../stack/rows.js' */

/**
 * @typedef {object} Answer
 * @property {readonly ProductSummary[]} products
 * @property {boolean} isComplete whether nothing else fits, so that more letters can only leave fewer
 */

/** What the service suggested for a text, so that no text is asked for twice, and none that an earlier answer holds whole. */
export const createSuggestionMemory = () => {
  /** @type {Map<string, Answer>} */
  const answers = new Map()
  /** @param {string} text @param {Lock} lock */
  const keyOf = (text, { category, set }) => JSON.stringify([category, set, questionOf(text).toLowerCase()])

  /** @param {string} text @param {Lock} lock */
  const narrowed = (text, lock) => {
    const question = questionOf(text)
    for (let length = question.length - 1; length > 0; length--) {
      const before = answers.get(keyOf(question.slice(0, length), lock))
      if (!before?.isComplete) continue
      const products = before.products.filter((product) => hasWords(product, question))
      // Nothing left may be a slip of the pen, which the service forgives.
      return products.length > 0 ? products : null
    }
    return null
  }

  return {
    /**
     * @param {string} text
     * @param {Lock} lock
     * @returns {readonly ProductSummary[] | null} `null` when the service has to be asked
     */
    find: (text, lock) => answers.get(keyOf(text, lock))?.products ?? narrowed(text, lock),
    /**
     * @param {string} text
     * @param {Lock} lock
     * @param {Answer} answer
     */
    keep: (text, lock, answer) => answers.set(keyOf(text, lock), answer),
    clear: () => answers.clear(),
  }
}
