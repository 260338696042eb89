import { createSingleFlight, type SingleFlight } from '../../../concurrency/single-flight.ts'
import {
  type HistoryRequest,
  type ListingsRequest,
  type MarketSeries,
  type MarketSource,
  maxSourceId,
} from '../../../market/ports.ts'
import type { UpstreamHost } from '../../../market/upstream/upstream.ts'
import { picturePathOf, pictureUrlOf } from '../../public-addresses.ts'
import type { SourceDependencies } from '../../source-module.ts'
import { createBatcher } from './batcher.ts'
import { createKnownProducts, type KnownProducts } from './known-products.ts'
import { assembleOffers, listingsBody, type PageSpan } from './listing-pages.ts'
import { mapDetails, type ProductDetails } from './map-details.ts'
import { mapHistory, wireRanges, withAverage } from './map-history.ts'
import { type ListingsPage, mapListingsPage } from './map-listings.ts'
import { mapPriceRows, type PriceFacts } from './map-prices.ts'

export interface TcgplayerMarketDependencies extends Pick<SourceDependencies, 'delay'> {
  readonly search: UpstreamHost
  readonly gateway: UpstreamHost
  readonly history: UpstreamHost
  /** Where pictures are looked for when details do not count them; `null` takes the missing count for a picture. */
  readonly images: UpstreamHost | null
}

/** Ids in one request for prices; the largest batch known to work is not much larger. */
const batchSize = 200
/** Calls this close together, in milliseconds, share a request for prices. */
const batchWindowMs = 2
/** SKUs that are remembered at most, which is some 10,000 products. */
const maxKnownSkus = 200_000

/** What is said of a SKU that the source leaves out, which it does with those that it has no data of. */
const noFacts: PriceFacts = {
  marketPriceCents: null,
  lowestPriceCents: null,
  lowSalePriceCents: null,
  highSalePriceCents: null,
  sampleSize: null,
  calculatedAt: null,
}

const none = 404

/** The hosts, with what the methods share. */
interface LiveMarket extends Omit<TcgplayerMarketDependencies, 'delay'> {
  readonly detailsFlights: SingleFlight<ProductDetails | null>
  readonly pageFlights: SingleFlight<ListingsPage | null>
  readonly known: KnownProducts
  /** Details under way, after which prices may be asked for. */
  detailsUnderWay: number
}

const fetchDetails = async (
  market: LiveMarket,
  productId: number,
  signal: AbortSignal,
): Promise<ProductDetails | null> => {
  market.detailsUnderWay++
  const found = await market.search
    .fetchJson(
      {
        route: 'details',
        path: `/v2/product/${productId}/details`,
        // The id is well formed by now, so a 400 can only mean that nobody has it, and nothing at all that nothing is
        // known of it.
        absent: { statuses: [none, 400], emptyBody: true, value: null },
        read: (json) => mapDetails(json, productId),
      },
      signal,
    )
    .finally(() => market.detailsUnderWay--)
  if (found) market.known.set(productId, found.product.skus)
  return found
}

const detailsOf = (market: LiveMarket, productId: number, signal: AbortSignal): Promise<ProductDetails | null> =>
  market.detailsFlights.run(String(productId), (shared) => fetchDetails(market, productId, shared), signal)

/** Fails when SKUs are another product's. One in common is enough: the source's lists differ in age. */
const confirmProduct = async (
  { detailsFlights, known }: LiveMarket,
  { host, route }: { readonly host: UpstreamHost; readonly route: string },
  productId: number,
  skuIds: readonly number[],
): Promise<void> => {
  if (skuIds.length === 0) return
  await detailsFlights.inFlight(String(productId))?.catch(() => null)
  const ours = known.skuIdsOf(productId)
  if (!ours || ours.length === 0 || skuIds.some((skuId) => ours.includes(skuId))) return
  throw host.reportInvalid(route, `${route} of another product`)
}

