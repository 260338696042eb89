import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import './console-modules.ts'

const web = (path: string) => import(new URL(`../../web/product/${path}`, import.meta.url).href)
const { changeOver, dayOfPrice, lastSaleOf } = await web('changes.js')
const { dayNumber } = await web('../days.js')
const { openingCopy, nearestCopy, copiesWithoutPrices } = await web('copies.js')
const { neighborsOf } = await web('../stack/copies.js')

const today = dayNumber('2026-11-23')

/**
 * A history of one copy: buckets of a width in days, the last of which ends today, with the prices that are given,
 * oldest first.
 */
const historyOf = (width: number, prices: readonly (number | null)[], more: Record<number, object> = {}) => ({
  recordedSince: null as string | null,
  variants: [
    {
      skuId: 1,
      buckets: prices.map((marketPrice, index) => ({
        date: new Date((today - width * (prices.length - index) + 1) * 86_400_000).toISOString().slice(0, 10),
        ...{ marketPrice, quantitySold: null, lowSalePrice: null, highSalePrice: null },
        ...more[index],
      })),
    },
  ],
})

const now = { price: 12, day: today }

describe('the change of a price', () => {
  test('is that since the last bucket at or before the day, in cents and percent, with both days', () => {
    const daily = historyOf(1, Array(30).fill(10))
    assert.deepEqual(changeOver([daily], 1, now, 7), { amount: 2, percent: 20, from: today - 7, to: today - 7 })
    const ofThree = historyOf(3, Array(30).fill(8))
    const { amount, percent, from, to } = changeOver([ofThree], 1, now, 7)
    assert.deepEqual([amount, percent, from <= today - 7, to - from], [4, 50, true, 2])
  })

  test('ends with the day that the price is of, not with the day on which it is looked at', () => {
    assert.equal(dayOfPrice({ calculatedAt: '2026-11-21T20:00:00.000Z' }, today), today - 2)
    assert.equal(dayOfPrice({ calculatedAt: null }, today), today)
  })

  test('is counted in exact cents', () => {
    const { amount } = changeOver([historyOf(1, Array(30).fill(0.1))], 1, { price: 0.3, day: today }, 7)
    assert.equal(amount, 0.2)
  })

  test('bridges a gap by an older bucket, but by none more than twice as far back', () => {
    const prices: (number | null)[] = Array(30).fill(null)
    prices[29 - 9] = 10
    assert.equal(changeOver([historyOf(1, prices)], 1, now, 7).from, today - 9)
    prices[29 - 9] = null
    prices[29 - 20] = 10
    assert.equal(changeOver([historyOf(1, prices)], 1, now, 7), null)
  })

  test('is unknown without a price now, without the copy’s history, and before its first bucket', () => {
    const month = historyOf(1, Array(30).fill(10))
    assert.equal(changeOver([month], 1, { price: null, day: today }, 7), null)
    assert.equal(changeOver([], 1, now, 7), null)
    assert.equal(changeOver([month], 2, now, 7), null)
    assert.equal(changeOver([month], 1, now, 90), null)
    assert.equal(changeOver([historyOf(1, [10])], 1, now, 7), null)
  })

  test('takes the first bucket where the history begins at most one bucket later', () => {
    assert.equal(changeOver([historyOf(1, Array(30).fill(10))], 1, now, 30).from, today - 29)
    assert.equal(changeOver([historyOf(3, Array(30).fill(10))], 1, now, 90).from, today - 89)
    assert.equal(changeOver([historyOf(1, Array(29).fill(10))], 1, now, 30), null)
  })

  test('is since a single day where the history is the service’s own record, however few days that has', () => {
    const record = { ...historyOf(8, [10, 12]), recordedSince: '2026-11-01' }
    const { from, to } = changeOver([record], 1, now, 7)
    assert.equal(from, to)
  })

  test('is taken from the history that is closest to the day', () => {
    const [month, quarter] = [historyOf(1, Array(30).fill(10)), historyOf(3, Array(30).fill(8))]
    assert.equal(changeOver([quarter, month], 1, now, 7).amount, 2)
    assert.equal(changeOver([quarter, month], 1, now, 90).amount, 4)
  })
})

