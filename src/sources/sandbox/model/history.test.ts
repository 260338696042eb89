import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyDay, anyProduct, aProduct, today } from '../../../../test/support/sandbox-product.ts'
import { historyRanges } from '../../../contract/history.ts'
import { dayText, parseDay } from '../../../time/utc-day.ts'
import { historyOn, rangeShapes } from './history.ts'
import { pricesOn } from './prices.ts'

const anyRange = fc.constantFrom(...historyRanges)

test('buckets follow one another without gaps, oldest first, and the newest holds today', () => {
  for (const range of historyRanges) {
    const { buckets, bucketDays } = rangeShapes[range]
    for (const variant of historyOn(aProduct(), range, today)) {
      const days = variant.buckets.map(({ date }) => parseDay(date ?? '') ?? 0)
      const expected = Array.from({ length: buckets }, (_, index) => today + 1 - (buckets - index) * bucketDays)
      assert.deepEqual(days, expected)
    }
  }
})

test('the newest market price is that of the prices, for exactly the priced SKUs', () => {
  fc.assert(
    fc.property(anyProduct, anyRange, anyDay, (product, range, day) => {
      const now = historyOn(product, range, day).map(({ skuId, buckets }) => [skuId, buckets.at(-1)?.marketPriceCents])
      const priced = pricesOn(product, day).filter(({ marketPriceCents }) => marketPriceCents !== null)
      assert.deepEqual(
        now,
        priced.map(({ skuId, marketPriceCents }) => [skuId, marketPriceCents]),
      )
    }),
    { numRuns: 60 },
  )
})

test('totals are the sums of the buckets, averages the totals per day', () => {
  fc.assert(
    fc.property(anyProduct, anyRange, anyDay, (product, range, day) => {
      const { buckets, bucketDays } = rangeShapes[range]
      for (const variant of historyOn(product, range, day)) {
        const total = variant.buckets.reduce((sum, { quantitySold }) => sum + (quantitySold ?? Number.NaN), 0)
        assert.equal(variant.totalQuantitySold, total)
        const average = variant.averageDailyQuantitySold ?? -1
        assert.ok(Math.abs(average - total / (buckets * bucketDays)) <= 0.000_05)
        assert.equal(average === 0, total === 0)
      }
    }),
    { numRuns: 60 },
  )
})

test('sale prices are in order and null exactly when nothing was sold', () => {
  fc.assert(
    fc.property(anyProduct, anyRange, anyDay, (product, range, day) => {
      for (const bucket of historyOn(product, range, day).flatMap((variant) => variant.buckets)) {
        const {
          quantitySold,
          transactionCount,
          lowSalePriceCents,
          highSalePriceCents,
          lowSalePriceWithShippingCents,
          highSalePriceWithShippingCents,
        } = bucket
        const sales = [
          lowSalePriceCents,
          highSalePriceCents,
          lowSalePriceWithShippingCents,
          highSalePriceWithShippingCents,
        ]
        if (quantitySold === 0) {
          assert.deepEqual([transactionCount, ...sales], [0, null, null, null, null])
          continue
        }
        const [low = 0, high = 0, lowSent = 0, highSent = 0] = sales.map((amount) => amount ?? Number.NaN)
        assert.ok((transactionCount ?? 0) >= 1 && (transactionCount ?? 0) <= (quantitySold ?? 0))
        assert.ok(0 < low && low <= high && lowSent <= highSent && low <= lowSent && high <= highSent)
        for (const amount of [low, high, lowSent, highSent]) assert.equal(amount, Number(amount.toFixed(2)))
      }
    }),
    { numRuns: 60 },
  )
})

test('cheap bulk and grails sell less than playable cards, and some days without a sale', () => {
  const sold = (anchorPriceCents: number) =>
    Array.from({ length: 40 }, (_, id) =>
      historyOn(aProduct({ productId: id + 1, anchorPriceCents, variants: ['Normal'] }), 'quarter', today),
    )
      .flat()
      .reduce((sum, { totalQuantitySold }) => sum + (totalQuantitySold ?? 0), 0)
  assert.ok(sold(5) < sold(1_200) && sold(90_000) < sold(1_200) / 10)
  const days = historyOn(aProduct({ anchorPriceCents: 1200 }), 'month', today).flatMap(({ buckets }) => buckets)
  assert.ok(days.some(({ quantitySold }) => quantitySold === 0) && days.some(({ quantitySold }) => quantitySold !== 0))
})

test('a new release has neither prices nor sales before its presale', () => {
  const set = { ...aProduct().set, publishedOn: dayText(today - 10) }
  for (const { buckets } of historyOn(aProduct({ set, anchorPriceCents: 1200 }), 'annual', today)) {
    assert.deepEqual([buckets[0]?.marketPriceCents, buckets[0]?.quantitySold], [null, 0])
    assert.ok((buckets.at(-1)?.marketPriceCents ?? 0) > 0)
  }
})
