import type { MirrorPrice } from '../emulator/mirror/mirror-day.ts'
import { builtAtMsOf } from './complete-days.ts'
import type { RecordedSeriesFile } from './series.ts'

/** What one printing was recorded with on one day, in cents; `null` for none. */
export interface ExpectedPrice {
  readonly day: string
  readonly observedAtMs: number
  readonly marketCents: number | null
  readonly lowestCents: number | null
}

/** Every recorded price of a printing, oldest first, whatever sets it stood in. */
export interface ExpectedSeries {
  readonly productId: number
  readonly subTypeName: string
  readonly prices: readonly ExpectedPrice[]
}

const known = (cents: number | undefined): number | null => (cents === undefined || cents < 0 ? null : cents)

/** What must be asked back after these days were taken over, by product. `days` are indexes of the file's days. */
export const expectedPrices = (
  file: RecordedSeriesFile,
  days: readonly number[],
): ReadonlyMap<number, readonly ExpectedSeries[]> => {
  const wanted = new Set(days)
  const found = new Map<string, { productId: number; subTypeName: string; prices: ExpectedPrice[] }>()
  for (const { productId, subTypeName, days, cents } of file.series) {
    const key = `${productId} ${subTypeName}`
    const series = found.get(key) ?? { productId, subTypeName, prices: [] }
    found.set(key, series)
    for (const [at, index] of days.entries()) {
      if (!wanted.has(index)) continue
      const day = file.days[index] as string
      const amounts = { marketCents: known(cents[at * 5]), lowestCents: known(cents[at * 5 + 1]) }
      series.prices.push({ day, observedAtMs: builtAtMsOf(day), ...amounts })
    }
  }
  const observed = [...found.values()].filter(({ prices }) => prices.length > 0)
  for (const { prices } of observed) prices.sort((a, b) => a.observedAtMs - b.observedAtMs)
  return Map.groupBy(observed, ({ productId }) => productId)
}

/** Series that are missing on a day between two on which they are there. */
export const countReturning = (
  expected: Iterable<readonly ExpectedSeries[]>,
  days: readonly number[],
  file: RecordedSeriesFile,
): number => {
  const order = new Map(days.map((index, at) => [file.days[index], at]))
  const hasGap = ({ prices }: ExpectedSeries): boolean => {
    const [first, last] = [prices[0], prices.at(-1)]
    if (first === undefined || last === undefined) return false
    return (order.get(last.day) ?? 0) - (order.get(first.day) ?? 0) + 1 > prices.length
  }
  let count = 0
  for (const series of expected) count += series.filter(hasGap).length
  return count
}

const inCents = (dollars: number | null): number | null => (dollars === null ? null : Math.round(dollars * 100))

/** What must be asked back of days that were recorded row by row. */
export const expectedOfRows = (
  days: readonly { readonly day: string; readonly rows: Iterable<MirrorPrice> }[],
): ReadonlyMap<number, readonly ExpectedSeries[]> => {
  const found = new Map<string, { productId: number; subTypeName: string; prices: ExpectedPrice[] }>()
  for (const { day, rows } of days)
    for (const { productId, subTypeName, marketPrice, lowPrice } of rows) {
      const key = `${productId} ${subTypeName}`
      const series = found.get(key) ?? { productId, subTypeName, prices: [] }
      found.set(key, series)
      const amounts = { marketCents: inCents(marketPrice), lowestCents: inCents(lowPrice) }
      series.prices.push({ day, observedAtMs: builtAtMsOf(day), ...amounts })
    }
  return Map.groupBy(found.values(), ({ productId }) => productId)
}
