import type { SandboxProduct } from '../sandbox-product.ts'
import { rawOffersOn } from './offers.ts'
import { productPriceCentsOn } from './prices.ts'
import { skuModelsOf } from './skus.ts'

/** The market of a product in figures. */
export interface MarketSummary {
  readonly marketPriceCents: number | null
  readonly lowestPriceCents: number | null
  readonly lowestPriceWithShippingCents: number | null
  readonly listingCount: number
  readonly sellerCount: number
}

/** Sums up a product's market on a day, for details and search rows, from the very offers of that day. */
export const summarize = (product: SandboxProduct, day: number): MarketSummary => {
  const models = skuModelsOf(product)
  const offers = rawOffersOn(product, models, day)
  const marketCents = productPriceCentsOn(product, models, day)
  let lowestCents = Number.POSITIVE_INFINITY
  let lowestTotalCents = Number.POSITIVE_INFINITY
  for (const { itemCents, shippingCents } of offers) {
    lowestCents = Math.min(lowestCents, itemCents)
    lowestTotalCents = Math.min(lowestTotalCents, itemCents + shippingCents)
  }
  return {
    marketPriceCents: marketCents,
    lowestPriceCents: offers.length === 0 ? null : lowestCents,
    lowestPriceWithShippingCents: offers.length === 0 ? null : lowestTotalCents,
    listingCount: offers.length,
    sellerCount: new Set(offers.map(({ seller }) => seller)).size,
  }
}
