import { limits } from '/console/client/client.js'
import { candidatesOf } from './candidates.js'
import { needsLookUp } from './look-up.js'

/** @import { PriceBook } from './prices.js' */
/** @import { StackRow } from './rows.js' */

/** Prices that were asked for longer before a row came are asked for again. */
const maxAgeMs = 15 * 60_000

/** @param {StackRow} row what it asks for: equal rows are looked up once */
const askOf = ({ written: { entry, setName, game, productId, skuId } }) =>
  JSON.stringify([entry, setName, game, productId, skuId])

/** @param {readonly StackRow[]} rows */
const openGroups = (rows) => [...Map.groupBy(rows.filter(needsLookUp), askOf).values()]

/**
 * The rows that one request looks up next, how many different ones they are, and how many are open in all.
 * @param {readonly StackRow[]} rows
 */
export const nextToLookUp = (rows) => {
  const groups = openGroups(rows)
  const next = groups.slice(0, limits.entriesPerRequest)
  return { rows: next.flat(), groups: next.length, open: groups.length }
}

/**
 * Products whose prices are open: what rows mean or may mean.
 * @param {readonly StackRow[]} rows
 * @param {PriceBook} book
 * @param {ReadonlySet<number>} toRefresh products whose prices are to be asked for anew
 * @param {number} nowMs of a row that came later than now the clock was set back since
 */
export const productsToPrice = (rows, book, toRefresh, nowMs = Date.now()) => {
  /** @type {Set<number>} */
  const ids = new Set()
  for (const row of rows)
    for (const { productId } of row.printing ? [row.printing] : candidatesOf(row).likely) {
      const known = book.get(productId)
      const cameMs = Math.min(Date.parse(row.addedAt), nowMs)
      const ageMs = known ? cameMs - Date.parse(known.askedAt) : Number.POSITIVE_INFINITY
      if (ageMs > maxAgeMs || toRefresh.has(productId)) ids.add(productId)
    }
  return [...ids]
}

/**
 * Requests that the open work costs at least: one for a hundred different rows, one for a hundred products.
 * @param {readonly StackRow[]} rows
 * @param {PriceBook} book
 * @param {ReadonlySet<number>} toRefresh
 */
export const costOf = (rows, book, toRefresh) => {
  const toLookUp = openGroups(rows).length
  const toPrice = productsToPrice(rows, book, toRefresh).length
  return Math.ceil(toLookUp / limits.entriesPerRequest) + Math.ceil((toLookUp + toPrice) / limits.entriesPerRequest)
}
