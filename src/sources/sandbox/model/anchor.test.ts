import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyProduct, aProduct } from '../../../../test/support/sandbox-product.ts'
import { anchorCentsOf } from './anchor.ts'

test('keeps the anchor of the catalogue', () => {
  assert.equal(anchorCentsOf(aProduct({ anchorPriceCents: 115 })), 115)
  assert.equal(anchorCentsOf(aProduct({ anchorPriceCents: 1 })), 1)
})

test('derives whole cents above 0 for a product without an anchor', () => {
  fc.assert(
    fc.property(anyProduct, (product) => {
      const cents = anchorCentsOf({ ...product, anchorPriceCents: null })
      return Number.isInteger(cents) && cents >= 1
    }),
  )
})

test('derived prices are cheap bulk mostly, dearer for rarer and for sealed products', () => {
  const median = (rarity: string | null, sealed = false) => {
    const prices = Array.from({ length: 301 }, (_, id) =>
      anchorCentsOf(aProduct({ productId: id + 1, anchorPriceCents: null, rarity, sealed })),
    )
    return prices.sort((left, right) => left - right)[150] ?? 0
  }
  assert.ok(median('Common') < 20)
  assert.ok(median('Common') < median('Uncommon') && median('Uncommon') < median('Rare'))
  assert.ok(median('Rare') < median('Mythic') && median('Mythic') < median('Secret Rare'))
  assert.ok(median(null, true) > median('Mythic'))
})
