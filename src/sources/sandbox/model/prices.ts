import type { MarketPrice } from '../../../market/ports.ts'
import { dayStart } from '../../../time/utc-day.ts'
import type { SandboxProduct } from '../sandbox-product.ts'
import { isTradedOn, openingDayOf, popularityOf } from './demand.ts'
import { type MarketDay, marketDayOf, marketDays } from './market-day.ts'
import { rawOffersOn } from './offers.ts'
import { addSales, type DaySales, salesOn, salesRateOf } from './sales.ts'
import { priceCentsOn, type SkuModel, skuModelsOf } from './skus.ts'

/** Sales that a market price is calculated from at most, and how far back they may lie. */
const maxSampleSize = 25
const sampleDays = 180

/** The prices of those SKUs for which the market has a row; the others are left out of its answer. */
export const pricesOn = (product: SandboxProduct, day: number): MarketPrice[] => {
  const days = sampleDaysBefore(product, day)
  const models = skuModelsOf(product)
  const lowest = lowestAskedOn(product, models, day)
  return models
    .filter(({ coverage }) => coverage !== 'left-out')
    .map((model) => rowOf(model, product.productId, days, lowest))
}

/** Price of the nth SKU of a product: nulls where the market has none, `null` when there is no such SKU. */
export const priceOfSkuOn = (product: SandboxProduct, ordinal: number, day: number): MarketPrice | null => {
  const models = skuModelsOf(product)
  const model = models[ordinal - 1]
  if (model === undefined) return null
  return rowOf(model, product.productId, sampleDaysBefore(product, day), lowestAskedOn(product, models, day))
}

/** The market price of a product in cents, which is that of its main SKU; `null` when the market knows none. */
export const productPriceCentsOn = (
  product: SandboxProduct,
  models: readonly SkuModel[],
  day: number,
): number | null => {
  const main = models[0]
  return main === undefined || !isTradedOn(product, day)
    ? null
    : priceCentsOn(main, marketDayOf(product.productId, day))
}

/** The days that prices are calculated from, oldest first; none while the product is not traded. */
const sampleDaysBefore = (product: SandboxProduct, day: number): MarketDay[] =>
  isTradedOn(product, day)
    ? marketDays(product.productId, Math.max(day - sampleDays + 1, openingDayOf(product)), day)
    : []

/** What the cheapest offer of each SKU asks, in cents, by SKU id: of the very offers of that day. */
const lowestAskedOn = (
  product: SandboxProduct,
  models: readonly SkuModel[],
  day: number,
): ReadonlyMap<number, number> => {
  const lowest = new Map<number, number>()
  for (const { model, itemCents } of rawOffersOn(product, models, day)) {
    const { skuId } = model.sku
    lowest.set(skuId, Math.min(itemCents, lowest.get(skuId) ?? itemCents))
  }
  return lowest
}

const rowOf = (
  model: SkuModel,
  productId: number,
  days: readonly MarketDay[],
  lowestAsked: ReadonlyMap<number, number>,
): MarketPrice => {
  const today = days.at(-1)
  if (today === undefined || model.coverage !== 'priced') {
    return {
      ...model.sku,
      marketPriceCents: null,
      lowestPriceCents: null,
      lowSalePriceCents: null,
      highSalePriceCents: null,
      sampleSize: null,
      calculatedAt: null,
    }
  }
  const marketCents = priceCentsOn(model, today)
  const sample = latestSales(model, productId, days)
  const lowCents = Math.min(marketCents, sample?.lowCents ?? marketCents)
  const highCents = Math.max(marketCents, sample?.highCents ?? marketCents)
  // Where the latest sales all lie on one side of the market price, or there are none, an older sale stands on the
  // other side.
  const older = sample === null || lowCents < sample.lowCents || highCents > sample.highCents ? 1 : 0
  return {
    ...model.sku,
    marketPriceCents: marketCents,
    lowestPriceCents: lowestAsked.get(model.sku.skuId) ?? null,
    lowSalePriceCents: lowCents,
    highSalePriceCents: highCents,
    sampleSize: Math.min(maxSampleSize, (sample?.transactions ?? 0) + older),
    // The first instant of the day: the same for everyone who asks on it, and never in the future.
    calculatedAt: dayStart(today.day),
  }
}

const latestSales = (model: SkuModel, productId: number, days: readonly MarketDay[]): DaySales | null => {
  const rate = salesRateOf(model, popularityOf(productId))
  let sample: DaySales | null = null
  for (let index = days.length - 1; index >= 0 && (sample?.transactions ?? 0) < maxSampleSize; index--) {
    const market = days[index]
    if (market !== undefined) sample = addSales(sample, salesOn(model, rate, market))
  }
  return sample
}