describe('the last sale', () => {
  const sale = { quantitySold: 2, lowSalePrice: 9, highSalePrice: 11 }

  test('is the newest bucket in which something was sold, with its days', () => {
    const history = historyOf(3, Array(30).fill(10), { 20: sale, 27: sale, 29: { quantitySold: 0 } })
    const { from, to, quantitySold } = lastSaleOf([history], 1, today)
    assert.deepEqual([from, to, quantitySold], [today - 8, today - 6, 2])
  })

  test('is told to the day by the history with the shortest buckets', () => {
    const [month, quarter] = [
      historyOf(1, Array(30).fill(10), { 28: sale }),
      historyOf(7, Array(26).fill(10), { 25: sale }),
    ]
    const { from, to } = lastSaleOf([quarter, month], 1, today - 1)
    assert.deepEqual([from, to], [today - 1, today - 1])
  })

  test('is unknown where no sale is, or the source tells of none', () => {
    assert.equal(lastSaleOf([historyOf(1, Array(30).fill(10))], 1, today), null)
    assert.equal(lastSaleOf([], 1, today), null)
  })
})

const conditions = ['Near Mint', 'Lightly Played', 'Moderately Played', 'Heavily Played', 'Damaged']
const unpriced = { lowestPrice: null, lowSalePrice: null, highSalePrice: null, sampleSize: null, calculatedAt: null }
const pricesOf = (variant: string, prices: readonly (number | null)[], language = 'English') =>
  prices.map((marketPrice, index) => ({
    skuId: variant.length * 100 + language.length * 10 + index,
    ...{ condition: conditions[index], variant, language, marketPrice, ...unpriced },
  }))
const product = { name: 'Mew', category: { name: 'Pokemon' } }

describe('the copy of a page', () => {
  const normal = pricesOf('Normal', [10, null, 6, 4, null])
  const foil = pricesOf('Foil', [30, 25, null, null, null])
  const all = [...normal, ...foil]

  test('is the one of the address, else the usual one, else the first with a price', () => {
    assert.equal(openingCopy(all, foil[1]?.skuId, product), foil[1])
    assert.equal(openingCopy(all, 999, product), normal[0])
    assert.equal(
      openingCopy(pricesOf('1st Edition', [null, 7]).concat(pricesOf('Unlimited', [1])), null, product).marketPrice,
      7,
    )
    assert.equal(openingCopy([], null, product), null)
  })

  test('stays as much the same as there is when finish, condition or language change', () => {
    assert.equal(nearestCopy(all, normal[3], { variant: 'Foil' }), foil[3])
    assert.equal(nearestCopy([...normal, foil[0]], normal[3], { variant: 'Foil' }), foil[0])
    assert.equal(nearestCopy(all, normal[0], { language: 'Japanese' }), null)
  })

  test('without a price is estimated by its neighbors in condition of the same finish and language', () => {
    const namesOf = (copy: unknown) => neighborsOf(all, copy).map((one: { condition: string }) => one.condition)
    assert.deepEqual(namesOf(normal[1]), ['Near Mint', 'Moderately Played'])
    assert.deepEqual(namesOf(normal[4]), ['Heavily Played'])
    assert.deepEqual(namesOf(foil[2]), ['Lightly Played'])
    assert.deepEqual(neighborsOf(pricesOf('Normal', [null, null]), pricesOf('Normal', [null])[0]), [])
    const printings = [{ ...normal[0], condition: null, language: null }]
    assert.deepEqual(neighborsOf(printings, printings[0]), [])
  })

  test('has no price where prices are unavailable, never 0', () => {
    const copies = copiesWithoutPrices({ skus: [{ skuId: 1, condition: null, variant: 'Normal', language: null }] })
    assert.deepEqual(
      Object.values(copies[0]).filter((value) => value !== null),
      [1, 'Normal'],
    )
  })
})
