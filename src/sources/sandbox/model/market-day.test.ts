import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyDay, today } from '../../../../test/support/sandbox-product.ts'
import { marketDayOf, marketDays } from './market-day.ts'

const anyId = fc.integer({ min: 1, max: 2_147_483_647 })

test('neighbouring days differ by less than a third, and a trend stays around 1', () => {
  fc.assert(
    fc.property(anyId, anyDay, (productId, day) => {
      const { trend } = marketDayOf(productId, day)
      const next = marketDayOf(productId, day + 1).trend
      return trend > 0.6 && trend < 2.1 && Math.max(next / trend, trend / next) < 1.33
    }),
    { numRuns: 2_000 },
  )
})

test('most days differ by less than three percent', () => {
  const changes = Array.from({ length: 500 }, (_, id) => {
    const trend = marketDayOf(id * 613 + 1, today).trend
    return Math.abs(marketDayOf(id * 613 + 1, today + 1).trend / trend - 1)
  }).sort((left, right) => left - right)
  assert.ok((changes[475] ?? 1) < 0.03)
})

test('spikes are rare but do happen', () => {
  const hyped = Array.from({ length: 2_000 }, (_, id) => marketDayOf(id + 1, today)).filter(
    ({ activity }) => activity > 1.5,
  )
  assert.ok(hyped.length > 10 && hyped.length < 200, `${hyped.length}`)
})

test('a span of days is its days one by one', () => {
  assert.deepEqual(marketDays(42, today - 1, today), [marketDayOf(42, today - 1), marketDayOf(42, today)])
})
