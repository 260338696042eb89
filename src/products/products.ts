import type {
  DetailsResult,
  HistoryRange,
  HistoryResult,
  ImageResult,
  ListingSort,
  ListingsResult,
  PriceLookupResult,
  PricesResult,
  ProductSnapshot,
} from '../contract/products.ts'
import type { ListingsRequest, ObservedMarket, Waiter } from '../market/ports.ts'
import { createPriceLookup, type LookUpPrices } from './price-lookup.ts'
import { createSections } from './sections.ts'
import { createSnapshot } from './snapshot.ts'

/** Which page of offers a caller asks for. */
export interface PageQuery {
  readonly offset: number
  readonly limit: number
  readonly sort: ListingSort
}

/** A page with the filters of the listings route. */
export interface ListingsQuery extends PageQuery {
  readonly condition?: string | undefined
  readonly variant?: string | undefined
  readonly language?: string | undefined
}

/** Products: each section by itself, the snapshot of all, and the batch. */
export interface Products {
  readonly snapshot: (
    productId: number,
    query: PageQuery & { readonly range: HistoryRange },
    waiter: Waiter,
  ) => Promise<ProductSnapshot>
  readonly details: (productId: number, waiter: Waiter) => Promise<DetailsResult>
  readonly prices: (productId: number, waiter: Waiter) => Promise<PricesResult>
  readonly history: (productId: number, range: HistoryRange, waiter: Waiter) => Promise<HistoryResult>
  readonly listings: (productId: number, query: ListingsQuery, waiter: Waiter) => Promise<ListingsResult>
  readonly image: (productId: number, waiter: Waiter) => Promise<ImageResult>
  readonly lookUpPrices: (ids: Parameters<LookUpPrices>[0], waiter: Waiter) => Promise<PriceLookupResult>
}

/** A filter as given: trimmed, and `null` when nothing is left of it. */
const filter = (text: string | undefined): string | null => text?.trim() || null

const listingsRequest = (
  productId: number,
  { offset, limit, sort, condition, variant, language }: ListingsQuery,
): ListingsRequest => ({
  productId,
  offset,
  limit,
  sort,
  condition: filter(condition),
  variant: filter(variant),
  language: filter(language),
})

/** Creates the feature over an observed market. `source` is the name that answers carry; `now` is in milliseconds since the epoch. */
export const createProducts = ({
  market,
  source,
  now,
}: {
  market: ObservedMarket
  source: string
  now: () => number
}): Products => {
  const sections = createSections({ market, source })
  const snapshot = createSnapshot({ sections, now })
  return {
    snapshot: (productId, query, waiter) =>
      snapshot(listingsRequest(productId, query), { productId, range: query.range }, waiter),
    details: sections.details,
    prices: sections.prices,
    history: (productId, range, waiter) => sections.history({ productId, range }, waiter),
    listings: (productId, query, waiter) => sections.listings(listingsRequest(productId, query), waiter),
    image: sections.image,
    lookUpPrices: createPriceLookup({ sections, market, source, now }),
  }
}
