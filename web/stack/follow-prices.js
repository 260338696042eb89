import { limits } from '/console/client/client.js'
import { capabilities } from '../capabilities.js'
import { dayOf, daysBefore } from '../days.js'
import { call } from '../session.js'
import { compare, pricesSeen } from './compare.js'
import { database, stack } from './open-stack.js'
import { stateOf } from './row-state.js'
import { createSeenPrices } from './seen-prices.js'

/** @import { Comparison } from './compare.js' */

/** A list that is being priced changes many times a second. */
const pauseMs = 300

const seen = createSeenPrices(database)
const today = () => dayOf(new Date().toISOString())
const weekAgo = () => daysBefore(today(), 7)

/** @type {Comparison | null} */
let newest = null

/** Codes of products whose record was read: what it does not hold of a day gone by it will not hold later. */
const readCodes = ['ok', 'product_not_found']

/** Products whose record was read in this page, each with its day. @type {Set<string>} */
const read = new Set()

/** @param {number} productId @param {string} day */
const readKey = (productId, day) => `${productId} ${day}`

/** Fires `change` when the comparison is another one. */
export const comparisonUpdates = new EventTarget()

/** What the open stack gained or lost. */
export const comparison = () => newest

const update = async () => {
  const { rows } = stack.current()
  await seen.keep(pricesSeen(rows, stack.book))
  const now = compare(stack.current().rows, stack.book, seen.byCopy, today())
  if (JSON.stringify(now) === JSON.stringify(newest)) return
  newest = now
  comparisonUpdates.dispatchEvent(new Event('change'))
}

/** Products whose prices of a week ago this browser did not see, but the service's own record may hold. */
export const productsToCompare = () => {
  const told = capabilities()
  if (!told?.data.asOf.offered || told.recordedSince === null || told.recordedSince > weekAgo()) return []
  const day = weekAgo()
  const ids = stack.current().rows.flatMap((row) => {
    const { sku, state } = stateOf(row, stack.book)
    const isKnown = sku !== null && seen.byCopy.get(sku.skuId)?.has(day)
    return state === 'done' && !isKnown && row.printing ? [row.printing.productId] : []
  })
  return [...new Set(ids)].filter((productId) => !read.has(readKey(productId, day)))
}

/** Asks the service's record for the prices of a week ago. */
export const compareWithWeekAgo = async () => {
  const ids = productsToCompare()
  const day = weekAgo()
  for (let at = 0; at < ids.length; at += limits.entriesPerRequest) {
    const { results } = await call('lookUpPrices', { productIds: ids.slice(at, at + limits.entriesPerRequest), asOf: day })
    for (const { productId, code } of results)
      if (productId !== null && readCodes.includes(code)) read.add(readKey(productId, day))
    const prices = results.flatMap((one) => one.prices ?? [])
    await seen.keep(
      prices.flatMap(({ skuId, marketPrice }) => (marketPrice === null ? [] : [{ skuId, day, price: marketPrice }])),
    )
  }
  await update()
}

let isScheduled = false
const schedule = () => {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    // A browser without space for it has nothing to compare with, and the stack itself says so.
    update().catch(() => {})
  }, pauseMs)
}

/** Keeps what the open stack's copies cost each day. */
export const followPrices = () => {
  stack.events.addEventListener('change', schedule)
  schedule()
  seen.prune(today()).catch(() => {})
}
