import { memoizeByObject } from '../concurrency/memoize.ts'
import type { HistoryResult } from '../contract/history.ts'
import type { ImageResult } from '../contract/image.ts'
import type { ListingsResult } from '../contract/listings.ts'
import type { Price, PricesResult } from '../contract/prices.ts'
import type { DetailsResult, Sku } from '../contract/product-details.ts'
import { toDollars } from '../market/money.ts'
import type {
  HistoryRequest,
  ListingsRequest,
  MarketHistory,
  MarketPrice,
  MarketProduct,
  Observed,
  OfferPage,
} from '../market/ports.ts'

const unpriced = (sku: Sku): Price => ({
  ...sku,
  marketPrice: null,
  lowestPrice: null,
  lowSalePrice: null,
  highSalePrice: null,
  sampleSize: null,
  calculatedAt: null,
})

/** One row per SKU of the details, which are the authority: the source's price of it, or nulls. */
const priceEverySku = (skus: readonly Sku[], prices: readonly MarketPrice[]): Price[] => {
  const bySku = new Map(prices.map((price) => [price.skuId, toDollars(price)]))
  return skus.map((sku) => ({ ...(bySku.get(sku.skuId) ?? unpriced(sku)), ...sku }))
}

/**
 * Makes the answers of a source out of what was observed. Each is memoized by its observations, so that a cached answer
 * is put together, and later rendered, once.
 */
export const createSectionResults = (source: string) => {
  const detailsResult = memoizeByObject(
    ({ value, fetchedAt, cacheHit }: Observed<MarketProduct>, productId: number): DetailsResult => ({
      source,
      productId,
      fetchedAt,
      cacheHit,
      product: toDollars(value),
    }),
  )

  const pricesResult = memoizeByObject(({ value, fetchedAt, cacheHit }: Observed<readonly MarketPrice[] | null>) =>
    memoizeByObject(
      ({ productId, skus }: MarketProduct): PricesResult => ({
        source,
        productId,
        currency: 'USD',
        fetchedAt,
        cacheHit,
        prices: priceEverySku(skus, value ?? []),
      }),
    ),
  )

  const historyResult = memoizeByObject(
    (
      { value, fetchedAt, cacheHit }: Observed<MarketHistory | null>,
      { productId, range }: HistoryRequest,
    ): HistoryResult => ({
      source,
      productId,
      range,
      fetchedAt,
      cacheHit,
      recordedSince: value?.recordedSince ?? null,
      variants: (value?.series ?? []).map((series) => ({ ...series, buckets: series.buckets.map(toDollars) })),
    }),
  )

  const listingsResult = memoizeByObject(
    (
      { value, fetchedAt, cacheHit }: Observed<OfferPage | null>,
      { productId, offset, limit, sort }: ListingsRequest,
    ): ListingsResult => {
      const { total, offers } = value ?? { total: 0, offers: [] }
      return {
        source,
        productId,
        total,
        offset,
        limit,
        sort,
        offers: offers.map((offer) => toDollars(offer)),
        unmatchedFilters: [],
        fetchedAt,
        cacheHit,
      }
    },
  )

  const imageResult = memoizeByObject(
    ({ value, fetchedAt, cacheHit }: Observed<string>, productId: number): ImageResult => ({
      source,
      productId,
      fetchedAt,
      cacheHit,
      imageUrl: value,
    }),
  )

  return { detailsResult, pricesResult, historyResult, listingsResult, imageResult }
}
