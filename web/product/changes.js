import { dayNumber } from '../days.js'
import { datedBuckets } from './buckets.js'

/** @import { HistoryResult } from '/console/client/client.js' */
/** @import { DatedBucket } from './buckets.js' */

/**
 * How a price moved: `from` and `to` are the days of the bucket that it is compared with.
 * @typedef {{ readonly amount: number, readonly percent: number, readonly from: number, readonly to: number }} Change
 */

/** @typedef {Pick<HistoryResult, 'variants' | 'recordedSince'>} Histories */

export const changeSpans = [7, 30, 90]

/**
 * @param {readonly Histories[]} histories of whatever ranges are known
 * @param {number} skuId
 * @param {number} lastDay
 */
const bucketsOf = (histories, skuId, lastDay) =>
  histories.map(({ variants, recordedSince }) => {
    const series = variants.find((variant) => variant.skuId === skuId)
    return series ? datedBuckets(series, lastDay, recordedSince !== null) : []
  })

/**
 * The bucket that tells the price of a day: the last one at or before it. Where a history begins a bucket later at most, its first.
 * @param {readonly DatedBucket[]} buckets
 * @param {number} day
 * @param {number} oldestDay before which a price is too old to stand for that day
 */
const bucketAt = (buckets, day, oldestDay) => {
  const before = buckets.findLast(({ from, marketPrice }) => from <= day && marketPrice !== null)
  if (before) return before.to >= oldestDay ? before : null
  const [first] = buckets
  const isClose = first !== undefined && first.marketPrice !== null && first.from - day <= first.to - first.from + 1
  return isClose ? first : null
}

/**
 * The day that a price is of: when its source calculated it, which may be days before it is looked at.
 * @param {{ readonly calculatedAt: string | null }} price
 * @param {number} lastDay
 */
export const dayOfPrice = ({ calculatedAt }, lastDay) =>
  calculatedAt === null ? lastDay : Math.min(lastDay, dayNumber(calculatedAt))

/**
 * The change of a price over a span of days. A gap is bridged by an older bucket, as long as that is at most twice as far back.
 * @param {readonly Histories[]} histories
 * @param {number} skuId
 * @param {{ readonly price: number | null, readonly day: number }} now
 * @param {number} span days
 * @returns {Change | null} `null` is unknown
 */
export const changeOver = (histories, skuId, { price, day }, span) => {
  if (price === null) return null
  const found = bucketsOf(histories, skuId, day).flatMap((buckets) => bucketAt(buckets, day - span, day - 2 * span) ?? [])
  // The bucket that ends last is the closest, and of those the shortest the most exact.
  const bucket = found.toSorted((a, b) => closeness(b, day - span) - closeness(a, day - span) || b.from - a.from)[0]
  const then = bucket?.marketPrice
  if (!bucket || !then) return null
  const cents = Math.round(price * 100) - Math.round(then * 100)
  return { amount: cents / 100, percent: (cents / Math.round(then * 100)) * 100, from: bucket.from, to: bucket.to }
}

/** @param {DatedBucket} bucket @param {number} day */
const closeness = ({ from }, day) => -Math.abs(from - day)

/**
 * The newest days with a sale of a copy.
 * @param {readonly Histories[]} histories
 * @param {number} skuId
 * @param {number} lastDay
 * @returns {DatedBucket | null} `null` where no sale is known
 */
export const lastSaleOf = (histories, skuId, lastDay) => {
  const sold = bucketsOf(histories, skuId, lastDay).flatMap(
    (buckets) => buckets.findLast(({ quantitySold, lowSalePrice }) => (quantitySold ?? 0) > 0 || lowSalePrice !== null) ?? [],
  )
  return sold.toSorted((a, b) => b.to - a.to || b.from - a.from)[0] ?? null
}
