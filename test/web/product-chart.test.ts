import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import './console-modules.ts'

const web = (path: string) => import(new URL(`../../web/product/${path}`, import.meta.url).href)
const { dayLabel, dayTicks, priceLabel, priceScale } = await web('ticks.js')
const { chartColumns, isolatedPoints, marksOf, maxSoldOf, priceExtent } = await web('chart-data.js')
const { dayNumber } = await web('../days.js')

const labelsOf = (low: number, high: number, maxTicks = 6): string[] => {
  const { ticks, step } = priceScale(low, high, maxTicks)
  return ticks.map((cents: number) => priceLabel(cents, step))
}

describe('the scale of prices', () => {
  test('of a card of three cents has whole cents from 0', () => {
    assert.deepEqual(labelsOf(3, 3), ['$0.00', '$0.01', '$0.02', '$0.03', '$0.04'])
  })

  test('keeps true distances, also of cheap cards', () => {
    assert.deepEqual(labelsOf(82, 90), ['$0.80', '$0.85', '$0.90', '$0.95'])
    const { ticks, step } = priceScale(82, 90, 6)
    assert.ok(ticks.every((cents: number, index: number) => index === 0 || cents - ticks[index - 1] === step))
  })

  test('writes no cents where no tick has any, and begins at 0 when the lowest price is far below the highest', () => {
    assert.deepEqual(labelsOf(2_000, 9_000), ['$0', '$20', '$40', '$60', '$80', '$100'])
    assert.deepEqual(labelsOf(9_798_091, 11_669_187), [
      '$95,000',
      '$100,000',
      '$105,000',
      '$110,000',
      '$115,000',
      '$120,000',
    ])
  })

  test('holds every price, in whole cents, with no label twice and no more ticks than there is room for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000_000 }),
        fc.integer({ min: 0, max: 20_000_000 }),
        fc.integer({ min: 3, max: 9 }),
        (low, more, maxTicks) => {
          const scale = priceScale(low, low + more, maxTicks)
          const labels = scale.ticks.map((cents: number) => priceLabel(cents, scale.step))
          assert.ok(scale.low <= low && scale.high >= low + more && scale.low >= 0)
          assert.ok(scale.ticks.every(Number.isInteger) && scale.ticks.length <= maxTicks)
          assert.equal(new Set(labels).size, labels.length)
        },
      ),
    )
  })
})

test('the last day is always labelled, no day twice, and a day of another year says so', () => {
  const [first, last] = [dayNumber('2025-11-25'), dayNumber('2026-11-17')]
  for (const maxTicks of [2, 3, 4, 6, 9, 14]) {
    const ticks = dayTicks(first, last, maxTicks)
    assert.ok(ticks.length <= maxTicks && ticks.length >= 2 && ticks[0] >= first)
    assert.equal(ticks.at(-1), last)
    const labels = ticks.map((day: number) => dayLabel(day, last))
    assert.equal(new Set(labels).size, labels.length)
  }
  assert.deepEqual(dayTicks(last, last, 5), [last])
  assert.deepEqual([dayLabel(last, last), dayLabel(first, last)], ['17 Nov', '25 Nov 25'])
})

const bucket = (date: string, marketPrice: number | null, more = {}) => ({
  date,
  ...{ marketPrice, quantitySold: null, lowSalePrice: null, highSalePrice: null },
  ...more,
})

describe('the columns of a chart', () => {
  test('put several series on one axis, break the line at a day left out, and keep unknown prices unknown', () => {
    const first = { buckets: [bucket('2026-11-01', 1), bucket('2026-11-02', null), bucket('2026-11-05', 2)] }
    const second = { buckets: [bucket('2026-11-02', 3), bucket('2026-11-05', 4)] }
    const { days, lines, chosen } = chartColumns([first, second], dayNumber('2026-11-23'), false)
    assert.deepEqual(
      days.map((day: number) => day - dayNumber('2026-11-01')),
      [0, 1, 2, 4],
    )
    assert.deepEqual(lines, [
      [100, null, null, 200],
      [null, 300, null, 400],
    ])
    assert.equal(chosen[2], null)
  })

  test('buckets of several days are no gaps, and end with the last day at the latest', () => {
    const series = { buckets: [bucket('2026-11-15', 1), bucket('2026-11-18', 1), bucket('2026-11-21', 1)] }
    const { days, chosen } = chartColumns([series], dayNumber('2026-11-22'), false)
    assert.equal(days.length, 3)
    assert.deepEqual(
      chosen.map(({ from, to }: { from: number; to: number }) => to - from),
      [2, 2, 1],
    )
  })

  test('the extent holds prices and sales of the chosen series; without any there is none', () => {
    const sold = { quantitySold: 4, lowSalePrice: 0.5, highSalePrice: 3 }
    const columns = chartColumns(
      [{ buckets: [bucket('2026-11-01', 1, sold)] }, { buckets: [bucket('2026-11-01', 2, { highSalePrice: 9 })] }],
      21_000,
    )
    assert.deepEqual(priceExtent(columns), { low: 50, high: 300 })
    assert.equal(maxSoldOf(columns), 4)
    assert.equal(priceExtent(chartColumns([{ buckets: [bucket('2026-11-01', null)] }], 21_000)), null)
  })
})

test('a point that no line leads to is drawn as a point', () => {
  assert.deepEqual(isolatedPoints([1, null, 2, 3, null, 4]), [0, 5])
})

test('the highest, lowest and last price are marked, equal ones once, and a flat line once', () => {
  assert.deepEqual(marksOf([3, null, 5, 2, 4]), [
    { index: 4, cents: 4, names: ['last'] },
    { index: 2, cents: 5, names: ['highest'] },
    { index: 3, cents: 2, names: ['lowest'] },
  ])
  assert.deepEqual(marksOf([3, 5]), [
    { index: 1, cents: 5, names: ['last', 'highest'] },
    { index: 0, cents: 3, names: ['lowest'] },
  ])
  assert.deepEqual(marksOf([3, 3]), [{ index: 1, cents: 3, names: ['last'] }])
  assert.deepEqual(marksOf([null]), [])
})
