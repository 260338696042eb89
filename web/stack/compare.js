import { dayNumber, dayOf } from '../days.js'
import { stateOf } from './row-state.js'

/** @import { PriceBook } from './prices.js' */
/** @import { StackRow } from './rows.js' */

/** @typedef {{ readonly skuId: number, readonly day: string, readonly price: number }} SeenPrice the price of a copy on a UTC day */

/** Prices by copy, then by day. @typedef {ReadonlyMap<number, ReadonlyMap<string, number>>} SeenByCopy */

/**
 * What a stack gained or lost since a day, by the rows whose price is known then and now.
 * @typedef {object} Comparison
 * @property {string} since YYYY-MM-DD
 * @property {number} change US dollars
 * @property {number | null} percent of what these rows were worth then
 * @property {number} compared rows that have both prices
 * @property {number} rows all of the stack
 */

const weekDays = 7

/** A day further from a week ago than this is taken only where there is none nearer. */
const toleranceDays = 3

/**
 * The prices of a stack's copies as they are known now, each of the day on which the service saw it.
 * @param {readonly StackRow[]} rows
 * @param {PriceBook} book
 * @returns {readonly SeenPrice[]}
 */
export const pricesSeen = (rows, book) =>
  rows.flatMap((row) => {
    const { sku, price, pricedAt } = stateOf(row, book)
    return sku === null || price === null || pricedAt === null ? [] : [{ skuId: sku.skuId, day: dayOf(pricedAt), price }]
  })

/**
 * The day to compare with: of those about a week ago the one that most rows have a price of, else the nearest to it.
 * @param {ReadonlyMap<string, number>} rowsByDay
 * @param {string} today
 */
const chooseDay = (rowsByDay, today) => {
  const weekAgo = dayNumber(today) - weekDays
  const days = [...rowsByDay].map(([day, rows]) => {
    const distance = Math.abs(dayNumber(day) - weekAgo)
    return { day, rows: distance <= toleranceDays ? rows : 0, distance }
  })
  return days.sort((a, b) => b.rows - a.rows || a.distance - b.distance)[0]?.day ?? null
}

/**
 * @param {readonly StackRow[]} rows
 * @param {PriceBook} book
 * @param {SeenByCopy} seen
 * @param {string} today UTC day
 * @returns {Comparison | null} `null` while there is no earlier day
 */
export const compare = (rows, book, seen, today) => {
  const priced = rows.flatMap((row) => {
    const { state, sku, price, pricedAt } = stateOf(row, book)
    if (state !== 'done' || sku === null || price === null || pricedAt === null) return []
    return [{ price, quantity: row.quantity ?? 0, day: dayOf(pricedAt), before: seen.get(sku.skuId) ?? new Map() }]
  })
  /** @type {Map<string, number>} */
  const rowsByDay = new Map()
  for (const { day, before } of priced)
    for (const earlier of before.keys()) if (earlier < day) rowsByDay.set(earlier, (rowsByDay.get(earlier) ?? 0) + 1)
  const since = chooseDay(rowsByDay, today)
  if (since === null) return null
  const both = priced.filter(({ day, before }) => since < day && before.has(since))
  const centsNow = both.reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0)
  const centsBefore = both.reduce((sum, { quantity, before }) => sum + Math.round((before.get(since) ?? 0) * 100) * quantity, 0)
  const change = centsNow - centsBefore
  return {
    since,
    change: change / 100,
    percent: centsBefore === 0 ? null : (change / centsBefore) * 100,
    compared: both.length,
    rows: rows.length,
  }
}
