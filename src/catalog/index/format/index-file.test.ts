import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { productsForTests } from '../../../../test/support/catalog-products.ts'
import { indexOf } from '../../../../test/support/identification.ts'
import { buildIndex } from '../build/build-index.ts'
import { openIndex } from '../catalog-index.ts'

const buffer = buildIndex({ sourceName: 'tests', fetchedAt: '2026-11-20T20:00:00.000Z', products: productsForTests })

describe('index file', () => {
  test('builds a few hundred products in an instant, and opens them', () => {
    const products = Array.from({ length: 400 }, (_, at) => ({
      ...(productsForTests[at % productsForTests.length] as (typeof productsForTests)[number]),
      productId: 1000 + at,
    }))
    // The fastest of several, since other tests run beside this one.
    const times = Array.from({ length: 8 }, () => {
      const began = performance.now()
      assert.equal(indexOf(products).productCount, 400)
      return performance.now() - began
    })
    assert.ok(Math.min(...times) < 50)
  })

  test('gives every product back as it came in', () => {
    const index = openIndex(buffer)
    for (const product of productsForTests) {
      const { categorySlug, setSlug, ...rest } = index.product(product.productId) ?? assert.fail(product.name)
      const { categorySlug: _, setSlug: __, ...expected } = product
      assert.deepEqual(rest, expected)
      assert.match(`${categorySlug}/${setSlug}`, /^[a-z0-9-]+\/[a-z0-9-]+$/)
    }
    assert.equal(index.product(999_999), null)
  })

  test('opens a shared buffer too', () => {
    const shared = new SharedArrayBuffer(buffer.byteLength)
    new Uint8Array(shared).set(new Uint8Array(buffer))
    assert.equal(openIndex(shared).product(101)?.name, 'Charizard')
  })

  test('refuses every copy that was cut off', () => {
    for (let length = 0; length < buffer.byteLength; length += length < 200 ? 1 : 997) {
      assert.throws(() => openIndex(buffer.slice(0, length)), { name: 'IndexFileError' }, `${length} bytes`)
    }
  })

  test('refuses every copy in which a bit has flipped', () => {
    const bits = buffer.byteLength * 8
    for (let bit = 0; bit < bits; bit += bit < 600 ? 1 : 4999) {
      const copy = buffer.slice(0)
      const bytes = new Uint8Array(copy)
      bytes[bit >>> 3] = (bytes[bit >>> 3] as number) ^ (1 << (bit & 7))
      assert.throws(() => openIndex(copy), { name: 'IndexFileError' }, `bit ${bit}`)
    }
  })

  test('refuses a foreign file and another version by name', () => {
    assert.throws(
      () => openIndex(new TextEncoder().encode('{"products": []}'.repeat(10)).buffer),
      /not a catalogue index/,
    )
    const newer = buffer.slice(0)
    new DataView(newer).setUint32(8, 77, true)
    assert.throws(() => openIndex(newer), /format 77/)
  })

  test('builds an empty catalogue that answers nothing', () => {
    assert.deepEqual(indexOf([]).search({ q: 'x', category: null, set: null, offset: 0, limit: 5, sort: 'name' }), {
      total: 0,
      products: [],
    })
  })
})
