import { pickCopy } from '../../packages/client/src/pick-copy.ts'
import { rangeStartMs, toDailySeries } from '../archive/daily-series.ts'
import type { ArchivedPrice, Moment, PriceArchive } from '../archive/price-archive.ts'
import { mainPrices } from '../cards/printings.ts'
import type { CallContext } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import type { HistoryResult } from '../contract/history.ts'
import { type PastMoment, type PastQuery, type Refuse, readMoment } from '../contract/moment.ts'
import type { Price, PricesResult } from '../contract/prices.ts'
import type { DetailsResult, Sku } from '../contract/product-details.ts'
import { toDollars, usdOf } from '../market/money.ts'
import type { HistoryRequest } from '../market/ports.ts'
import { utcDayText } from '../time/utc-day.ts'
import { ProductNotFoundError, type ProductsDependencies, type Sections } from './sections.ts'

/** The sections of a product as they were at one moment. */
export interface PastSections extends Pick<Sections, 'details' | 'prices' | 'history' | 'listings' | 'featured'> {
  /** The prices, and whether no later observation can change them. */
  readonly pastPrices: (
    productId: number,
    call: CallContext,
  ) => Promise<{ readonly result: PricesResult; readonly isFinal: boolean }>
  /** The price of one SKU of a product; `null` when the product never had such a SKU. */
  readonly skuPrice: (
    productId: number,
    skuId: number,
  ) => Promise<{ readonly price: Price; readonly fetchedAt: string } | null>
}

/** Rows known of a product; without any, its present SKUs, none of which was observed by then. */
interface PastRows {
  readonly rows: readonly ArchivedPrice[]
  readonly isKnown: boolean
}

/** Sources of the sections of one moment. */
interface PastReader extends Pick<ProductsDependencies, 'market' | 'source' | 'now'> {
  readonly archive: PriceArchive
  readonly moment: PastMoment
  /** Rows by product id, read once for all sections. */
  readonly reading: Map<number, Promise<PastRows>>
}

const anyMoment = { asOfMs: null, knownAtMs: null } as const

const isoOf = (ms: number): string => new Date(ms).toISOString()

const nothingKept = { lowSalePrice: null, highSalePrice: null, sampleSize: null } as const

const unobserved = ({ skuId, condition, variant, language }: Sku): Price => ({
  ...{ skuId, condition, variant, language },
  ...{ marketPrice: null, lowestPrice: null, ...nothingKept, calculatedAt: null },
})

const inDollars = (cents: number | null): number | null => (cents === null ? null : usdOf(cents))

/** A price is above 0 or unknown, whatever the archive holds. */
const positive = (cents: number | null): number | null => (cents !== null && cents > 0 ? cents : null)

const readPrices = async (
  archive: PriceArchive,
  productId: number,
  moment: Moment,
): Promise<readonly ArchivedPrice[]> =>
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

/**
 * The prices of the product as a whole, of the very rows that are listed: the market price of its main printing, or of
 * its usual copy, and the lowest of all.
 */
const productPrices = (rows: readonly ArchivedPrice[]): { marketPrice: number | null; lowestPrice: number | null } => {
  const priced = rows.flatMap(({ sku, price }) => (price === null ? [] : [{ ...sku, ...price }]))
  const isOfPrintings = priced.every(({ condition }) => condition === null)
  const ofPrintings = mainPrices(priced.map((price) => ({ ...price, variant: price.variant ?? '' })))
  const marketCents = isOfPrintings ? ofPrintings.marketCents : (pickCopy(priced, {}).copy?.marketCents ?? null)
  return { marketPrice: inDollars(marketCents), lowestPrice: inDollars(ofPrintings.lowestCents) }
}

/**
 * Longest delay until a segment of before an instant appears to a process: it may come from another machine with
 * another clock.
 */
const settledAfterMs = 10 * 60_000

/** Whether no later record can belong to a moment. */
export const isSettled = ({ asOfMs, knownAtMs }: PastMoment, nowMs: number): boolean =>
  asOfMs < nowMs && knownAtMs !== null && knownAtMs <= nowMs - settledAfterMs

/**
 * When this service learnt the newest of what it answers with; where that is nothing, the moment that was asked for, as
 * far as it has come.
 */
const fetchedAtOf = ({ moment: { asOfMs, knownAtMs }, now }: PastReader, rows: readonly ArchivedPrice[]): string => {
  const recorded = rows.flatMap(({ price }) => (price === null ? [] : [price.recordedAtMs]))
  return isoOf(recorded.length > 0 ? Math.max(...recorded) : Math.min(asOfMs, knownAtMs ?? now()))
}

