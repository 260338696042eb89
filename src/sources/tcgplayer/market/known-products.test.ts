import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sku } from '../../../contract/product-details.ts'
import { createKnownProducts } from './known-products.ts'

const sku = (skuId: number, variant = 'Normal'): Sku => ({ skuId, condition: 'Near Mint', variant, language: null })

describe('what is known of the SKUs of products that were seen', () => {
  test('a SKU leads to its product and to what it is', () => {
    const known = createKnownProducts(10)
    known.set(7, [sku(71), sku(72, 'Foil')])
    assert.deepEqual(known.skuOf(72), { productId: 7, sku: sku(72, 'Foil') })
    assert.deepEqual(known.skuIdsOf(7), Uint32Array.of(71, 72))
    assert.deepEqual([known.skuOf(73), known.skuIdsOf(8)], [null, null])
  })

  test('newer details take the place of older ones', () => {
    const known = createKnownProducts(10)
    known.set(7, [sku(71), sku(72)])
    known.set(7, [sku(72, 'Foil')])
    assert.equal(known.skuOf(71), null)
    assert.deepEqual(known.skuOf(72), { productId: 7, sku: sku(72, 'Foil') })
  })

  test('the products that were not looked at for longest are forgotten whole when there are too many SKUs', () => {
    const known = createKnownProducts(4)
    for (const productId of [1, 2]) known.set(productId, [sku(productId * 10), sku(productId * 10 + 1)])
    known.skuIdsOf(1)
    known.set(3, [sku(30)])
    assert.deepEqual([known.skuIdsOf(2), known.skuOf(20), known.skuOf(21)], [null, null, null])
    assert.deepEqual([known.skuOf(10)?.productId, known.skuOf(30)?.productId], [1, 3])
    known.set(4, [])
    known.set(4, [])
    assert.deepEqual(known.skuIdsOf(4), new Uint32Array())
  })
})
