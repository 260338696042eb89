import type { ObservedMethods } from './observe.ts'
import type { ListingsRequest, MarketSource } from './ports.ts'

const listingsKey = ({ productId, offset, limit, sort, condition, variant, language }: ListingsRequest): string =>
  JSON.stringify([
    productId,
    offset,
    limit,
    sort,
    ...[condition, variant, language].map((filter) => filter?.toLowerCase() ?? null),
  ])

/** What identifies an answer of the market, and how long it is good for. */
export const marketMethods: ObservedMethods<MarketSource> = {
  details: { data: 'details', key: String },
  // The SKUs follow from the product, so they are no part of the key.
  prices: { data: 'prices', key: ({ productId }) => String(productId) },
  skuPrice: { data: 'prices', key: String },
  history: { data: 'history', key: ({ productId, range }) => `${productId}:${range}` },
  listings: { data: 'listings', key: listingsKey },
  image: { data: 'image', key: String },
}
