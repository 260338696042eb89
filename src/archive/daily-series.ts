import type { HistoryRange } from '../contract/history.ts'
import type { MarketBucket, MarketSeries } from '../market/ports.ts'
import { dayMs } from '../time/units.ts'
import { utcDay, utcDayText } from '../time/utc-day.ts'
import type { ArchivedHistory } from './price-archive.ts'

/** Days that a range holds, its last among them. */
const daysOf = { month: 30, quarter: 91, 'semi-annual': 182, annual: 365 } as const satisfies Record<
  HistoryRange,
  number
>

/** First instant of the range that ends with the UTC day of an instant. */
export const rangeStartMs = (range: HistoryRange, endMs: number): number => (utcDay(endMs) - daysOf[range] + 1) * dayMs

const bucketOf = (date: string, marketPriceCents: number | null): MarketBucket => ({
  date,
  marketPriceCents: marketPriceCents !== null && marketPriceCents > 0 ? marketPriceCents : null,
  quantitySold: null,
  transactionCount: null,
  lowSalePriceCents: null,
  highSalePriceCents: null,
  lowSalePriceWithShippingCents: null,
  highSalePriceWithShippingCents: null,
})

/** A bucket for each day with an observation, the last one of a day; days without are left out. */
export const toDailySeries = (histories: readonly ArchivedHistory[]): MarketSeries[] =>
  histories.flatMap(({ sku: { skuId, condition, variant, language }, prices }) => {
    // Oldest first, so that a later observation of a day takes the place of the one before.
    const days = new Map(prices.map(({ observedAtMs, marketCents }) => [utcDayText(observedAtMs), marketCents]))
    if (days.size === 0) return []
    const buckets = [...days].map(([date, marketCents]) => bucketOf(date, marketCents))
    return [{ skuId, condition, variant, language, averageDailyQuantitySold: null, totalQuantitySold: null, buckets }]
  })
