import type { CallContext } from '../contract/endpoint.ts'
import type { HistoryBucket, HistoryRange, HistoryVariant } from '../contract/history.ts'
import type { ListingSort, Offer } from '../contract/listings.ts'
import type { Price } from '../contract/prices.ts'
import type { Product, Sku } from '../contract/product-details.ts'
import type { InCents } from './money.ts'

/**
 * Highest id of a product that any source has, and of a SKU at the live one: they count in signed 32-bit integers, as
 * the catalogue's index does, and what is read from them refuses every other.
 */
export const maxSourceId = 2_147_483_647

export interface HistoryRequest {
  readonly productId: number
  readonly range: HistoryRange
}

/**
 * Which page of a product's offers: only those of these conditions, variants and languages, in the words of its SKUs.
 * `null` means any, and an empty list none.
 */
export interface ListingsRequest {
  readonly productId: number
  readonly offset: number
  readonly limit: number
  readonly sort: ListingSort
  readonly conditions: readonly string[] | null
  readonly variants: readonly string[] | null
  readonly languages: readonly string[] | null
}

/** Which SKUs of a product are to be priced. */
export interface PricesRequest {
  readonly productId: number
  readonly skus: readonly Sku[]
}

export interface MarketProduct extends InCents<Product, 'marketPrice' | 'lowestPrice' | 'lowestPriceWithShipping'> {}

export interface MarketPrice extends InCents<Price, 'marketPrice' | 'lowestPrice' | 'lowSalePrice' | 'highSalePrice'> {}

export interface MarketBucket
  extends InCents<
    HistoryBucket,
    'marketPrice' | 'lowSalePrice' | 'highSalePrice' | 'lowSalePriceWithShipping' | 'highSalePriceWithShipping'
  > {}

export interface MarketSeries extends Omit<HistoryVariant, 'buckets'> {
  readonly buckets: readonly MarketBucket[]
}

export interface MarketHistory {
  /** In any order of SKUs, each oldest bucket first; empty when the source has no history. */
  readonly series: readonly MarketSeries[]
  /** First day that this service observed the product, `YYYY-MM-DD`; `null` for the source's own history. */
  readonly recordedSince: string | null
}

/** An offer with what the public contract leaves out. */
export interface MarketOffer extends InCents<Offer, 'itemPrice' | 'shippingPrice' | 'totalPrice'> {
  /** True for a seller-defined ("custom") listing, which may not be exactly the catalogue item. */
  readonly custom: boolean
}

export interface OfferPage {
  /** Offers that match in all, or `null` where the source does not say. */
  readonly total: number | null
  readonly offers: readonly MarketOffer[]
}

/** Market price of a SKU asked for by itself; `productId` is `null` where the source does not say. */
export interface SkuPrice {
  readonly productId: number | null
  readonly price: MarketPrice
}

/**
 * The port of a market source. Every method takes one input and a signal that aborts when nobody waits any more,
 * answers `null` when the source has no such product or SKU, and throws a `ServiceError` with an `upstream_…` code when
 * the source failed, or `not_offered_by_source` when it never has such data.
 */
export interface MarketSource {
  readonly details: (productId: number, signal: AbortSignal) => Promise<MarketProduct | null>
  /** Prices of those SKUs for which the source has a row, in any order. */
  readonly prices: (request: PricesRequest, signal: AbortSignal) => Promise<readonly MarketPrice[] | null>
  /** Price of one SKU; an adapter may gather calls of one moment into one. */
  readonly skuPrice: (skuId: number, signal: AbortSignal) => Promise<SkuPrice | null>
  readonly history: (request: HistoryRequest, signal: AbortSignal) => Promise<MarketHistory | null>
  readonly listings: (request: ListingsRequest, signal: AbortSignal) => Promise<OfferPage | null>
  /** Address of the verified picture, or `null` when the product has none. */
  readonly image: (productId: number, signal: AbortSignal) => Promise<string | null>
}

/** A fact with the instant it was fetched at the source. */
export interface Observed<T> {
  readonly value: T
  /** ISO 8601 instant of the fetch; the same on every hit. */
  readonly fetchedAt: string
  /** True when the value came from the cache. */
  readonly cacheHit: boolean
}

/** Any object of source methods, whose results are remembered with the instant of their fetch. */
export type ObservedSource<S> = {
  readonly [K in keyof S]: S[K] extends (input: infer I, signal: AbortSignal) => Promise<infer T>
    ? (input: I, call: CallContext) => Promise<Observed<T>> | Observed<T>
    : never
}

/** The market as the features see it: observed. A hit is answered without a promise. */
export type ObservedMarket = ObservedSource<MarketSource>
