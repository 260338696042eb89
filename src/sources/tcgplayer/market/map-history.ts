import type { HistoryRange } from '../../../contract/history.ts'
import { isJsonObject, type JsonObject } from '../../../contract/json-object.ts'
import type { MarketBucket, MarketSeries } from '../../../market/ports.ts'
import { invalidResponse } from '../../../market/upstream/upstream-error.ts'
import { dailyAverage } from '../../daily-average.ts'
import { readCount, readDay, readFilledText } from '../../json-values.ts'
import { readAverage, readPositiveId, readPriceCents, readRows, refuseForeignCurrency } from '../wire.ts'

/** How the source spells a range; any other spelling is refused there. */
export const wireRanges = {
  month: 'month',
  quarter: 'quarter',
  'semi-annual': 'semiannual',
  annual: 'annual',
} as const satisfies Record<HistoryRange, string>

/** Days that the source divides a total by. */
const averagedDays = { month: 30, quarter: 90, 'semi-annual': 180, annual: 365 } as const satisfies Record<
  HistoryRange,
  number
>

/** The source cuts its averages down to an integer, which makes a 0 of whatever sold less than once a day. */
export const withAverage = (series: MarketSeries, range: HistoryRange): MarketSeries => {
  const { averageDailyQuantitySold: average, totalQuantitySold: total } = series
  return average === 0 && total
    ? { ...series, averageDailyQuantitySold: dailyAverage(total, averagedDays[range]) }
    : series
}

const bucketOf = (row: JsonObject): MarketBucket => {
  refuseForeignCurrency(row)
  return {
    date: readDay(row.bucketStartDate),
    marketPriceCents: readPriceCents(row.marketPrice),
    quantitySold: readCount(row.quantitySold),
    transactionCount: readCount(row.transactionCount),
    // A bucket without sales says "0" of its sales, which means none.
    lowSalePriceCents: readPriceCents(row.lowSalePrice),
    highSalePriceCents: readPriceCents(row.highSalePrice),
    lowSalePriceWithShippingCents: readPriceCents(row.lowSalePriceWithShipping),
    highSalePriceWithShippingCents: readPriceCents(row.highSalePriceWithShipping),
  }
}

/** Oldest first, unlike the source. ISO days sort as text; a bucket without a readable day comes first. */
const chronological = (buckets: readonly MarketBucket[]): MarketBucket[] =>
  buckets.toReversed().sort((a, b) => {
    const [left, right] = [a.date ?? '', b.date ?? '']
    return left < right ? -1 : left > right ? 1 : 0
  })

const variantOf = (row: JsonObject): MarketSeries | null => {
  const skuId = readPositiveId(row.skuId)
  if (skuId === null) return null
  refuseForeignCurrency(row)
  return {
    skuId,
    condition: readFilledText(row.condition),
    variant: readFilledText(row.variant),
    language: readFilledText(row.language),
    averageDailyQuantitySold: readAverage(row.averageDailyQuantitySold),
    totalQuantitySold: readCount(row.totalQuantitySold),
    buckets: chronological(readRows(row.buckets ?? [], 'buckets').map(bucketOf)),
  }
}

/** An empty list is no history, and so is `result: null`. @throws UpstreamError when it is no history at all */
export const mapHistory = (json: unknown): readonly MarketSeries[] => {
  if (json === null) return []
  if (Array.isArray(json)) {
    if (json.length === 0) return []
    throw invalidResponse('history is a bare list')
  }
  if (!isJsonObject(json)) throw invalidResponse('history is no object')
  if (Array.isArray(json.errors) && json.errors.length > 0) throw invalidResponse('history reports errors')
  const isHistory = 'result' in json || 'count' in json
  if (!isHistory && Object.keys(json).length > 0) throw invalidResponse('history has no result')
  const rows = readRows(json.result ?? [], 'history.result')
  const series = rows.map(variantOf).filter((variant) => variant !== null)
  if (rows.length > 0 && series.length === 0) throw invalidResponse('history without SKUs')
  return [...new Map(series.map((variant) => [variant.skuId, variant])).values()]
}
