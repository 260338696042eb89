import type { ArchivedSku } from '../../../../archive/ports.ts'
import type { ArchivedHistory, ArchivedPrice } from '../../../../archive/price-archive.ts'
import type { HistoryRange } from '../../../../contract/history.ts'
import type { Sku } from '../../../../contract/product-details.ts'
import type { MarketBucket, MarketPrice, MarketSeries } from '../../../ports.ts'

const dayMs = 86_400_000

/** Days that a range of the history holds, the newest among them. */
const daysOf = { month: 30, quarter: 91, 'semi-annual': 182, annual: 365 } as const satisfies Record<HistoryRange, number>

/** First instant of a range that ends with the day of the newest files. */
export const startOfRange = (range: HistoryRange, newestMs: number): number =>
  (Math.floor(newestMs / dayMs) - daysOf[range] + 1) * dayMs

/** A price that is none becomes unknown; it is never 0. */
const positive = (cents: number | null): number | null =>
  cents !== null && Number.isSafeInteger(cents) && cents > 0 ? cents : null

/** One printing of a product on one day. */
export interface DailyPrice {
  readonly sku: Sku
  readonly marketCents: number | null
  readonly lowestCents: number | null
  /** When the source says that it was so. */
  readonly observedAtMs: number
}

/** The files know printings, never a condition or a language. */
const skuOf = ({ skuId, variant }: ArchivedSku): Sku => ({ skuId, condition: null, variant, language: null })

/** The printings that a segment has a row of, out of all that were ever observed. */
export const printingsOf = (
  prices: readonly ArchivedPrice[],
  segment: { readonly observedAtMs: number; readonly recordedAtMs: number },
): DailyPrice[] =>
  prices.flatMap(({ sku, price }) =>
    price?.observedAtMs === segment.observedAtMs && price.recordedAtMs === segment.recordedAtMs
      ? [
          {
            sku: skuOf(sku),
            marketCents: positive(price.marketCents),
            lowestCents: positive(price.lowestCents),
            observedAtMs: price.observedAtMs,
          },
        ]
      : [],
  )

/** What the files do not tell of a price: mid, high and direct low are listings and are not passed off as sales. */
const untold = { lowSalePriceCents: null, highSalePriceCents: null, sampleSize: null } as const

export const mapDailyPrice = ({ sku, marketCents, lowestCents, observedAtMs }: DailyPrice): MarketPrice => ({
  ...sku,
  marketPriceCents: marketCents,
  lowestPriceCents: lowestCents,
  ...untold,
  calculatedAt: new Date(observedAtMs).toISOString(),
})

/** A printing that was observed once, and has no row today. */
export const mapAbsentPrice = (sku: ArchivedSku): MarketPrice => ({
  ...skuOf(sku),
  marketPriceCents: null,
  lowestPriceCents: null,
  ...untold,
  calculatedAt: null,
})

export const utcDayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const bucketOf = (date: string, marketCents: number | null): MarketBucket => ({
  date,
  marketPriceCents: positive(marketCents),
  quantitySold: null,
  transactionCount: null,
  lowSalePriceCents: null,
  highSalePriceCents: null,
  lowSalePriceWithShippingCents: null,
  highSalePriceWithShippingCents: null,
})

/** Series by printing, a bucket for each day with an observation; of several builds of one UTC day the last one counts. */
export const mapDailyHistory = (histories: readonly ArchivedHistory[]): MarketSeries[] =>
  histories.flatMap(({ sku, prices }) => {
    // Oldest first, so that a later build replaces the one before in its place.
    const days = new Map(prices.map(({ observedAtMs, marketCents }) => [utcDayOf(observedAtMs), marketCents]))
    if (days.size === 0) return []
    const buckets = [...days].map(([date, marketCents]) => bucketOf(date, marketCents))
    return [{ ...skuOf(sku), averageDailyQuantitySold: null, totalQuantitySold: null, buckets }]
  })
