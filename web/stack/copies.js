/** @import { Price, Sku } from '/console/client/client.js' */

/** @typedef {Pick<Sku, 'skuId' | 'condition' | 'variant' | 'language'>} Copy */
/** @typedef {'condition' | 'variant' | 'language'} CopyField */

/** Conditions of the market, best first, with the words of the trade for them. */
export const conditions = [
  { name: 'Near Mint', short: 'NM' },
  { name: 'Lightly Played', short: 'LP' },
  { name: 'Moderately Played', short: 'MP' },
  { name: 'Heavily Played', short: 'HP' },
  { name: 'Damaged', short: 'DMG' },
]

/** @param {string | null} condition */
export const shortCondition = (condition) => conditions.find(({ name }) => name === condition)?.short ?? condition

/** Those that are none of the market's, as `Unopened`, rank last. @param {Pick<Copy, 'condition'>} copy */
const rankOf = ({ condition }) => {
  const rank = conditions.findIndex(({ name }) => name === condition)
  return rank === -1 ? conditions.length : rank
}

/** Whether a copy is in one of the conditions above. @param {Pick<Copy, 'condition'>} copy */
export const isGraded = (copy) => rankOf(copy) < conditions.length

/**
 * @template {Pick<Copy, 'condition'>} C
 * @param {readonly C[]} copies
 * @returns {readonly C[]} best condition first
 */
export const bestFirst = (copies) => copies.toSorted((a, b) => rankOf(a) - rankOf(b))

/**
 * Whether a source prices whole printings: it names neither condition nor language.
 * @param {readonly Pick<Copy, 'condition' | 'language'>[]} copies
 */
export const arePrintings = (copies) => copies.every(({ condition, language }) => condition === null && language === null)

/**
 * @param {readonly Copy[]} copies
 * @param {CopyField} field
 * @returns {readonly (string | null)[]}
 */
export const valuesOf = (copies, field) => [...new Set(copies.map((copy) => copy[field]))]

/**
 * Copies that differ from one in condition alone; of a source of printings, all printings.
 * @template {Copy} C
 * @param {readonly C[]} copies
 * @param {Pick<Copy, 'variant' | 'language'>} copy
 * @returns {readonly C[]}
 */
export const comparableCopies = (copies, { variant, language }) =>
  arePrintings(copies) ? copies : copies.filter((one) => one.variant === variant && one.language === language)

/**
 * What a copy without a price may be worth: what the next better and the next worse condition with a price bring.
 * @param {readonly Price[]} prices
 * @param {Copy} copy
 * @returns {readonly Price[]} at most two, better before worse
 */
export const neighborsOf = (prices, copy) => {
  const priced = bestFirst(comparableCopies(prices, copy).filter((one) => one.marketPrice !== null && isGraded(one)))
  const better = priced.findLast((one) => rankOf(one) < rankOf(copy))
  const worse = priced.find((one) => rankOf(one) > rankOf(copy))
  return isGraded(copy) ? [better, worse].filter((one) => one !== undefined) : []
}
