import { pickCopy } from '../../packages/client/src/pick-copy.ts'
import { rangeStartMs, toDailySeries, utcDayText } from '../archive/daily-series.ts'
import type { ArchivedPrice, Moment, PriceArchive } from '../archive/price-archive.ts'
import { mainPrices } from '../cards/printings.ts'
import type { CallContext } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import type { HistoryResult } from '../contract/history.ts'
import type { PastMoment } from '../contract/moment.ts'
import type { Price, PricesResult } from '../contract/prices.ts'
import type { Sku } from '../contract/product-details.ts'
import { toDollars, usdOf } from '../market/money.ts'
import type { HistoryRequest, ObservedMarket } from '../market/ports.ts'
import { isSettled } from './moment.ts'
import { ProductNotFoundError, type Sections } from './sections.ts'

/** Prices as of a moment, and whether no later observation can change them. */
export interface PastPrices {
  readonly result: PricesResult
  readonly isFinal: boolean
}

/** The sections of a product as they were at one moment. */
export interface PastSections extends Pick<Sections, 'details' | 'prices' | 'history' | 'listings' | 'featured'> {
  readonly pastPrices: (productId: number, call: CallContext) => Promise<PastPrices>
  /** The price of one SKU of a product; `null` when the product never had such a SKU. */
  readonly skuPrice: (productId: number, skuId: number) => Promise<{ readonly price: Price; readonly fetchedAt: string } | null>
}

/** What was known of a product; where that is nothing, the SKUs that it has now, none of which was observed by then. */
interface PastRows {
  readonly rows: readonly ArchivedPrice[]
  readonly isKnown: boolean
}

export interface PastDependencies {
  readonly market: Pick<ObservedMarket, 'details'>
  readonly archive: PriceArchive
  readonly source: string
  readonly now: () => number
}

const anyMoment = { asOfMs: null, knownAtMs: null } as const

const isoOf = (ms: number): string => new Date(ms).toISOString()

const nothingKept = { lowSalePrice: null, highSalePrice: null, sampleSize: null } as const

const unobserved = ({ skuId, condition, variant, language }: Sku): Price => ({
  ...{ skuId, condition, variant, language },
  ...{ marketPrice: null, lowestPrice: null, ...nothingKept, calculatedAt: null },
})

const inDollars = (cents: number | null): number | null => (cents === null ? null : usdOf(cents))

/** Whatever was kept, a price is above 0 or unknown. */
const positive = (cents: number | null): number | null => (cents !== null && cents > 0 ? cents : null)

const readPrices = async (archive: PriceArchive, productId: number, moment: Moment): Promise<readonly ArchivedPrice[]> =>
  (await archive.prices(productId, moment)).map(({ sku, price }) => ({
    sku,
    price: price && { ...price, marketCents: positive(price.marketCents), lowestCents: positive(price.lowestCents) },
  }))

const rowOf = ({ sku, price }: ArchivedPrice): Price =>
  price === null
    ? unobserved(sku)
    : {
        ...unobserved(sku),
        marketPrice: inDollars(price.marketCents),
        lowestPrice: inDollars(price.lowestCents),
        calculatedAt: isoOf(price.observedAtMs),
      }

/** The prices of the product as a whole: the market price of its main printing, or of its usual copy, and the lowest of all. */
const productPrices = (rows: readonly ArchivedPrice[]): { marketPrice: number | null; lowestPrice: number | null } => {
  const priced = rows.flatMap(({ sku, price }) => (price === null ? [] : [{ ...sku, ...price }]))
  const isOfPrintings = priced.every(({ condition }) => condition === null)
  // A printing that the latest file of then has no more must not tell what the product costs.
  const latestMs = Math.max(...priced.map(({ observedAtMs }) => observedAtMs))
  const current = isOfPrintings ? priced.filter(({ observedAtMs }) => observedAtMs === latestMs) : priced
  const ofPrintings = mainPrices(current.map((price) => ({ ...price, variant: price.variant ?? '' })))
  const marketCents = isOfPrintings ? ofPrintings.marketCents : (pickCopy(current, {}).copy?.marketCents ?? null)
  return { marketPrice: inDollars(marketCents), lowestPrice: inDollars(ofPrintings.lowestCents) }
}

