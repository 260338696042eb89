import type { Client } from '../../packages/client/src/client.ts'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { buildIndex } from '../../src/catalog/index/build/build-index.ts'
import type { IndexInput } from '../../src/catalog/index/build/index-input.ts'
import { openIndex } from '../../src/catalog/index/catalog-index.ts'
import { createIndexSource } from '../../src/catalog/index/index-source.ts'
import type { CatalogProduct } from '../../src/catalog/ports.ts'
import type { CardQuery } from '../../src/contract/price-batch.ts'
import type { MarketPrice, Observed, ObservedMarket, PricesRequest } from '../../src/market/ports.ts'
import { createProducts } from '../../src/products/products.ts'
import { createUncachedIdentification } from '../measure.ts'
import { copiesOf, type MarketCopy, productOfSku } from './market.ts'

const fetchedAt = '2026-11-22T12:00:00.000Z'
const observed = <T>(value: T): Observed<T> => ({ value, fetchedAt, cacheHit: true })
const call = { signal: new AbortController().signal }

const skuOf = ({ skuId, condition, variant, language }: MarketCopy) => ({ skuId, condition, variant, language })

/** The price in cents is the SKU's id, so that it names product, condition, finish and language. */
const priceOf = (copy: MarketCopy): MarketPrice => ({
  ...skuOf(copy),
  marketPriceCents: copy.skuId,
  lowestPriceCents: null,
  lowSalePriceCents: null,
  highSalePriceCents: null,
  sampleSize: null,
  calculatedAt: null,
})

/** A market with every copy of every product. */
const createMarket = (products: ReadonlyMap<number, CatalogProduct>): ObservedMarket => {
  const copies = (productId: number): MarketCopy[] | null => {
    const product = products.get(productId)
    return product === undefined ? null : copiesOf(product)
  }
  const market = {
    details: async (productId: number) => observed(copies(productId) && { skus: copies(productId)?.map(skuOf) }),
    prices: async ({ productId }: PricesRequest) => observed(copies(productId)?.map(priceOf) ?? null),
    skuPrice: async (skuId: number) => {
      const copy = copies(productOfSku(skuId))?.find((one) => one.skuId === skuId)
      return observed(copy === undefined ? null : { productId: copy.productId, price: priceOf(copy) })
    },
  }
  // A batch asks a market for nothing else, and of the details for the copies alone.
  return market as unknown as ObservedMarket
}

/** The client of a service over a catalogue and that market, without a network between them. */
export const createServiceClient = (input: IndexInput): Pick<Client, 'listCategories' | 'lookUpPrices'> => {
  const index = openIndex(buildIndex(input))
  const catalog = createIndexSource(() => index)
  const { identify } = createUncachedIdentification(index)
  const market = createMarket(new Map(input.products.map((product) => [product.productId, product])))
  const products = createProducts({
    market,
    archive: null,
    source: 'bench',
    now: () => Date.parse(fetchedAt),
    identify,
  })
  const unlimited = { requestId: '', remaining: { minute: null, month: null }, allowance: null, ignored: [] }
  return {
    lookUpPrices: async ({ productIds = [], skuIds = [], cards = [] } = {}) => ({
      data: await products.lookUpPrices({ productIds, skuIds, cards: cards as CardQuery[] }, call),
      ...unlimited,
    }),
    listCategories: async () => ({
      data: await createCatalog({ catalog, sourceName: 'bench' }).categories(call),
      ...unlimited,
    }),
  }
}
