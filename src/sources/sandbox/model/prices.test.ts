import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyDay, anyProduct, aProduct, today } from '../../../../test/support/sandbox-product.ts'
import { rawOffersOn } from './offers.ts'
import { priceOfSkuOn, pricesOn } from './prices.ts'
import { skuModelsOf } from './skus.ts'

// The same product and day give the same figures on every machine and in every version.
test('prices of a known product and day are the known ones', () => {
  const rows = pricesOn(aProduct(), today).map(
    ({ skuId, marketPriceCents, lowSalePriceCents, highSalePriceCents, sampleSize }) => [
      skuId,
      marketPriceCents,
      lowSalePriceCents,
      highSalePriceCents,
      sampleSize,
    ],
  )
  assert.deepEqual(rows.slice(0, 3), [
    [30000401, 35_412, 34_808, 36_879, 4],
    [30000403, 24_713, 24_630, 24_713, 2],
    [30000404, 18_179, 18_179, 18_308, 2],
  ])
})

test('low ≤ market ≤ high in whole cents above 0, from at most 25 sales', () => {
  fc.assert(
    fc.property(anyProduct, anyDay, (product, day) => {
      for (const { marketPriceCents, lowSalePriceCents, highSalePriceCents, sampleSize, calculatedAt } of pricesOn(
        product,
        day,
      )) {
        if (marketPriceCents === null) {
          assert.deepEqual([lowSalePriceCents, highSalePriceCents, sampleSize, calculatedAt], [null, null, null, null])
          continue
        }
        assert.ok(lowSalePriceCents !== null && highSalePriceCents !== null && sampleSize !== null)
        assert.ok(
          0 < lowSalePriceCents && lowSalePriceCents <= marketPriceCents && marketPriceCents <= highSalePriceCents,
        )
        for (const amount of [marketPriceCents, lowSalePriceCents, highSalePriceCents])
          assert.ok(Number.isInteger(amount))
        assert.ok(sampleSize >= 1 && sampleSize <= 25)
        if (sampleSize === 1) assert.equal(lowSalePriceCents, highSalePriceCents)
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
        assert.deepEqual(single, listed.get(sku.skuId) ?? { ...single, marketPriceCents: null, sampleSize: null })
      }
    }),
    { numRuns: 30 },
  )
  assert.equal(priceOfSkuOn(aProduct(), 11, today), null)
})

test('the lowest price of a SKU is what its cheapest offer asks, and null where there is no offer', () => {
  fc.assert(
    fc.property(anyProduct, anyDay, (product, day) => {
      const offers = rawOffersOn(product, skuModelsOf(product), day)
      for (const { skuId, lowestPriceCents } of pricesOn(product, day)) {
        const asked = offers.filter(({ model }) => model.sku.skuId === skuId).map(({ itemCents }) => itemCents)
        assert.equal(lowestPriceCents, asked.length === 0 ? null : Math.min(...asked))
      }
    }),
  )
})

test('was calculated at the first instant of the day', () => {
  assert.equal(pricesOn(aProduct(), today)[0]?.calculatedAt, '2026-11-21T00:00:00.000Z')
})

test('long before its release a product has a row of nulls for every SKU', () => {
  const prices = pricesOn(aProduct({ set: { ...aProduct().set, publishedOn: '2027-03-01' } }), today)
  for (const price of prices) assert.equal(price.marketPriceCents, null)
  assert.ok(prices.length > 0)
})
