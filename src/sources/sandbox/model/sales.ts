import { draw, fractionOf, mix } from './hash.ts'
import type { MarketDay } from './market-day.ts'
import { byPrice } from './price-class.ts'
import { priceCentsOn, type SkuModel } from './skus.ts'

/** The sales of a SKU on one day, amounts in cents. */
export interface DaySales {
  readonly transactions: number
  readonly quantity: number
  readonly lowCents: number
  readonly highCents: number
  readonly lowWithShippingCents: number
  readonly highWithShippingCents: number
}

/** Sales a day at middling popularity: playable cards go singly, bulk by the pile and grails hardly ever. */
const dailySales = [
  [25, 0.25],
  [100, 0.8],
  [500, 1.9],
  [2_000, 2.4],
  [6_000, 1.5],
  [15_000, 0.7],
  [50_000, 0.22],
  [200_000, 0.06],
  [Number.POSITIVE_INFINITY, 0.015],
] as const

const postageSteps = [0, 25, 99, 131] as const

/** Sales to be expected of a SKU on an ordinary day. */
export const salesRateOf = (model: SkuModel, popularity: number): number =>
  byPrice(dailySales, model.referenceCents) * popularity * model.share

/** What was sold of a SKU on a day, or `null` when nothing was. */
export const salesOn = (model: SkuModel, rate: number, market: MarketDay): DaySales | null => {
  const seed = mix(mix(model.seed, draw.sales), market.day)
  // Half of the bits say how busy the day was, half decide on the last sale, so that days without one cost a single
  // hash.
  const mood = 0.3 + (1.4 * (seed & 0xffff)) / 0x1_0000
  const transactions = Math.floor(rate * market.activity * mood + (seed >>> 16) / 0x1_0000)
  if (transactions === 0) return null

  const marketCents = priceCentsOn(model, market)
  const extraCopies = marketCents < 300 ? 1.5 : marketCents < 3_000 ? 0.3 : 0.05
  const quantity =
    transactions + Math.floor(transactions * extraCopies * fractionOf(seed, 1) + fractionOf(seed, 2) * extraCopies)
  const below = transactions === 1 ? 0 : 0.14 * fractionOf(seed, 3)
  const above = transactions === 1 ? 0 : 0.18 * fractionOf(seed, 4)
  const middle = 0.94 + 0.12 * fractionOf(seed, 5)
  const lowCents = Math.max(1, Math.round(marketCents * middle * (1 - below)))
  const highCents = Math.max(lowCents, Math.round(marketCents * middle * (1 + above)))
  const lowPostage = postageCents(marketCents, fractionOf(seed, 6))
  const highPostage =
    transactions === 1 ? lowPostage : Math.max(lowPostage, postageCents(marketCents, fractionOf(seed, 7)))
  return {
    transactions,
    quantity,
    lowCents,
    highCents,
    lowWithShippingCents: lowCents + lowPostage,
    highWithShippingCents: highCents + highPostage,
  }
}

/** Dear cards are mostly sent free. */
const postageCents = (marketCents: number, luck: number): number =>
  marketCents >= 500 && luck < 0.6 ? 0 : (postageSteps[Math.floor(luck * postageSteps.length)] ?? 0)

/** Several days' sales as one, or `null` when there were none. */
export const addSales = (left: DaySales | null, right: DaySales | null): DaySales | null => {
  if (left === null || right === null) return left ?? right
  return {
    transactions: left.transactions + right.transactions,
    quantity: left.quantity + right.quantity,
    lowCents: Math.min(left.lowCents, right.lowCents),
    highCents: Math.max(left.highCents, right.highCents),
    lowWithShippingCents: Math.min(left.lowWithShippingCents, right.lowWithShippingCents),
    highWithShippingCents: Math.max(left.highWithShippingCents, right.highWithShippingCents),
  }
}
