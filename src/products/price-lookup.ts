import type { CallContext } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import { batchLimit, type PriceLookup, type PriceLookupResult } from '../contract/price-batch.ts'
import { toDollars } from '../market/money.ts'
import { ProductNotFoundError, type ProductsDependencies, type Sections } from './sections.ts'

interface Row {
  readonly lookup: PriceLookup
  readonly error: ServiceError | null
}

export type LookUpPrices = (
  ids: { readonly productIds?: readonly number[]; readonly skuIds?: readonly number[] },
  call: CallContext,
) => Promise<PriceLookupResult>

/** Creates the batch over the prices section and the market's single SKUs. */
export const createPriceLookup = (sections: Sections, { market, source, now }: ProductsDependencies): LookUpPrices => {
  const failed = (ids: Pick<PriceLookup, 'productId' | 'skuId'>, error: unknown): Row => {
    if (!(error instanceof ServiceError)) throw error
    const { code, upstreamStatus } = error
    if (error instanceof ProductNotFoundError) {
      const { fetchedAt, cacheHit } = error.observation
      return {
        lookup: { ...ids, status: 'not_found', code: 'product_not_found', upstreamStatus, fetchedAt, cacheHit, prices: null },
        error: null,
      }
    }
    const fetchedAt = new Date(now()).toISOString()
    return { lookup: { ...ids, status: 'unavailable', code, upstreamStatus, fetchedAt, cacheHit: false, prices: null }, error }
  }

  const ofProduct = async (productId: number, call: CallContext): Promise<Row> => {
    const ids = { productId, skuId: null }
    try {
      const { fetchedAt, cacheHit, prices } = await sections.prices(productId, call)
      return { lookup: { ...ids, status: 'ok', code: 'ok', upstreamStatus: null, fetchedAt, cacheHit, prices }, error: null }
    } catch (error) {
      return failed(ids, error)
    }
  }

  const ofSku = async (skuId: number, call: CallContext): Promise<Row> => {
    try {
      const { value, fetchedAt, cacheHit } = await market.skuPrice(skuId, call)
      const common = { skuId, upstreamStatus: null, fetchedAt, cacheHit }
      return value === null
        ? { lookup: { productId: null, ...common, status: 'not_found', code: 'sku_not_found', prices: null }, error: null }
        : {
            lookup: { productId: value.productId, ...common, status: 'ok', code: 'ok', prices: [toDollars(value.price)] },
            error: null,
          }
    } catch (error) {
      return failed({ productId: null, skuId }, error)
    }
  }

  return async ({ productIds = [], skuIds = [] }, call) => {
    const [products, skus] = [new Set(productIds), new Set(skuIds)]
    const count = products.size + skus.size
    if (count === 0) throw new ServiceError('invalid_body', 'Give at least one id in productIds or skuIds.')
    if (count > batchLimit)
      throw new ServiceError(
        'invalid_body',
        `At most ${batchLimit} different ids in all are answered at once; these are ${count}.`,
      )
    const rows = await Promise.all([
      ...[...products].map((productId) => ofProduct(productId, call)),
      ...[...skus].map((skuId) => ofSku(skuId, call)),
    ])
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
