import assert from 'node:assert/strict'
import { test } from 'node:test'
import './console-modules.ts'

const web = (path: string) => import(new URL(`../../web/${path}`, import.meta.url).href)
const { compare, pricesSeen } = await web('stack/compare.js')
const { daysBefore } = await web('days.js')
const { rowOfPrinting } = await import(new URL('../../web/stack/rows.js', import.meta.url).href)

const today = '2026-11-23'

const stackOf = (
  ...cards: readonly { readonly price: number | null; readonly quantity?: number; readonly at?: string }[]
) => {
  const rows = cards.map(({ quantity = 1 }, at) => ({
    ...rowOfPrinting({ productId: at + 1, name: `Card ${at + 1}`, category: 'Pokemon', cardNumber: null }),
    quantity,
  }))
  const book = new Map(
    cards.map(({ price, at = `${today}T09:00:00.000Z` }, index) => {
      const sku = {
        skuId: index + 11,
        condition: 'Near Mint',
        variant: 'Normal',
        language: 'English',
        marketPrice: price,
      }
      return [index + 1, { productId: index + 1, prices: [sku], code: 'ok', fetchedAt: at }]
    }),
  )
  return { rows, book }
}

const seenOf = (...seen: readonly (readonly [skuId: number, day: string, price: number])[]) => {
  const byCopy = new Map<number, Map<string, number>>()
  for (const [skuId, day, price] of seen) byCopy.set(skuId, (byCopy.get(skuId) ?? new Map()).set(day, price))
  return byCopy
}

test('a stack is compared by the rows that have both prices, and their number is told', () => {
  const { rows, book } = stackOf({ price: 12.34, quantity: 3 }, { price: 0.3 }, { price: 99 }, { price: null })
  const seen = seenOf([11, '2026-11-16', 10], [12, '2026-11-16', 0.1], [14, '2026-11-16', 50])
  const { since, change, percent, compared, rows: all } = compare(rows, book, seen, today)
  assert.deepEqual({ since, change, compared, all }, { since: '2026-11-16', change: 7.22, compared: 2, all: 4 })
  assert.equal(percent?.toFixed(2), ((7.22 / 30.1) * 100).toFixed(2))
})

test('of the days about a week ago the one that most rows have a price of is taken, else the nearest', () => {
  const { rows, book } = stackOf({ price: 2 }, { price: 2 })
  const about = seenOf([11, '2026-11-16', 1], [11, '2026-11-15', 1], [12, '2026-11-15', 1], [12, '2026-11-22', 1])
  assert.equal(compare(rows, book, about, today)?.since, '2026-11-15')
  const far = seenOf([11, '2026-11-22', 1], [12, '2026-10-01', 1])
  assert.equal(compare(rows, book, far, today)?.since, '2026-11-22')
})

test('without an earlier day there is nothing to compare, also where prices were not asked for again', () => {
  const { rows, book } = stackOf({ price: 2, at: '2026-11-16T09:00:00.000Z' })
  assert.equal(compare(rows, book, seenOf([11, '2026-11-16', 2]), today), null)
  assert.equal(compare(rows, book, seenOf(), today), null)
})

test('what is kept to compare with is the price of the copy that a row means, by the UTC day of the service', () => {
  const { rows, book } = stackOf({ price: 2, at: '2026-11-22T23:59:59.000Z' }, { price: null })
  assert.deepEqual(pricesSeen(rows, book), [{ skuId: 11, day: '2026-11-22', price: 2 }])
})

test('days are counted over the ends of months and years', () => {
  assert.deepEqual([daysBefore('2026-03-01', 1), daysBefore('2027-01-03', 7)], ['2026-02-28', '2026-12-27'])
})
