import { readCopyWords } from '../../packages/client/src/copy-words.ts'
import type { PriceArchive } from '../archive/price-archive.ts'
import { memoizeByObject } from '../concurrency/memoize.ts'
import { whenKnown } from '../concurrency/when-known.ts'
import type { CallContext } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import type { HistoryResult } from '../contract/history.ts'
import type { ImageResult } from '../contract/image.ts'
import type { ListingsResult, Offer } from '../contract/listings.ts'
import type { Price, PricesResult } from '../contract/prices.ts'
import type { DetailsResult, Sku } from '../contract/product-details.ts'
import { toDollars } from '../market/money.ts'
import type {
  HistoryRequest,
  ListingsRequest,
  MarketHistory,
  MarketOffer,
  MarketPrice,
  MarketProduct,
  Observed,
  ObservedMarket,
  OfferPage,
} from '../market/ports.ts'

export interface ProductsDependencies {
  readonly market: ObservedMarket
  /** What was kept of the source's prices; `null` where nothing is. */
  readonly archive: PriceArchive | null
  /** The name that answers carry. */
  readonly source: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** A page of a product's offers. Filters are as the caller wrote them. */
export interface ListingsQuery extends Pick<ListingsRequest, 'productId' | 'offset' | 'limit' | 'sort'> {
  readonly condition?: string | undefined
  readonly variant?: string | undefined
  readonly language?: string | undefined
}

/** The sections of a product, each of which answers by itself. A product is unknown to all of them when the source has no details of it. */
export interface Sections {
  readonly details: (productId: number, call: CallContext) => Promise<DetailsResult>
  /** At once where all is cached; then it throws at once, too. */
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

/** A condition may be abbreviated, and be followed by a finish and a language, as sellers write `NM Foil German`; what is not understood is compared as it stands. */
const toRequest = ({ productId, offset, limit, sort, condition, variant, language }: ListingsQuery): ListingsRequest => {
  const given = condition?.trim() || null
  const copy = given === null ? null : readCopyWords(given, 'condition')
  return {
    productId,
    offset,
    limit,
    sort,
    condition: copy?.condition ?? given,
    variant: variant?.trim() || (copy?.condition ? copy.variant : null),
    language: language?.trim() || (copy?.condition ? copy.language : null),
  }
}

/** Refuses a condition that is neither understood nor one of the product's: that nobody offers such a copy would be said of a slip of the pen. */
const checkCondition = (given: string | undefined, { skus }: MarketProduct): void => {
  const text = given?.trim()
  const known = [...new Set(skus.flatMap(({ condition }) => condition ?? []))]
  // A source that knows no conditions cannot tell which is none.
  if (!text || known.length === 0 || readCopyWords(text, 'condition')?.condition) return
  if (!known.some((condition) => condition.toLowerCase() === text.toLowerCase()))
    throw new ServiceError('invalid_parameter', `Parameter condition must be one that is known: ${known.join(', ')}.`)
}

/** The page that a featured offer is looked for in: the one that most snapshots ask for anyway. */
const cheapestOffers = { offset: 0, limit: 50, sort: 'price', condition: null, variant: null, language: null } as const

/** How many of the cheapest offers are looked through at most. */
const featuredSearchLimit = 200

/** Whether there are no offers behind a page. How many it shows does not tell, since a source leaves out what was sold meanwhile. */
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

/** Results are memoized by the observations they are made from, so that a cached answer is put together, and later rendered, once. */
export const createSections = ({ market, source }: Pick<ProductsDependencies, 'market' | 'source'>): Sections => {
  const requireDetails = async (productId: number, call: CallContext): Promise<Observed<MarketProduct>> =>
    requireProduct(productId, await market.details(productId, call))

  /**
   * Observes something beside the details, and lets the failure of these come first: without them nothing is known of the product. Where it is known not to exist,
   * nothing is asked. `check` holds what was asked for against the details.
   */
  const withDetails = async <T>(
    productId: number,
    call: CallContext,
    observe: () => T | Promise<T>,
    check: (product: MarketProduct) => void = () => {},
  ): Promise<T> => {
    const details = market.details(productId, call)
    if (!(details instanceof Promise)) {
      check(requireProduct(productId, details).value)
      return observe()
    }
    const running = Promise.resolve(observe())
    running.catch(() => {})
    check(requireProduct(productId, await details).value)
    return running
  }

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

  const noPrices = memoizeByObject(
    ({ fetchedAt, cacheHit }: Observed<MarketProduct>): Observed<readonly MarketPrice[]> => ({ value: [], fetchedAt, cacheHit }),
  )

  const historyResult = memoizeByObject(
    ({ value, fetchedAt, cacheHit }: Observed<MarketHistory | null>, { productId, range }: HistoryRequest): HistoryResult => ({
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

  const findFeatured = async (productId: number, call: CallContext): Promise<Offer | null> => {
    for (let offset = 0; offset < featuredSearchLimit; offset += cheapestOffers.limit) {
      const page = await market.listings({ ...cheapestOffers, productId, offset }, call)
      const featured = cheapestWithShipping(page)
      if (featured || isLastPage(page.value, offset)) return featured
    }
    return null
  }

  return {
    details: async (productId, call) => detailsResult(await requireDetails(productId, call), productId),

    prices: (productId, call) =>
      whenKnown(market.details(productId, call), (observed) => {
        const details = requireProduct(productId, observed)
        const { skus } = details.value
        // Without SKUs there is nothing to ask, and it is the details that say so.
        const prices = skus.length === 0 ? noPrices(details) : market.prices({ productId, skus }, call)
        return whenKnown<Observed<readonly MarketPrice[] | null>, PricesResult>(prices, (found) =>
          pricesResult(found)(details.value),
        )
      }),

    history: async ({ productId, range }, call) => {
      const request = { productId, range }
      return historyResult(await withDetails(productId, call, () => market.history(request, call)), request)
    },

    listings: async (query, call) => {
      const request = toRequest(query)
      const check = (product: MarketProduct) => checkCondition(query.condition, product)
      return listingsResult(await withDetails(request.productId, call, () => market.listings(request, call), check), request)
    },

    featured: (productId, call) => withDetails(productId, call, () => findFeatured(productId, call)),

    image: async (productId, call) => {
      const image = await withDetails(productId, call, () => market.image(productId, call))
      if (image.value === null) throw new ServiceError('image_not_found', `Product ${productId} has no picture.`)
      return imageResult(image as Observed<string>, productId)
    },
  }
}
