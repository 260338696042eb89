import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Product, Sku } from '../contract/product-details.ts'
import type { MarketPrice, Observed, ObservedMarket } from '../market/ports.ts'
import { createProducts } from './products.ts'

const sku = (skuId: number): Sku => ({ skuId, condition: 'Near Mint', variant: 'Normal', language: 'English' })
const priceOf = (skuId: number): MarketPrice => ({
  ...sku(skuId),
  marketPriceCents: 250,
  lowSalePriceCents: null,
  highSalePriceCents: null,
  sampleSize: null,
  calculatedAt: null,
})
const observed = <T>(value: T): Observed<T> => Object.freeze({ value, fetchedAt: '2026-11-22T10:00:00.000Z', cacheHit: true })

describe('the prices of a product', () => {
  const call = { signal: new AbortController().signal }
  const detailsOf = (...skuIds: number[]) => observed({ productId: 7, skus: skuIds.map(sku) } as unknown as Product)
  let details = detailsOf(1)
  const prices = observed([priceOf(1)])
  const market = { details: () => details, prices: () => prices } as unknown as ObservedMarket
  const products = createProducts({ market, source: 'test', now: () => 0 })

  test('are put together once while neither prices nor details are fetched anew', async () => {
    assert.equal(await products.prices(7, call), await products.prices(7, call))
  })

  test('have a row for a SKU that newer details added, though the prices are those from before', async () => {
    assert.equal((await products.prices(7, call)).prices.length, 1)
    details = detailsOf(1, 2)
    const rows = (await products.prices(7, call)).prices
    assert.deepEqual(
      rows.map(({ skuId, marketPrice }) => [skuId, marketPrice]),
      [
        [1, 2.5],
        [2, null],
      ],
    )
  })
})
