import { productOfPrinting } from '../cards/printings.ts'
import type { CallContext } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import { type PastQuery, refuseInBody } from '../contract/moment.ts'
import { batchLimit, type CardQuery, type PriceLookupResult } from '../contract/price-batch.ts'
import type { Identification } from '../identification/identification.ts'
import { toDollars } from '../market/money.ts'
import { createCardLookup, type PricesOf } from './card-lookup.ts'
import { failedRow, type LookupRow } from './lookup-row.ts'
import type { Past } from './past.ts'
import type { PastSections } from './past-sections.ts'
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
  if (count <= batchLimit) return
  throw new ServiceError(
    'invalid_body',
    `At most ${batchLimit} different entries in all are answered at once; these are ${count}.`,
  )
}

/** Creates the batch over identification, the prices section and the market's single SKUs. */
export const createPriceLookup = (
  sections: Sections,
  past: Past,
  { market, source, now, identify }: PriceLookupDependencies,
): LookUpPrices => {
  const rowsOfCards = createCardLookup({ identify, now })

  const ofProduct = async (productId: number, pricesOf: PricesOf): Promise<LookupRow> => {
    const subject = { ...ofId, productId, skuId: null }
    try {
      const { fetchedAt, cacheHit, prices } = await pricesOf(productId)
      const observed = { upstreamStatus: null, fetchedAt, cacheHit }
      return { lookup: { ...subject, status: 'ok', code: 'ok', ...observed, price: null, prices }, error: null }
    } catch (error) {
      return failedRow(subject, error, now())
    }
  }

  const ofSku = async (skuId: number, call: CallContext): Promise<LookupRow> => {
    try {
      const { value, fetchedAt, cacheHit } = await market.skuPrice(skuId, call)
      const common = { ...ofId, skuId, upstreamStatus: null, fetchedAt, cacheHit, price: null }
      return value === null
        ? { lookup: { ...common, productId: null, status: 'not_found', code: 'sku_not_found', prices: null }, error: null }
        : {
            lookup: { ...common, productId: value.productId, status: 'ok', code: 'ok', prices: [toDollars(value.price)] },
            error: null,
          }
    } catch (error) {
      return failedRow({ ...ofId, productId: null, skuId }, error, now())
    }
  }

  /** The product of a SKU: the id of a printing tells it, for others the source is asked. */
  const productOfSku = async (skuId: number, call: CallContext): Promise<number | null> => {
    const ofPrinting = productOfPrinting(skuId)
    if (ofPrinting !== null) return ofPrinting
    const { value } = await market.skuPrice(skuId, call)
    if (value?.productId === null)
      throw new ServiceError('not_offered_by_source', 'Whose SKU this is cannot be told; ask for the prices of its product.')
    return value?.productId ?? null
  }

  const ofPastSku = async (skuId: number, then: PastSections, call: CallContext): Promise<LookupRow> => {
    const subject = { ...ofId, skuId, upstreamStatus: null, price: null }
    try {
      const productId = await productOfSku(skuId, call)
      const found = productId === null ? null : await then.skuPrice(productId, skuId)
      if (found === null) {
        const observed = { fetchedAt: new Date(now()).toISOString(), cacheHit: true }
        const missing = { status: 'not_found', code: 'sku_not_found', prices: null } as const
        return { lookup: { ...subject, productId: null, ...missing, ...observed }, error: null }
      }
      const { price, fetchedAt } = found
      return {
        lookup: { ...subject, productId, status: 'ok', code: 'ok', fetchedAt, cacheHit: true, prices: [price] },
        error: null,
      }
    } catch (error) {
      return failedRow({ ...ofId, productId: null, skuId }, error, now())
    }
  }

  return async ({ productIds = [], skuIds = [], cards = [], asOf, knownAt }, call) => {
    const then = past({ asOf, knownAt }, refuseInBody)
    checkCards(cards)
    const [products, skus, queries] = [new Set(productIds), new Set(skuIds), differentCards(cards)]
    checkCount(products.size + skus.size + queries.length)
    const running = new Map<number, ReturnType<PricesOf>>()
    const pricesOf: PricesOf = (productId) => {
      const prices = running.get(productId) ?? (then ?? sections).prices(productId, call)
      running.set(productId, prices)
      return prices
    }
    const rows = (
      await Promise.all([
        ...[...products].map((productId) => ofProduct(productId, pricesOf)),
        ...[...skus].map((skuId) => (then === null ? ofSku(skuId, call) : ofPastSku(skuId, then, call))),
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