const readRows = async (
  { archive, market, moment }: PastReader,
  productId: number,
  call: CallContext,
): Promise<PastRows> => {
  const rows = await readPrices(archive, productId, moment)
  if (rows.length > 0) return { rows, isKnown: true }
  const later = await readPrices(archive, productId, anyMoment)
  if (later.length > 0) return { rows: later.map(({ sku }) => ({ sku, price: null })), isKnown: false }
  const details = await market.details(productId, call)
  if (details.value === null) throw new ProductNotFoundError(productId, details)
  return { rows: details.value.skus.map((sku) => ({ sku: { productId, ...sku }, price: null })), isKnown: false }
}

const rowsOf = (reader: PastReader, productId: number, call: CallContext): Promise<PastRows> => {
  const rows = reader.reading.get(productId) ?? readRows(reader, productId, call)
  reader.reading.set(productId, rows)
  return rows
}

const readPastPrices = async (reader: PastReader, productId: number, call: CallContext) => {
  const { source, moment, now } = reader
  const { rows, isKnown } = await rowsOf(reader, productId, call)
  const result: PricesResult = {
    source,
    productId,
    currency: 'USD',
    fetchedAt: fetchedAtOf(reader, rows),
    // No source was asked.
    cacheHit: true,
    prices: rows.map(rowOf),
  }
  return { result, isFinal: isKnown && isSettled(moment, now()) }
}

const readSkuPrice = async (reader: PastReader, productId: number, skuId: number) => {
  const { archive, moment } = reader
  const rowIn = (rows: readonly ArchivedPrice[]) => rows.filter(({ sku }) => sku.skuId === skuId)
  const known = rowIn(await readPrices(archive, productId, moment))
  const [row] = known.length > 0 ? known : rowIn(await readPrices(archive, productId, anyMoment))
  if (row === undefined) return null
  const price = known.length > 0 ? rowOf(row) : unobserved(row.sku)
  return { price, fetchedAt: fetchedAtOf(reader, known) }
}

const readPastDetails = async (reader: PastReader, productId: number, call: CallContext): Promise<DetailsResult> => {
  const { market, source } = reader
  const [details, { rows }] = await Promise.all([market.details(productId, call), rowsOf(reader, productId, call)])
  if (details.value === null) throw new ProductNotFoundError(productId, details)
  const skus = rows.map(({ sku: { skuId, condition, variant, language } }) => ({
    skuId,
    condition,
    variant,
    language,
  }))
  const counts = { lowestPriceWithShipping: null, listingCount: null, sellerCount: null }
  return {
    source,
    productId,
    fetchedAt: fetchedAtOf(reader, rows),
    cacheHit: details.cacheHit,
    product: { ...toDollars(details.value), skus, ...productPrices(rows), ...counts },
  }
}

const readPastHistory = async (
  reader: PastReader,
  { productId, range }: HistoryRequest,
  call: CallContext,
): Promise<HistoryResult> => {
  const { archive, moment, source } = reader
  const newest = await archive.newest(moment)
  const [histories, firstMs, { rows }] = await Promise.all([
    archive.history(productId, rangeStartMs(range, newest?.observedAtMs ?? moment.asOfMs), moment),
    archive.firstObservedAtMs(productId),
    rowsOf(reader, productId, call),
  ])
  const variants = toDailySeries(histories).map((series) => ({ ...series, buckets: series.buckets.map(toDollars) }))
  const recordedSince = firstMs === null ? null : utcDayText(firstMs)
  return { source, productId, range, fetchedAt: fetchedAtOf(reader, rows), cacheHit: true, recordedSince, variants }
}

const notKept = async (): Promise<never> => {
  throw new ServiceError('not_offered_by_source', 'Offers of the past were not kept.')
}

/**
 * The sections as of one moment, out of what was kept. The source is asked for no price: only for facts of the
 * catalogue, and for products that were never observed.
 */
const pastSectionsOf = (reader: PastReader): PastSections => ({
  pastPrices: (productId, call) => readPastPrices(reader, productId, call),
  prices: async (productId, call) => (await readPastPrices(reader, productId, call)).result,
  skuPrice: (productId, skuId) => readSkuPrice(reader, productId, skuId),
  details: (productId, call) => readPastDetails(reader, productId, call),
  history: (request, call) => readPastHistory(reader, request, call),
  listings: notKept,
  featured: notKept,
})

/**
 * The sections as of the past that a query asks for, `null` for the present.
 * @throws ServiceError that says what cannot be asked for
 */
export type PastPrices = (query: PastQuery, refuse: Refuse) => PastSections | null

export const createPastPrices = ({ archive, ...dependencies }: ProductsDependencies): PastPrices => {
  const { source } = dependencies
  return ({ asOf, knownAt }, refuse) => {
    const asked = asOf !== undefined ? 'asOf' : knownAt !== undefined ? 'knownAt' : null
    if (asked === null) return null
    if (archive === null)
      throw refuse(asked, `cannot be answered here: this service keeps no past prices of the source ${source}`)
    const moment = readMoment({ asOf, knownAt }, refuse)
    return moment && pastSectionsOf({ ...dependencies, archive, moment, reading: new Map() })
  }
}
