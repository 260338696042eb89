import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maxId } from '../../../../contract/fields.ts'
import { maxInvertibleProductId, maxSkusPerProduct, readSkuId, skuIdOf } from './sku-id.ts'

const ordinal = fc.integer({ min: 1, max: maxSkusPerProduct })

test('is the product id followed by two digits', () => {
  assert.equal(skuIdOf(300_004, 1), 30_000_401)
  assert.deepEqual(readSkuId(30_000_401), { productId: 300_004, ordinal: 1 })
})

test('can be read back up to twenty million, so that no two of those products share an id', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: maxInvertibleProductId }), ordinal, (productId, nth) => {
      assert.deepEqual(readSkuId(skuIdOf(productId, nth)), { productId, ordinal: nth })
    }),
  )
})

test('stays within 31 bits for every product id, unique within the product and apart from smaller products', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constant(maxId), fc.integer({ min: maxInvertibleProductId + 1, max: maxId })), (productId) => {
      const ids = Array.from({ length: maxSkusPerProduct }, (_, index) => skuIdOf(productId, index + 1))
      assert.equal(new Set(ids).size, maxSkusPerProduct)
      for (const id of ids) assert.ok(id > skuIdOf(maxInvertibleProductId, maxSkusPerProduct) && id <= maxId)
      for (const id of ids) assert.equal(readSkuId(id), null)
    }),
  )
})

test('an id that no SKU can have reads as null', () => {
  for (const id of [1, 99, 100, 30_000_400, maxId]) assert.equal(readSkuId(id), null)
})
