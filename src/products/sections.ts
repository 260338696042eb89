import { memoizeByObject } from '../concurrency/memoize.ts'
import { ServiceError } from '../contract/errors.ts'
import type {
  DetailsResult,
  HistoryResult,
  HistoryVariant,
  ImageResult,
  ListingsResult,
  Offer,
  Price,
  PricesResult,
  Product,
  Sku,
} from '../contract/products.ts'
import type {
  HistoryRequest,
  ListingsRequest,
  MarketOffer,
  Observed,
  ObservedMarket,
  OfferPage,
  Waiter,
} from '../market/ports.ts'

/** The sections of a product: each answers by itself, and the snapshot puts them side by side. */
export interface Sections {
  readonly details: (productId: number, waiter: Waiter) => Promise<DetailsResult>
  readonly prices: (productId: number, waiter: Waiter) => Promise<PricesResult>
  readonly history: (request: HistoryRequest, waiter: Waiter) => Promise<HistoryResult>
  readonly listings: (request: ListingsRequest, waiter: Waiter) => Promise<ListingsResult>
  /** The offer of lowest total among the cheapest that certainly are the catalogue item; `null` when there is none. */
  readonly featured: (productId: number, waiter: Waiter) => Promise<Offer | null>
  readonly image: (productId: number, waiter: Waiter) => Promise<ImageResult>
}

/** A product that the source does not know. The observation tells when that was seen. */
export class ProductNotFoundError extends ServiceError {
  readonly observation: Observed<null>

  constructor(productId: number, { fetchedAt, cacheHit }: Observed<unknown>) {
    super('product_not_found', `There is no product ${productId}.`)
    this.observation = { value: null, fetchedAt, cacheHit }
  }
}

const unpriced = (sku: Sku): Price => ({
  ...sku,
  marketPrice: null,
  lowSalePrice: null,
  highSalePrice: null,
  sampleSize: null,
  calculatedAt: null,
})

/** One row per SKU of the details, which are the authority: what the source says of a SKU, or a row of nulls. */
export const priceEverySku = (skus: readonly Sku[], prices: readonly Price[]): Price[] => {
  const bySku = new Map(prices.map((price) => [price.skuId, price]))
  return skus.map((sku) => ({ ...(bySku.get(sku.skuId) ?? unpriced(sku)), ...sku }))
}

const publicOffer = ({ custom: _, ...offer }: MarketOffer): Offer => offer

/** The page that a featured offer is looked for in: the one that most snapshots ask for anyway. */
const cheapestOffers = { offset: 0, limit: 50, sort: 'price', condition: null, variant: null, language: null } as const

/** How many of the cheapest offers are looked through at most. */
const featuredSearchLimit = 200

const cheapestWithShipping = memoizeByObject((page: Observed<OfferPage | null>, _: number): Offer | null => {
  let cheapest: MarketOffer | null = null
  for (const offer of page.value?.offers ?? []) {
    if (offer.custom || offer.totalPrice === null) continue
    if (cheapest?.totalPrice == null || offer.totalPrice < cheapest.totalPrice) cheapest = offer
  }
  return cheapest && publicOffer(cheapest)
})

/** Creates the sections over an observed market. A product is unknown on every route when the source has no details of it. */
export const createSections = ({ market, source }: { market: ObservedMarket; source: string }): Sections => {
  const known = async (productId: number, waiter: Waiter): Promise<Observed<Product>> => {
    const observed = await market.details(productId, waiter)
    if (observed.value === null) throw new ProductNotFoundError(productId, observed)
    return observed as Observed<Product>
  }

  /** Waits for both, but lets the product's own failure speak first: nothing else is known of a product that is not there. */
  const ofKnown = async <T>(productId: number, waiter: Waiter, work: T | Promise<T>): Promise<T> => {
    const running = Promise.resolve(work)
    running.catch(() => {})
    await known(productId, waiter)
    return running
  }

  const detailsResult = memoizeByObject(({ value, fetchedAt, cacheHit }: Observed<Product>, productId: number): DetailsResult => {
    return { source, productId, fetchedAt, cacheHit, product: value }
  })

  const pricesResult = memoizeByObject(
    ({ value, fetchedAt, cacheHit }: Observed<readonly Price[] | null>, { productId, skus }: Product): PricesResult => {
      return { source, productId, currency: 'USD', fetchedAt, cacheHit, prices: priceEverySku(skus, value ?? []) }
    },
  )

  const historyResult = memoizeByObject(
    (
      { value, fetchedAt, cacheHit }: Observed<readonly HistoryVariant[] | null>,
      { productId, range }: HistoryRequest,
    ): HistoryResult => {
      return { source, productId, range, fetchedAt, cacheHit, variants: [...(value ?? [])] }
    },
  )

  const listingsResult = memoizeByObject(
    (
      { value, fetchedAt, cacheHit }: Observed<OfferPage | null>,
      { productId, offset, limit, sort }: ListingsRequest,
    ): ListingsResult => {
      const { total, offers } = value ?? { total: 0, offers: [] }
      return { source, productId, total, offset, limit, sort, offers: offers.map(publicOffer), fetchedAt, cacheHit }
    },
  )

  const imageResult = memoizeByObject(({ value, fetchedAt, cacheHit }: Observed<string>, productId: number): ImageResult => {
    return { source, productId, fetchedAt, cacheHit, imageUrl: value }
  })

  return {
    details: async (productId, waiter) => detailsResult(await known(productId, waiter), productId),

    prices: async (productId, waiter) => {
      const { value: product } = await known(productId, waiter)
      return pricesResult(await market.prices({ productId, skus: product.skus }, waiter), product)
    },

    history: async (request, waiter) =>
      historyResult(await ofKnown(request.productId, waiter, market.history(request, waiter)), request),

    listings: async (request, waiter) =>
      listingsResult(await ofKnown(request.productId, waiter, market.listings(request, waiter)), request),

    featured: async (productId, waiter) => {
      let offset = 0
      for (;;) {
        const page = await market.listings({ ...cheapestOffers, productId, offset }, waiter)
        const featured = cheapestWithShipping(page, productId)
        const isLast = (page.value?.offers ?? []).length < cheapestOffers.limit
        offset += cheapestOffers.limit
        if (featured || isLast || offset >= featuredSearchLimit) return featured
      }
    },

    image: async (productId, waiter) => {
      const image = await ofKnown(productId, waiter, market.image(productId, waiter))
      if (image.value === null) throw new ServiceError('image_not_found', `Product ${productId} has no picture.`)
      return imageResult(image as Observed<string>, productId)
    },
  }
}