const fetchPrices = (
  { gateway }: LiveMarket,
  skuIds: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, PriceFacts>> =>
  gateway.fetchJson<ReadonlyMap<number, PriceFacts>>(
    {
      route: 'prices',
      path: '/v1/pricepoints/marketprice/skus/search',
      body: { skuIds },
      absent: { statuses: [none], value: new Map() },
      read: (json) => mapPriceRows(json, new Set(skuIds)),
    },
    signal,
  )

const fetchSeries = (
  { history }: LiveMarket,
  { productId, range }: HistoryRequest,
  signal: AbortSignal,
): Promise<readonly MarketSeries[]> =>
  history.fetchJson<readonly MarketSeries[]>(
    {
      route: 'history',
      path: `/price/history/${productId}/detailed?range=${wireRanges[range]}`,
      absent: { statuses: [none], value: [] },
      read: (json) => mapHistory(json).map((series) => withAverage(series, range)),
    },
    signal,
  )

const listingsPage = (
  { pageFlights, search }: LiveMarket,
  request: ListingsRequest,
  span: PageSpan,
  signal: AbortSignal,
): Promise<ListingsPage | null> => {
  const { productId } = request
  const body = listingsBody(request, span)
  const page = {
    route: 'listings',
    path: `/v1/product/${productId}/listings`,
    body,
    absent: { statuses: [none], value: null },
    read: (json: unknown) => mapListingsPage(json, productId),
  }
  return pageFlights.run(
    JSON.stringify([productId, body]),
    (shared) => search.fetchJson<ListingsPage | null>(page, shared),
    signal,
  )
}

/**
 * Creates the live market over its hosts: which address answers which method. What they send is read by `wire.ts` and
 * put into our words by the `map-…` files.
 */
export const createTcgplayerMarket = ({ delay, ...hosts }: TcgplayerMarketDependencies): MarketSource => {
  const market: LiveMarket = {
    ...hosts,
    detailsFlights: createSingleFlight(),
    pageFlights: createSingleFlight(),
    known: createKnownProducts(maxKnownSkus),
    detailsUnderWay: 0,
  }
  const priceBatch = createBatcher<PriceFacts>({
    batchWindowMs,
    batchSize,
    areMoreExpected: () => market.detailsUnderWay > 0,
    delay,
    fetchBatch: (skuIds, signal) => fetchPrices(market, skuIds, signal),
  })

  return {
    details: async (productId, signal) => (await detailsOf(market, productId, signal))?.product ?? null,

    prices: async ({ skus }, signal) => {
      const skuIds = skus.map(({ skuId }) => skuId)
      const facts = await priceBatch(skuIds, signal)
      return skus.flatMap((sku) => {
        const price = facts.get(sku.skuId)
        return price ? [{ ...sku, ...price }] : []
      })
    },

    skuPrice: async (skuId, signal) => {
      // None of the source's ids: in a request it could only spoil the answer for those beside it.
      if (skuId > maxSourceId) return null
      // A SKU that is left out may exist without data, so that nothing proves it unknown.
      const facts = (await priceBatch([skuId], signal)).get(skuId) ?? noFacts
      const { productId, sku } = market.known.skuOf(skuId) ?? {
        productId: null,
        sku: { skuId, condition: null, variant: null, language: null },
      }
      return { productId, price: { ...sku, ...facts } }
    },

    history: async (request, signal) => {
      const series = await fetchSeries(market, request, signal)
      const skuIds = series.map(({ skuId }) => skuId)
      await confirmProduct(market, { host: market.history, route: 'history' }, request.productId, skuIds)
      return { series, recordedSince: null }
    },

    listings: async (request, signal) => {
      const { conditions, variants, languages } = request
      // A filter without words would be none to the source.
      if ([conditions, variants, languages].some((words) => words?.length === 0)) return { total: 0, offers: [] }
      const page = await assembleOffers(request, (span) => listingsPage(market, request, span, signal))
      const skuIds = (page?.offers ?? []).flatMap(({ skuId }) => (skuId === null ? [] : [skuId]))
      await confirmProduct(market, { host: market.search, route: 'listings' }, request.productId, skuIds)
      return page
    },

    image: async (productId, signal) => {
      // Asked for anew rather than remembered: the answer bears the instant of this call.
      const found = await detailsOf(market, productId, signal)
      if (found === null || found.imageCount === 0) return null
      if (found.imageCount !== null || market.images === null) return pictureUrlOf(productId)
      const exists = await market.images.exists({ route: 'image', path: picturePathOf(productId) }, signal)
      return exists ? pictureUrlOf(productId) : null
    },
  }
}
