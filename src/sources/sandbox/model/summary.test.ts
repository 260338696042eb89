import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyDay, anyProduct } from '../../../../test/support/sandbox-product.ts'
import { rawOffersOn, toOffer } from './offers.ts'
import { pricesOn } from './prices.ts'
import { skuModelsOf } from './skus.ts'
import { summarize } from './summary.ts'

test('says what the offers and the price of the main SKU say', () => {
  fc.assert(
    fc.property(anyProduct, anyDay, (product, day) => {
      const offers = rawOffersOn(product, skuModelsOf(product), day).map(toOffer)
      const lowest = (amounts: (number | null)[]) =>
        amounts.length === 0 ? null : Math.min(...amounts.map((amount) => amount ?? 0))
      assert.deepEqual(summarize(product, day), {
        marketPriceCents: pricesOn(product, day)[0]?.marketPriceCents,
        lowestPriceCents: lowest(offers.map(({ itemPriceCents }) => itemPriceCents)),
        lowestPriceWithShippingCents: lowest(offers.map(({ totalPriceCents }) => totalPriceCents)),
        listingCount: offers.length,
        sellerCount: new Set(offers.map(({ seller }) => seller.id)).size,
      })
    }),
  )
})
