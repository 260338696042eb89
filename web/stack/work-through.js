import { lookUpRows, needsLookUp } from './look-up.js'
import { nextToLookUp, productsToPrice } from './open-work.js'
import { lookUpProducts } from './prices.js'

/** @import { Operations } from '/console/client/client.js' */
/** @import { OpenPriceBook } from './price-book.js' */
/** @import { KnownPrices } from './prices.js' */
/** @import { StackRow } from './rows.js' */
/** @import { StackApi } from './stack.js' */

/**
 * @typedef {object} Progress
 * @property {'look-up' | 'price'} step
 * @property {number} done
 * @property {number} total
 */

/**
 * @typedef {object} Work
 * @property {StackApi} api
 * @property {() => readonly StackRow[]} rows as they are now: some come while others are looked up
 * @property {OpenPriceBook} book
 * @property {(change: (row: StackRow) => StackRow) => unknown} learn
 * @property {(found: readonly KnownPrices[]) => void} learnPrices
 * @property {(progress: Progress) => void} onProgress
 * @property {() => boolean} mayGoOn asked before each step
 */

/**
 * Looks up a hundred rows after the other, so that each hundred is seen at once, and then prices what they mean.
 * @param {Work} work
 * @returns {Promise<boolean>} whether anything was priced
 */
export const workThrough = async ({ api, rows, book, learn, learnPrices, onProgress, mayGoOn }) => {
  /** @type {Progress | null} */
  let progress = null
  /** @param {Progress['step']} step @param {number} count @param {number} open */
  const advance = (step, count, open) => {
    const done = (progress?.step === step ? progress.done : 0) + count
    progress = { step, done, total: done + open - count }
    onProgress(progress)
  }
  /** @param {Operations['lookUpPrices']['input']} input */
  const lookUp = async (input) => (await api.lookUpPrices(input)).data

  for (let isPriced = false; ; ) {
    if (!mayGoOn()) return isPriced
    const { rows: next, groups, open } = nextToLookUp(rows())
    if (next.length > 0) {
      const changes = await lookUpRows(api, next)
      learn((row) => (needsLookUp(row) ? (changes.get(row.id)?.(row) ?? row) : row))
      advance('look-up', groups, open)
      continue
    }
    const ids = productsToPrice(rows(), book.prices, book.toRefresh)
    if (ids.length === 0) return isPriced
    let left = ids.length
    await lookUpProducts(ids, lookUp, (found) => {
      learnPrices(found)
      advance('price', found.length, left)
      left -= found.length
    })
    isPriced = true
  }
}
