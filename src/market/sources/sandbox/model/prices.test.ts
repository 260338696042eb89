import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyDay, anyProduct, aProduct, today } from '../../../../../test/support/sandbox-product.ts'
import { reservedIds } from '../reserved.ts'
import { priceOfSkuOn, pricesOn } from './prices.ts'
import { skuModelsOf } from './skus.ts'

// The same product and day give the same figures on every machine and in every version.
test('prices of a known product and day are the known ones', () => {
  const rows = pricesOn(aProduct(), today).map(({ skuId, marketPrice, lowSalePrice, highSalePrice, sampleSize }) => [
    skuId,
    marketPrice,
    lowSalePrice,
    highSalePrice,
    sampleSize,
  ])
  assert.deepEqual(rows.slice(0, 3), [
    [30000401, 354.12, 348.08, 368.79, 4],
    [30000403, 247.13, 246.3, 247.13, 2],
    [30000404, 181.79, 181.79, 183.08, 2],
  ])
})

test('low ≤ market ≤ high in whole cents above 0, from at most 25 sales', () => {
  fc.assert(
    fc.property(anyProduct, anyDay, (product, day) => {
      for (const { marketPrice, lowSalePrice, highSalePrice, sampleSize, calculatedAt } of pricesOn(product, day)) {
        if (marketPrice === null) {
          assert.deepEqual([lowSalePrice, highSalePrice, sampleSize, calculatedAt], [null, null, null, null])
          continue
        }
        assert.ok(lowSalePrice !== null && highSalePrice !== null && sampleSize !== null)
        assert.ok(0 < lowSalePrice && lowSalePrice <= marketPrice && marketPrice <= highSalePrice)
        for (const amount of [marketPrice, lowSalePrice, highSalePrice]) assert.equal(amount, Number(amount.toFixed(2)))
        assert.ok(sampleSize >= 1 && sampleSize <= 25)
        if (sampleSize === 1) assert.equal(lowSalePrice, highSalePrice)
      }
    }),
  )
})

test('a price asked for by itself is the one in the list, or a row of nulls where the list has none', () => {
  fc.assert(
    fc.property(anyProduct, (product) => {
      const listed = new Map(pricesOn(product, today).map((price) => [price.skuId, price]))
      for (const [index, { sku }] of skuModelsOf(product).entries()) {
        const single = priceOfSkuOn(product, index + 1, today)
        assert.deepEqual(single, listed.get(sku.skuId) ?? { ...single, marketPrice: null, sampleSize: null })
      }
    }),
    { numRuns: 30 },
  )
  assert.equal(priceOfSkuOn(aProduct(), 11, today), null)
})

test('was calculated at the first instant of the day', () => {
  assert.equal(pricesOn(aProduct(), today)[0]?.calculatedAt, '2026-11-21T00:00:00.000Z')
})

test('a product without observations has a row of nulls for every SKU', () => {
  const unobserved = pricesOn(aProduct({ productId: reservedIds.unobserved }), today)
  const longBeforeRelease = pricesOn(aProduct({ set: { ...aProduct().set, publishedOn: '2027-03-01' } }), today)
  for (const price of [...unobserved, ...longBeforeRelease]) assert.equal(price.marketPrice, null)
  assert.ok(unobserved.length > 0 && longBeforeRelease.length > 0)
})