/** Creates the sections as of one moment, out of what was kept. The source is asked for no price: only for facts of the catalogue, and for products that were never observed. */
export const createPastSections = ({ market, archive, source, now }: PastDependencies, moment: PastMoment): PastSections => {
  const { asOfMs, knownAtMs } = moment

  /** When this service learnt the newest of what it answers with; where that is nothing, the moment that was asked for, as far as it has come. */
  const fetchedAtOf = (rows: readonly ArchivedPrice[]): string => {
    const recorded = rows.flatMap(({ price }) => (price === null ? [] : [price.recordedAtMs]))
    return isoOf(recorded.length > 0 ? Math.max(...recorded) : Math.min(asOfMs, knownAtMs ?? now()))
  }

  const pricesResult = (productId: number, fetchedAt: string, prices: Price[]): PricesResult => ({
    source,
    productId,
    currency: 'USD',
    fetchedAt,
    // No source was asked.
    cacheHit: true,
    prices,
  })

  const reading = new Map<number, Promise<PastRows>>()

  const readRows = async (productId: number, call: CallContext): Promise<PastRows> => {
    const rows = await readPrices(archive, productId, moment)
    if (rows.length > 0) return { rows, isKnown: true }
    const later = await readPrices(archive, productId, anyMoment)
    if (later.length > 0) return { rows: later.map(({ sku }) => ({ sku, price: null })), isKnown: false }
    const details = await market.details(productId, call)
    if (details.value === null) throw new ProductNotFoundError(productId, details)
    return { rows: details.value.skus.map((sku) => ({ sku: { productId, ...sku }, price: null })), isKnown: false }
  }

  /** The rows of a product, read once for all sections. */
  const rowsOf = (productId: number, call: CallContext): Promise<PastRows> => {
    const rows = reading.get(productId) ?? readRows(productId, call)
    reading.set(productId, rows)
    return rows
  }

  const pastPrices: PastSections['pastPrices'] = async (productId, call) => {
    const { rows, isKnown } = await rowsOf(productId, call)
    const result = pricesResult(productId, fetchedAtOf(rows), rows.map(rowOf))
    return { result, isFinal: isKnown && isSettled(moment, now()) }
  }

  const notKept = async (): Promise<never> => {
    throw new ServiceError('not_offered_by_source', 'Offers of the past were not kept.')
  }

  return {
    pastPrices,
    prices: async (productId, call) => (await pastPrices(productId, call)).result,

    skuPrice: async (productId, skuId) => {
      const rowIn = (rows: readonly ArchivedPrice[]) => rows.filter(({ sku }) => sku.skuId === skuId)
      const known = rowIn(await readPrices(archive, productId, moment))
      const [row] = known.length > 0 ? known : rowIn(await readPrices(archive, productId, anyMoment))
      if (row === undefined) return null
      const price = known.length > 0 ? rowOf(row) : unobserved(row.sku)
      return { price, fetchedAt: fetchedAtOf(known) }
    },

    details: async (productId, call) => {
      const [details, { rows }] = await Promise.all([market.details(productId, call), rowsOf(productId, call)])
      if (details.value === null) throw new ProductNotFoundError(productId, details)
      const skus = rows.map(({ sku: { skuId, condition, variant, language } }) => ({ skuId, condition, variant, language }))
      const counts = { lowestPriceWithShipping: null, listingCount: null, sellerCount: null }
      return {
        source,
        productId,
        fetchedAt: fetchedAtOf(rows),
        cacheHit: details.cacheHit,
        product: { ...toDollars(details.value), skus, ...productPrices(rows), ...counts },
      }
    },

    history: async ({ productId, range }: HistoryRequest, call): Promise<HistoryResult> => {
      const newest = await archive.newest(moment)
      const [histories, firstMs, { rows }] = await Promise.all([
        archive.history(productId, rangeStartMs(range, newest?.observedAtMs ?? asOfMs), moment),
        archive.firstObservedAtMs(productId),
        rowsOf(productId, call),
      ])
      const variants = toDailySeries(histories).map((series) => ({ ...series, buckets: series.buckets.map(toDollars) }))
      const recordedSince = firstMs === null ? null : utcDayText(firstMs)
      return { source, productId, range, fetchedAt: fetchedAtOf(rows), cacheHit: true, recordedSince, variants }
    },

    listings: notKept,
    featured: notKept,
  }
}
