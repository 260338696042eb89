import { dayNumber } from '../days.js'

/** @import { HistoryBucket, HistoryVariant } from '/console/client/client.js' */

/** @typedef {HistoryBucket & { readonly from: number, readonly to: number }} DatedBucket a bucket with its first and last day */

/**
 * Days that one bucket of a series covers: the smallest distance of two, since a source may leave buckets out. Of this service's own record each is a day, however
 * few there are.
 * @param {readonly number[]} days first days, rising
 * @param {boolean} isDaily
 */
export const bucketDays = (days, isDaily) => {
  if (isDaily) return 1
  const steps = days.slice(1).map((day, index) => day - (days[index] ?? day))
  return Math.max(1, Math.min(...(steps.length > 0 ? steps : [1])))
}

/**
 * Buckets with the days that they cover; none later than the last day.
 * @param {Pick<HistoryVariant, 'buckets'>} series
 * @param {number} lastDay
 * @param {boolean} isDaily
 * @returns {readonly DatedBucket[]} oldest first
 */
export const datedBuckets = ({ buckets }, lastDay, isDaily) => {
  const dated = buckets.flatMap((bucket) => (bucket.date === null ? [] : [{ ...bucket, from: dayNumber(bucket.date) }]))
  const width = bucketDays(
    dated.map(({ from }) => from),
    isDaily,
  )
  return dated.map((bucket) => ({ ...bucket, to: Math.max(bucket.from, Math.min(bucket.from + width - 1, lastDay)) }))
}
