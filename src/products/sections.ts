import type { PriceArchive } from '../archive/price-archive.ts'
import { mapMaybePromise } from '../concurrency/map-maybe-promise.ts'
import { memoizeByObject } from '../concurrency/memoize.ts'
import type { CallContext } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import type { HistoryResult } from '../contract/history.ts'
import type { ImageResult } from '../contract/image.ts'
import type { ListingsResult, Offer } from '../contract/listings.ts'
import type { PricesResult } from '../contract/prices.ts'
import type { DetailsResult } from '../contract/product-details.ts'
import { toDollars } from '../market/money.ts'
import type {
  HistoryRequest,
  MarketOffer,
  MarketPrice,
  MarketProduct,
  Observed,
  ObservedMarket,
  OfferPage,
} from '../market/ports.ts'
import { isFiltered, type ListingsQuery, readListingsQuery, unfiltered } from './listings-query.ts'
import { createSectionResults } from './section-results.ts'

export interface ProductsDependencies {
  readonly market: ObservedMarket
  /** Record of the source's prices; `null` where none is kept. */
  readonly archive: PriceArchive | null
  /** The name that answers carry. */
  readonly source: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * The sections of a product, each of which answers by itself. A product is unknown to all of them when the source has
 * no details of it.
 */
export interface Sections {
  readonly details: (productId: number, call: CallContext) => Promise<DetailsResult>
  /** Answers, or throws, synchronously where all is cached. */
  readonly prices: (productId: number, call: CallContext) => PricesResult | Promise<PricesResult>
  readonly history: (request: HistoryRequest, call: CallContext) => Promise<HistoryResult>
  readonly listings: (query: ListingsQuery, call: CallContext) => Promise<ListingsResult>
  /** The offer of lowest total among the cheapest that certainly are the catalog item; `null` when there is none. */
  readonly featured: (productId: number, call: CallContext) => Promise<Offer | null>
  readonly image: (productId: number, call: CallContext) => Promise<ImageResult>
}

/** The source does not know the product; `observation` has the instant at which it said so. */
export class ProductNotFoundError extends ServiceError {
  readonly observation: Observed<null>

  constructor(productId: number, { fetchedAt, cacheHit }: Observed<unknown>) {
    super('product_not_found', `There is no product ${productId}.`)
    this.observation = { value: null, fetchedAt, cacheHit }
  }
}

const requireProduct = (productId: number, observed: Observed<MarketProduct | null>): Observed<MarketProduct> => {
  if (observed.value === null) throw new ProductNotFoundError(productId, observed)
  return observed as Observed<MarketProduct>
}

/** The page that a featured offer is looked for in: the one that most snapshots ask for anyway. */
const cheapestOffers = { offset: 0, limit: 50, sort: 'price', ...unfiltered } as const

/** Maximum number of cheap offers searched. */
const featuredSearchLimit = 200

/**
 * Whether a page is the last. The number of its offers does not tell, since a source leaves out those sold meanwhile.
 */
const isLastPage = (page: OfferPage | null, offset: number): boolean =>
  page === null || (page.total === null ? page.offers.length === 0 : page.total <= offset + cheapestOffers.limit)

const cheapestWithShipping = memoizeByObject((page: Observed<OfferPage | null>): Offer | null => {
  let cheapest: MarketOffer | null = null
  for (const offer of page.value?.offers ?? []) {
    if (offer.custom || offer.totalPriceCents === null) continue
    if (cheapest?.totalPriceCents == null || offer.totalPriceCents < cheapest.totalPriceCents) cheapest = offer
  }
  return cheapest && toDollars(cheapest)
})

const findFeatured = async (market: ObservedMarket, productId: number, call: CallContext): Promise<Offer | null> => {
  for (let offset = 0; offset < featuredSearchLimit; offset += cheapestOffers.limit) {
    const page = await market.listings({ ...cheapestOffers, productId, offset }, call)
    const featured = cheapestWithShipping(page)
    if (featured || isLastPage(page.value, offset)) return featured
  }
  return null
}

/** No prices, known since the details are. */
const noPrices = memoizeByObject(
  ({ fetchedAt, cacheHit }: Observed<MarketProduct>): Observed<readonly MarketPrice[]> => ({
    value: [],
    fetchedAt,
    cacheHit,
  }),
)

export const createSections = ({ market, source }: Pick<ProductsDependencies, 'market' | 'source'>): Sections => {
  const { detailsResult, pricesResult, historyResult, listingsResult, imageResult } = createSectionResults(source)

  /**
   * Observes something beside the details, whose failure comes first: without them nothing is known of the product.
   * Where the product is known not to exist, nothing is asked.
   */
  const withDetails = async <T>(productId: number, call: CallContext, observe: () => T | Promise<T>): Promise<T> => {
    const details = market.details(productId, call)
    if (!(details instanceof Promise)) {
      requireProduct(productId, details)
      return observe()
    }
    const running = Promise.resolve(observe())
    running.catch(() => {})
    requireProduct(productId, await details)
    return running
  }

  return {
    details: async (productId, call) =>
      detailsResult(requireProduct(productId, await market.details(productId, call)), productId),

    prices: (productId, call) =>
      mapMaybePromise(market.details(productId, call), (observed) => {
        const details = requireProduct(productId, observed)
        const { skus } = details.value
        // Without SKUs there is nothing to ask, and it is the details that say so.
        const prices = skus.length === 0 ? noPrices(details) : market.prices({ productId, skus }, call)
        return mapMaybePromise<Observed<readonly MarketPrice[] | null>, PricesResult>(prices, (found) =>
          pricesResult(found)(details.value),
        )
      }),

    history: async ({ productId, range }, call) => {
      const request = { productId, range }
      return historyResult(await withDetails(productId, call, () => market.history(request, call)), request)
    },

    listings: async (query, call) => {
      const { productId, offset, limit, sort } = query
      if (!isFiltered(query)) {
        const request = { productId, offset, limit, sort, ...unfiltered }
        return listingsResult(await withDetails(productId, call, () => market.listings(request, call)), request)
      }
      const { value: product } = requireProduct(productId, await market.details(productId, call))
      const { request, unmatchedFilters } = readListingsQuery(query, product)
      const result = listingsResult(await market.listings(request, call), request)
      return unmatchedFilters.length === 0 ? result : { ...result, unmatchedFilters }
    },

    featured: (productId, call) => withDetails(productId, call, () => findFeatured(market, productId, call)),

    image: async (productId, call) => {
      const image = await withDetails(productId, call, () => market.image(productId, call))
      if (image.value === null) throw new ServiceError('image_not_found', `Product ${productId} has no picture.`)
      return imageResult(image as Observed<string>, productId)
    },
  }
}
