import type { HistoryRange } from '../../../contract/history.ts'
import type { MarketBucket, MarketSeries } from '../../../market/ports.ts'
import { dayText } from '../../../time/utc-day.ts'
import { dailyAverage } from '../../daily-average.ts'
import type { SandboxProduct } from '../sandbox-product.ts'
import { isTradedOn, openingDayOf, popularityOf } from './demand.ts'
import { type MarketDay, marketDays } from './market-day.ts'
import { addSales, type DaySales, salesOn, salesRateOf } from './sales.ts'
import { priceCentsOn, type SkuModel, skuModelsOf } from './skus.ts'

/** Buckets of each range and the days that one covers, as the real market cuts them. */
export const rangeShapes = {
  month: { buckets: 30, bucketDays: 1 },
  quarter: { buckets: 30, bucketDays: 3 },
  'semi-annual': { buckets: 26, bucketDays: 7 },
  annual: { buckets: 52, bucketDays: 7 },
} as const satisfies Record<HistoryRange, { buckets: number; bucketDays: number }>

/**
 * The history of every priced SKU up to and including a day, oldest bucket first. A bucket's market price is that of
 * its last day, so that the newest one agrees with the prices of the same day.
 */
export const historyOn = (product: SandboxProduct, range: HistoryRange, day: number): MarketSeries[] => {
  if (!isTradedOn(product, day)) return []
  const { buckets, bucketDays } = rangeShapes[range]
  const days = marketDays(product.productId, day - buckets * bucketDays + 1, day)
  const spans = Array.from({ length: buckets }, (_, index) => days.slice(index * bucketDays, (index + 1) * bucketDays))
  const openingDay = openingDayOf(product)
  const popularity = popularityOf(product.productId)
  return skuModelsOf(product)
    .filter(({ coverage }) => coverage === 'priced')
    .map((model) => seriesOf(model, salesRateOf(model, popularity), spans, openingDay))
}

const seriesOf = (
  model: SkuModel,
  rate: number,
  spans: readonly (readonly MarketDay[])[],
  openingDay: number,
): MarketSeries => {
  const buckets = spans.map((span) => bucketOf(model, rate, span, openingDay))
  const totalQuantitySold = buckets.reduce((total, { quantitySold }) => total + (quantitySold ?? 0), 0)
  const days = spans.reduce((total, span) => total + span.length, 0)
  return {
    ...model.sku,
    averageDailyQuantitySold: dailyAverage(totalQuantitySold, days),
    totalQuantitySold,
    buckets,
  }
}

const bucketOf = (model: SkuModel, rate: number, span: readonly MarketDay[], openingDay: number): MarketBucket => {
  const traded = span.filter(({ day }) => day >= openingDay)
  const last = traded.at(-1)
  const sales = traded.reduce<DaySales | null>((sum, market) => addSales(sum, salesOn(model, rate, market)), null)
  return {
    date: dayText(span[0]?.day ?? 0),
    marketPriceCents: last === undefined ? null : priceCentsOn(model, last),
    quantitySold: sales?.quantity ?? 0,
    transactionCount: sales?.transactions ?? 0,
    lowSalePriceCents: sales?.lowCents ?? null,
    highSalePriceCents: sales?.highCents ?? null,
    lowSalePriceWithShippingCents: sales?.lowWithShippingCents ?? null,
    highSalePriceWithShippingCents: sales?.highWithShippingCents ?? null,
  }
}
