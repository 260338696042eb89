import { bucketDays, datedBuckets } from './buckets.js'

/** @import { HistoryVariant } from '/console/client/client.js' */
/** @import { DatedBucket } from './buckets.js' */

/**
 * Series as columns of one axis of days. The first is the chosen one: its sales are drawn too.
 * @typedef {object} ChartColumns
 * @property {readonly number[]} days first day of each bucket, and a day for each gap
 * @property {number} width days that a bucket covers
 * @property {readonly (readonly (number | null)[])[]} lines market prices in cents; `null` breaks the line
 * @property {readonly (DatedBucket | null)[]} chosen the buckets of the chosen series; `null` in a gap
 */

/**
 * @param {readonly Pick<HistoryVariant, 'buckets'>[]} series
 * @param {number} lastDay
 * @param {boolean} isDaily whether each bucket is a day
 * @returns {ChartColumns}
 */
export const chartColumns = (series, lastDay, isDaily) => {
  const dated = series.map((one) => new Map(datedBuckets(one, lastDay, isDaily).map((bucket) => [bucket.from, bucket])))
  const known = [...new Set(dated.flatMap((buckets) => [...buckets.keys()]))].sort((a, b) => a - b)
  const width = bucketDays(known, isDaily)
  const days = known.flatMap((day, index) => {
    const next = known[index + 1]
    return next !== undefined && next - day > width * 1.5 ? [day, day + width] : [day]
  })
  const [chosen = new Map()] = dated
  return {
    days,
    width,
    lines: dated.map((buckets) => days.map((day) => centsOf(buckets.get(day)?.marketPrice))),
    chosen: days.map((day) => chosen.get(day) ?? null),
  }
}

/** @param {number | null | undefined} price */
const centsOf = (price) => (price === null || price === undefined ? null : Math.round(price * 100))

/**
 * A point that is worth a label.
 * @typedef {{ readonly index: number, readonly cents: number, readonly names: readonly ('highest' | 'lowest' | 'last')[] }} Mark
 */

/**
 * The highest, the lowest and the last price of a line; one point where two of them are the same.
 * @param {readonly (number | null)[]} line
 * @returns {readonly Mark[]}
 */
export const marksOf = (line) => {
  const points = line.flatMap((cents, index) => (cents === null ? [] : [{ index, cents }]))
  const last = points.at(-1)
  if (!last) return []
  const all = points.map(({ cents }) => cents)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  if (low === high) return [{ ...last, names: ['last'] }]
  /** @type {Map<number, Mark>} */
  const marks = new Map()
  for (const [name, point] of /** @type {const} */ ([
    ['last', last],
    ['highest', points.findLast(({ cents }) => cents === high)],
    ['lowest', points.findLast(({ cents }) => cents === low)],
  ])) {
    if (!point) continue
    marks.set(point.index, { ...point, names: [...(marks.get(point.index)?.names ?? []), name] })
  }
  return [...marks.values()]
}

/** @param {ChartColumns} columns @returns {number} the most copies that were sold in one bucket; 0 where no sale is known */
export const maxSoldOf = ({ chosen }) => Math.max(0, ...chosen.map((bucket) => bucket?.quantitySold ?? 0))

/**
 * The lowest and the highest price in cents that a chart has to show, sales among them; `null` where there is none.
 * @param {ChartColumns} columns
 */
export const priceExtent = ({ lines, chosen }) => {
  const sales = chosen.flatMap((bucket) => [centsOf(bucket?.lowSalePrice), centsOf(bucket?.highSalePrice)])
  const all = [...lines.flat(), ...sales].filter((cents) => cents !== null)
  return all.length === 0 ? null : { low: Math.min(...all), high: Math.max(...all) }
}

/**
 * Points that no line leads to, which would not be seen.
 * @param {readonly (number | null)[]} line
 * @returns {number[]} their indexes
 */
export const isolatedPoints = (line) =>
  line.flatMap((cents, index) =>
    cents !== null && (line[index - 1] ?? null) === null && (line[index + 1] ?? null) === null ? [index] : [],
  )
