import { conditionOf, wholeCents } from './till-row.js'

/** @import { TillRow } from './till-row.js' */

/** Conditions of the market, each with a percentage of its own. */
export const conditions = /** @type {const} */ ([
  'Near Mint',
  'Lightly Played',
  'Moderately Played',
  'Heavily Played',
  'Damaged',
  'Unopened',
])

/** @typedef {typeof conditions[number]} Condition */

/** @typedef {Readonly<Record<Condition, number>>} Percentages from 0 to 100, with up to two decimals */

/**
 * What a shop pays.
 * @typedef {object} Terms
 * @property {Percentages} cashPercent of the market price
 * @property {Percentages} creditPercent of the market price
 * @property {number} minCents cards with a lower market price are not bought
 * @property {number} roundToCents offers for one copy are multiples of this
 */

export const roundings = [1, 5, 10, 25, 50, 100]

/** @type {Percentages} */
const defaultCash = {
  'Near Mint': 60,
  'Lightly Played': 50,
  'Moderately Played': 40,
  'Heavily Played': 30,
  Damaged: 20,
  Unopened: 60,
}

/** Credit is worth this many percentage points more than cash. */
const creditBonus = 15

/** @type {Terms} */
export const defaultTerms = {
  cashPercent: defaultCash,
  creditPercent: /** @type {Percentages} */ (
    Object.fromEntries(conditions.map((condition) => [condition, defaultCash[condition] + creditBonus]))
  ),
  minCents: 0,
  roundToCents: 1,
}

/**
 * A percentage as it is typed: `60`, `62.5`, `62,5 %`. `null` for anything but 0 to 100 with at most two decimals.
 * @param {string} typed
 */
export const readPercent = (typed) => {
  const digits = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*%?$/.exec(typed.trim())?.[1]
  const percent = digits === undefined ? null : Number(digits.replace(',', '.'))
  return percent === null || percent > 100 ? null : percent
}

/**
 * Dollars as they are typed, in cents: `1`, `0.50`, `$0,50`. `null` for anything else.
 * @param {string} typed
 */
export const readDollars = (typed) => {
  const [, dollars, cents = ''] = /^\$?\s*(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? []
  return dollars === undefined ? null : Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

/**
 * What is paid for one copy: rounded half up to a multiple of `roundToCents`, and down where that would be more than the market price. In integers throughout.
 * @param {number} marketCents
 * @param {number} percent
 * @param {number} roundToCents
 */
const offerCents = (marketCents, percent, roundToCents) => {
  const exact = marketCents * Math.round(percent * 100)
  const unit = roundToCents * 10_000
  const rest = exact % unit
  const down = (exact - rest) / 10_000
  const up = down + roundToCents
  return rest * 2 >= unit && up <= marketCents ? up : down
}

/**
 * Why a row has no offer: it is not settled, it could not be looked up, it still is, the source knows no price, the terms have no percentage for its condition, or it is too cheap.
 * @typedef {'open' | 'failed' | 'waiting' | 'unpriced' | 'condition' | 'tooCheap'} NoOffer
 */

/** @typedef {{ readonly each: number, readonly all: number }} Cents of one copy, and of all copies of the row */

/**
 * @typedef {object} RowOffer
 * @property {NoOffer | null} why `null` where there is an offer
 * @property {Cents | null} market `null` where the price is not known
 * @property {Cents | null} cash `null` without an offer; 0 only where 0 % is paid
 * @property {Cents | null} credit
 */

/**
 * @typedef {object} Offer
 * @property {readonly RowOffer[]} rows in the order of the stack
 * @property {number} copies of the rows with an offer
 * @property {{ readonly market: number, readonly cash: number, readonly credit: number }} sums cents; the market's are those of every row with a price
 * @property {ReadonlyMap<NoOffer, number>} without how many rows have no offer, by why
 */

/**
 * @param {NoOffer} why
 * @param {Cents | null} market
 * @returns {RowOffer}
 */
const none = (why, market = null) => ({ why, market, cash: null, credit: null })

/**
 * @param {TillRow} row
 * @param {Terms} terms
 * @returns {RowOffer}
 */
const rowOffer = (
  { state, quantity, marketPrice, printing, copy, stated },
  { cashPercent, creditPercent, minCents, roundToCents },
) => {
  if (state !== 'done') return none(state)
  if (quantity === null || copy === null) return none('open')
  if (marketPrice === null) return none('unpriced')
  /** @type {(each: number) => Cents} */
  const ofAll = (each) => ({ each, all: each * quantity })
  const market = ofAll(wholeCents(marketPrice))
  const named = conditionOf({ printing, copy, stated })
  const condition = conditions.find((known) => known === named)
  if (condition === undefined) return none('condition', market)
  if (market.each < minCents) return none('tooCheap', market)
  /** @type {(percent: number) => Cents} */
  const offer = (percent) => ofAll(offerCents(market.each, percent, roundToCents))
  return { why: null, market, cash: offer(cashPercent[condition]), credit: offer(creditPercent[condition]) }
}

/**
 * What the shop offers for a stack. Each sum is that of the rows as they are shown; a row whose price is not known counts in none.
 * @param {readonly TillRow[]} rows
 * @param {Terms} terms
 * @returns {Offer}
 */
export const offerOf = (rows, terms) => {
  const offers = rows.map((row) => rowOffer(row, terms))
  /** @type {Map<NoOffer, number>} */
  const without = new Map()
  const sums = { market: 0, cash: 0, credit: 0 }
  let copies = 0
  for (const [at, { why, market, cash, credit }] of offers.entries()) {
    sums.market += market?.all ?? 0
    sums.cash += cash?.all ?? 0
    sums.credit += credit?.all ?? 0
    if (why === null) copies += rows[at]?.quantity ?? 0
    else without.set(why, (without.get(why) ?? 0) + 1)
  }
  return { rows: offers, copies, sums, without }
}
