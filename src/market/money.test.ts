import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { addCents, centsOf, toDollars, usdOf } from './money.ts'

describe('money', () => {
  test('sums that floating point gets wrong are exact', () => {
    for (const [parts, sum] of [
      [[0.1, 0.2], 0.3],
      [[0.7, 0.1], 0.8],
      [[1.1, 2.2], 3.3],
      [[19.99, 19.99, 19.99], 59.97],
      [[4.35, 100], 104.35],
      [[1_234_567.89, 0.01], 1_234_567.9],
      [Array.from({ length: 10 }, () => 0.1), 1],
    ] as const)
      assert.equal(usdOf(parts.map(centsOf).reduce((left, right) => left + right)), sum, parts.join(' + '))
  })

  test('what is finer than a cent is rounded by its digits, a half away from zero', () => {
    for (const [usd, cents] of [
      [1.005, 101],
      [1.004_999, 100],
      [8.345, 835],
      [0.285, 29],
      [-1.005, -101],
      [0.004, 0],
      [0.005, 1],
      [1e-7, 0],
      [99_999_999.99, 9_999_999_999],
    ] as const)
      assert.equal(centsOf(usd), cents, String(usd))
  })

  test('every whole cent comes back as it was', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10 ** 10 }), (cents) => centsOf(usdOf(cents)) === cents))
  })

  test('a total is unknown when a part is', () => {
    assert.deepEqual([addCents(10, 20), addCents(10, 0), addCents(null, 20), addCents(10, null)], [30, 10, null, null])
  })

  test('a record keeps its order, and only its amounts change', () => {
    const record = { id: 1, itemPriceCents: 30, shippingPriceCents: null, quantity: 2 }
    assert.equal(JSON.stringify(toDollars(record)), '{"id":1,"itemPrice":0.3,"shippingPrice":null,"quantity":2}')
  })
})
