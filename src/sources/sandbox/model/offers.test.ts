import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyDay, anyProduct, aProduct, today } from '../../../../test/support/sandbox-product.ts'
import { reservedIds } from '../../../contract/reserved-products.ts'
import { findReservedProduct } from '../reserved-cards.ts'
import type { SandboxProduct } from '../sandbox-product.ts'
import { type RawOffer, rawOffersOn, toOffer } from './offers.ts'
import { sellers } from './sellers.ts'
import { skuModelsOf } from './skus.ts'

const offersOn = (product: SandboxProduct, day: number): RawOffer[] => rawOffersOn(product, skuModelsOf(product), day)

test('up to sixty offers, of known SKUs, with ids of their own and whole amounts', () => {
  fc.assert(
    fc.property(anyProduct, anyDay, (product, day) => {
      const offers = offersOn(product, day)
      assert.ok(offers.length <= 60)
      assert.equal(new Set(offers.map(({ listingId }) => listingId)).size, offers.length)
      for (const { listingId, itemCents, shippingCents, quantity } of offers) {
        assert.ok(Number.isSafeInteger(listingId) && quantity >= 1)
        assert.ok(Number.isInteger(itemCents) && itemCents >= 1)
        assert.ok(Number.isInteger(shippingCents) && shippingCents >= 0)
      }
    }),
  )
})

test('totals are item and shipping to the cent', () => {
  fc.assert(
    fc.property(anyProduct, anyDay, (product, day) => {
      for (const raw of offersOn(product, day)) {
        const { itemPriceCents, shippingPriceCents, totalPriceCents } = toOffer(raw)
        assert.equal(totalPriceCents, (itemPriceCents ?? 0) + (shippingPriceCents ?? 0))
      }
    }),
    { numRuns: 50 },
  )
})

test('a seller has one ordinary offer of a SKU at most', () => {
  fc.assert(
    fc.property(anyProduct, anyDay, (product, day) => {
      const ordinary = offersOn(product, day).filter(({ custom }) => !custom)
      const pairs = ordinary.map(({ seller, model }) => `${seller.seller.id} ${model.sku.skuId}`)
      assert.equal(new Set(pairs).size, pairs.length)
    }),
  )
})

test('most listings of a day are still there on the next, unchanged but for the price', () => {
  let kept = 0
  let all = 0
  for (let id = 1; id <= 200; id++) {
    const product = aProduct({ productId: id, anchorPriceCents: 300 })
    const tomorrow = new Map(offersOn(product, today + 1).map((offer) => [offer.listingId, offer]))
    for (const offer of offersOn(product, today)) {
      const later = tomorrow.get(offer.listingId)
      all++
      if (later === undefined) continue
      kept++
      assert.deepEqual([later.model.sku, later.seller, later.quantity], [offer.model.sku, offer.seller, offer.quantity])
    }
  }
  assert.ok(kept / all > 0.9 && kept < all, `${kept} of ${all}`)
})

test('some products have no offers, many have dozens, some offers are custom', () => {
  const shelves = Array.from({ length: 400 }, (_, id) =>
    offersOn(aProduct({ productId: id + 1, anchorPriceCents: 300 }), today),
  )
  assert.ok(shelves.some(({ length }) => length === 0))
  assert.ok(shelves.filter(({ length }) => length >= 24).length > 100)
  const offers = shelves.flat()
  const custom = offers.filter((offer) => offer.custom).length / offers.length
  assert.ok(custom > 0.02 && custom < 0.15, `${custom}`)
})

test('the crowded product has thousands of offers, and the cheapest are custom on every day', () => {
  const product = findReservedProduct(reservedIds.manyOffers) ?? aProduct()
  fc.assert(
    fc.property(
      anyDay.map((day) => day + 2_000),
      (day) => {
        const offers = offersOn(product, day).sort((left, right) => left.itemCents - right.itemCents)
        assert.equal(offers.length, 4_200)
        const custom = offers.filter((offer) => offer.custom).length
        assert.equal(custom, 30)
        assert.ok(offers.slice(0, custom).every((offer) => offer.custom))
      },
    ),
    // A jump of the market within four days once made an ordinary offer the cheapest, on this day of 2036.
    { numRuns: 30, examples: [[24_300]] },
  )
})

test('nobody offers a SKU that the market knows no price of', () => {
  fc.assert(
    fc.property(anyProduct, anyDay, (product, day) => {
      for (const { model } of offersOn(product, day)) assert.equal(model.coverage, 'priced')
    }),
  )
})

test('sixty sellers with names and ids of their own', () => {
  assert.equal(sellers.length, 60)
  assert.equal(new Set(sellers.map(({ seller }) => seller.name)).size, 60)
  assert.equal(sellers[16]?.seller.id, 'sandbox-17')
  assert.equal(sellers[16]?.seller.name, 'Harbour Cards')
})
