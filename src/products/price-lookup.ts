import { productOfPrinting } from '../cards/printings.ts'
import type { CallContext } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import { limits } from '../contract/limits.ts'
import { type PastQuery, refuseInBody } from '../contract/moment.ts'
import type { CardQuery, PriceLookup, PriceLookupResult } from '../contract/price-batch.ts'
import type { Identification } from '../identification/identification.ts'
import { toDollars } from '../market/money.ts'
import { createCardLookup, type PricesOf } from './card-lookup.ts'
import { failedRow, type LookupRow } from './lookup-row.ts'
import type { PastPrices, PastSections } from './past-sections.ts'
import type { ProductsDependencies, Sections } from './sections.ts'

export interface LookUpPricesRequest extends PastQuery {
  readonly productIds?: readonly number[]
  readonly skuIds?: readonly number[]
  readonly cards?: readonly CardQuery[]
}

export type LookUpPrices = (request: LookUpPricesRequest, call: CallContext) => Promise<PriceLookupResult>

export interface PriceLookupDependencies extends ProductsDependencies {
  readonly identify: Identification['identify']
}

const ofId = { query: null, identification: null, unclear: null } as const
const noSuchSku = { status: 'not_found', code: 'sku_not_found', prices: null } as const

/** The different cards of a list: two are equal when all their fields are. */
const differentCards = (cards: readonly CardQuery[]): readonly CardQuery[] => [
  ...new Map(
    cards.map((card) => {
      const { q, set, category, condition, variant, language } = card
      return [JSON.stringify([q, set, category, condition, variant, language]), card]
    }),
  ).values(),
]

/** @throws ServiceError `invalid_body` */
const checkCards = (cards: readonly CardQuery[]) => {
  const blank = cards.findIndex(({ q }) => q.trim() === '')
  if (blank >= 0) throw new ServiceError('invalid_body', `The request body, at cards.${blank}.q, must hold some text.`)
}

/** @throws ServiceError `invalid_body` */
const checkCount = (count: number) => {
  if (count === 0) throw new ServiceError('invalid_body', 'Give at least one entry in productIds, skuIds or cards.')
  if (count <= limits.entriesPerRequest) return
  throw new ServiceError(
    'invalid_body',
    `At most ${limits.entriesPerRequest} different entries in all are answered at once; these are ${count}.`,
  )
}

/** Sources of the rows of one batch. */
interface Batch {
  readonly market: ProductsDependencies['market']
  readonly now: () => number
  /** The past that is asked for; `null` for the present. */
  readonly past: PastSections | null
  readonly pricesOf: PricesOf
  readonly call: CallContext
}

const productRow = async ({ pricesOf, now }: Batch, productId: number): Promise<LookupRow> => {
  const subject = { ...ofId, productId, skuId: null }
  try {
    const { fetchedAt, cacheHit, prices } = await pricesOf(productId)
    const observed = { upstreamStatus: null, fetchedAt, cacheHit }
    return { lookup: { ...subject, status: 'ok', code: 'ok', ...observed, price: null, prices }, error: null }
  } catch (error) {
    return failedRow(subject, error, now())
  }
}

const presentSkuRow = async ({ market, call }: Batch, skuId: number): Promise<PriceLookup> => {
  const { value, fetchedAt, cacheHit } = await market.skuPrice(skuId, call)
  const common = { ...ofId, skuId, upstreamStatus: null, fetchedAt, cacheHit, price: null }
  if (value === null) return { ...common, productId: null, ...noSuchSku }
  return { ...common, productId: value.productId, status: 'ok', code: 'ok', prices: [toDollars(value.price)] }
}

/** The product of a SKU: the id of a printing tells it, for others the source is asked. */
const productOfSku = async ({ market, call }: Batch, skuId: number): Promise<number | null> => {
  const ofPrinting = productOfPrinting(skuId)
  if (ofPrinting !== null) return ofPrinting
  const { value } = await market.skuPrice(skuId, call)
  if (value?.productId !== null) return value?.productId ?? null
  const message = 'Whose SKU this is cannot be told; ask for the prices of its product.'
  throw new ServiceError('not_offered_by_source', message)
}

const pastSkuRow = async (batch: Batch, past: PastSections, skuId: number): Promise<PriceLookup> => {
  const common = { ...ofId, skuId, upstreamStatus: null, price: null }
  const productId = await productOfSku(batch, skuId)
  const found = productId === null ? null : await past.skuPrice(productId, skuId)
  if (found === null) {
    const fetchedAt = new Date(batch.now()).toISOString()
    return { ...common, productId: null, ...noSuchSku, fetchedAt, cacheHit: true }
  }
  const { price, fetchedAt } = found
  return { ...common, productId, status: 'ok', code: 'ok', fetchedAt, cacheHit: true, prices: [price] }
}

const skuRow = async (batch: Batch, skuId: number): Promise<LookupRow> => {
  const { past, now } = batch
  try {
    const lookup = await (past === null ? presentSkuRow(batch, skuId) : pastSkuRow(batch, past, skuId))
    return { lookup, error: null }
  } catch (error) {
    return failedRow({ ...ofId, productId: null, skuId }, error, now())
  }
}

/** Prices of a product, asked for once in a batch. */
const memoizePrices = (pricesOf: PricesOf): PricesOf => {
  const running = new Map<number, ReturnType<PricesOf>>()
  return (productId) => {
    const prices = running.get(productId) ?? pricesOf(productId)
    running.set(productId, prices)
    return prices
  }
}

/** Creates the batch over identification, the prices section and the market's single SKUs. */
export const createPriceLookup = (
  sections: Sections,
  pastPrices: PastPrices,
  { market, source, now, identify }: PriceLookupDependencies,
): LookUpPrices => {
  const rowsOfCards = createCardLookup({ identify, now })

  return async ({ productIds = [], skuIds = [], cards = [], asOf, knownAt }, call) => {
    const past = pastPrices({ asOf, knownAt }, refuseInBody)
    checkCards(cards)
    const [products, skus, queries] = [new Set(productIds), new Set(skuIds), differentCards(cards)]
    checkCount(products.size + skus.size + queries.length)
    const pricesOf = memoizePrices((productId) => (past ?? sections).prices(productId, call))
    const batch: Batch = { market, now, past, pricesOf, call }
    const rows = (
      await Promise.all([
        ...[...products].map((productId) => productRow(batch, productId)),
        ...[...skus].map((skuId) => skuRow(batch, skuId)),
        rowsOfCards(queries, pricesOf, call),
      ])
    ).flat()
    const failure = rows[0]?.error
    if (failure && rows.every(({ error }) => error !== null)) throw failure
    const results = rows.map(({ lookup }) => lookup)
    return {
      source,
      currency: 'USD',
      // ISO instants of one form sort as text.
      fetchedAt: results.map(({ fetchedAt }) => fetchedAt).sort()[0] as string,
      cacheHit: results.every(({ cacheHit }) => cacheHit),
      results,
    }
  }
}
