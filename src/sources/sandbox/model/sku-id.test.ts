import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maxSourceId } from '../../../market/ports.ts'
import { maxSkusPerProduct, readSkuId, skuIdOf } from './sku-id.ts'

const boundaries = [
  1,
  20_000_000,
  20_000_001,
  21_474_836,
  21_474_837,
  25_000_000,
  26_474_835,
  maxSourceId - 1,
  maxSourceId,
]
const productId = fc.oneof(fc.constantFrom(...boundaries), fc.integer({ min: 1, max: maxSourceId }))
const ordinal = fc.integer({ min: 1, max: maxSkusPerProduct })

test('is the product id followed by two digits', () => {
  for (const [id, nth, skuId] of [
    [1, 1, 101],
    [300_004, 1, 30_000_401],
    [990_010, 99, 99_001_099],
    [20_000_000, 99, 2_000_000_099],
    [25_000_000, 1, 2_500_000_001],
    [maxSourceId, 99, 214_748_364_799],
  ] as const)
    assert.equal(skuIdOf(id, nth), skuId)
})

test('reads back to its product and ordinal for every product id, so that it means one thing', () => {
  const readsBack = (id: number, nth: number) =>
    assert.deepEqual(readSkuId(skuIdOf(id, nth)), { productId: id, ordinal: nth })
  for (const id of boundaries) for (let nth = 1; nth <= maxSkusPerProduct; nth++) readsBack(id, nth)
  fc.assert(fc.property(productId, ordinal, readsBack), { numRuns: 2_000 })
})

test('no two products have an id in common', () => {
  assert.notEqual(skuIdOf(25_000_000, 1), skuIdOf(26_474_835, 1))
  fc.assert(
    fc.property(productId, ordinal, productId, ordinal, (left, nth, right, mth) => {
      assert.equal(skuIdOf(left, nth) === skuIdOf(right, mth), left === right && nth === mth)
    }),
    { numRuns: 2_000 },
  )
})

test('stays below 10¹² for every product', () => {
  assert.ok(skuIdOf(maxSourceId, maxSkusPerProduct) < 1_000_000_000_000)
})

test('an id that no SKU can have reads as null', () => {
  for (const id of [1, 99, 100, 30_000_400, skuIdOf(maxSourceId + 1, 1), 1_000_000_000_001, Number.MAX_SAFE_INTEGER])
    assert.equal(readSkuId(id), null)
})
