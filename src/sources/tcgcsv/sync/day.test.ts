import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type MirrorLine, readGroups } from '../format/read-lists.ts'
import { readPrices } from '../format/read-prices.ts'
import { createDayReader } from './day.ts'
import { judgeCounts } from './validate-day.ts'

const buildMs = Date.parse('2026-11-20T20:05:33Z')
const pokemon: MirrorLine = { categoryId: 3, name: 'Pokemon', displayName: null, slug: 'pokemon' }
const yugioh: MirrorLine = { categoryId: 2, name: 'YuGiOh', displayName: null, slug: 'yugioh' }
const groups = readGroups(
  [10, 11, 12].map((groupId) => ({ groupId, name: `Set ${groupId}`, publishedOn: '2024-11-08T00:00:00' })),
  buildMs,
)

interface ProductRow {
  readonly productId: number
  readonly categoryId?: number
  readonly groupId?: number
  readonly modifiedOn?: string
}
interface PriceRow {
  readonly productId: number
  readonly marketPrice: number | null
  readonly subTypeName?: string
}

const reader = (known: Readonly<Record<number, number>> = {}) => {
  const day = createDayReader((productId) => known[productId] ?? null)
  return {
    add: (line: MirrorLine, groupId: number, products: readonly ProductRow[], prices: readonly PriceRow[]) =>
      day.add({
        line,
        group: groups.get(groupId) as never,
        groups,
        products: products.map((row) => ({
          name: `Card ${row.productId}`,
          categoryId: line.categoryId,
          groupId,
          ...row,
        })),
        prices: readPrices(
          JSON.stringify({
            success: true,
            errors: [],
            results: prices.map((row) => ({ subTypeName: 'Normal', ...row })),
          }),
        ),
      }),
    finish: day.finish,
  }
}

const rows = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ productId: from + at }))
const priced = (from: number, count: number, cents = 0) =>
  rows(from, count).map((row) => ({ ...row, marketPrice: (row.productId + cents) / 100 }))

describe('a day of the mirror', () => {
  test('a product that moves between two sets counts once, in the set whose list changed it last', () => {
    for (const order of [
      [10, 11],
      [11, 10],
    ] as const) {
      const day = reader()
      for (const groupId of order) {
        const modifiedOn = groupId === 10 ? '2026-11-01T00:00:00' : '2026-01-01T00:00:00'
        day.add(pokemon, groupId, [{ productId: 1, modifiedOn }], [{ productId: 1, marketPrice: groupId }])
      }
      const { prices, products } = day.finish()
      assert.deepEqual([prices.length, prices[0]?.marketCents, products.get(1)?.groupId], [1, 1000, 10])
    }
  })

  test('of two lists with the same date the later set has the product, and prices come from it if it has any', () => {
    const day = reader()
    day.add(pokemon, 12, [{ productId: 1 }], [])
    day.add(pokemon, 10, [{ productId: 1 }], [{ productId: 1, marketPrice: 7 }])
    const { prices, products } = day.finish()
    assert.deepEqual([prices[0]?.marketCents, products.get(1)?.groupId], [700, 12])
  })

  test('a price of a product that no list has is left out, unless the product was known in that line', () => {
    const day = reader({ 8: 3, 9: 2 })
    day.add(pokemon, 10, rows(1, 5), [
      ...priced(1, 5),
      { productId: 7, marketPrice: 1 },
      { productId: 8, marketPrice: 1 },
    ])
    day.add(pokemon, 11, rows(20, 5), [...priced(20, 5), { productId: 9, marketPrice: 1 }])
    const { prices, refused, suspicions } = day.finish()
    assert.deepEqual(
      prices.map(({ productId }) => productId).filter((productId) => productId > 5 && productId < 20),
      [8],
    )
    assert.deepEqual(refused, { 'price of a product that no list of its product line has': 2 })
    assert.deepEqual(suspicions, [])
  })

  test('lists of another product line, or of another set, make the day suspicious', () => {
    const foreign = reader()
    foreign.add(
      pokemon,
      10,
      rows(1, 5).map((row) => ({ ...row, categoryId: 2 })),
      priced(1, 5),
    )
    assert.match(foreign.finish().suspicions.join('; '), /products of set 10 of pokemon are of another product line/)
    const swapped = reader()
    swapped.add(pokemon, 10, rows(1, 5), priced(100, 5))
    swapped.add(yugioh, 11, rows(100, 5), priced(1, 5))
    assert.equal(swapped.finish().suspicions.length, 2)
    const repeated = reader()
    repeated.add(pokemon, 10, rows(1, 5), priced(1, 5))
    repeated.add(pokemon, 11, rows(20, 5), priced(1, 5))
    assert.deepEqual(repeated.finish().suspicions, [
      'the prices of set 11 of pokemon are those of set 10 of pokemon',
      'the prices of set 11 of pokemon are of products that are not in it, such as 1',
    ])
  })

  test('unknown printings are kept', () => {
    const day = reader()
    day.add(pokemon, 10, rows(1, 1), [{ productId: 1, marketPrice: 5, subTypeName: 'Galaxy Foil' }])
    assert.deepEqual(
      day.finish().prices.map(({ variant, marketCents }) => [variant, marketCents]),
      [['Galaxy Foil', 500]],
    )
  })

  test('the date of a set is kept as it stands, and the moment of the call is none', () => {
    const dates = [
      '1999-01-09T00:00:00',
      '2026-11-20T20:05:30.123',
      '2026-11-20T20:05:30.1234567Z',
      '2019-01-01T10:00:00',
      'soon',
    ]
    const read = readGroups(
      dates.map((publishedOn, at) => ({ groupId: at + 1, name: 'A', publishedOn })),
      buildMs,
    )
    assert.deepEqual(
      [...read.values()].map(({ publishedOn }) => publishedOn),
      [dates[0], null, null, dates[3], null],
    )
  })
})

describe('the counts of a day', () => {
  const before = [{ categoryId: 3, rows: 1000, marketPrices: 800 }]
  const day = (rows: number, marketPrices: number) => ({
    lines: [{ categoryId: 3, rows, marketPrices }],
  })

  test('a day that has lost a quarter of its rows or of its prices is refused, one that has not is taken', () => {
    assert.match(judgeCounts(day(749, 749), before)[0] ?? '', /749 prices, 1000/)
    assert.match(judgeCounts(day(1000, 599), before)[0] ?? '', /599 market prices, 800/)
    assert.deepEqual(judgeCounts(day(750, 600), before), [])
    assert.deepEqual(judgeCounts(day(5000, 4000), before), [])
  })

  test('small lines may lose most of theirs, as on recorded days, but not many at once', () => {
    const small = (categoryId: number, rows: number) => ({ categoryId, rows, marketPrices: rows })
    const linesOf = (...lines: ReturnType<typeof small>[]) => ({ lines })
    assert.deepEqual(judgeCounts(linesOf(small(1, 19)), [small(1, 66)]), [])
    assert.match(judgeCounts(linesOf(small(1, 16)), [small(1, 66)])[0] ?? '', /16 prices, 66/)
    const before = [small(1, 150), small(2, 150)]
    assert.deepEqual(judgeCounts(linesOf(small(1, 80), small(2, 150)), before), [])
    assert.deepEqual(judgeCounts(linesOf(small(1, 80), small(2, 80)), before), [
      'all product lines: 160 prices, 300 the day before',
    ])
  })

  test('a line that the mirror no longer lists is refused where all were asked for, and else was taken out', () => {
    const both = [...before, { categoryId: 2, rows: 100, marketPrices: 80 }]
    assert.deepEqual(judgeCounts(day(1000, 800), both, true), ['product line 2: 0 prices, 100 the day before'])
    assert.deepEqual(judgeCounts(day(1000, 800), both, false), [])
    assert.deepEqual(judgeCounts(day(1000, 800), [...before, { categoryId: 2, rows: 9, marketPrices: 9 }], true), [])
  })

  test('a first day, a new line, a line that is kept no more and a tiny line have nothing to be compared with', () => {
    assert.deepEqual(judgeCounts(day(0, 0), []), [])
    assert.deepEqual(judgeCounts(day(0, 0), [{ categoryId: 2, rows: 100, marketPrices: 80 }]), [])
    assert.deepEqual(judgeCounts(day(1, 0), [{ categoryId: 3, rows: 9, marketPrices: 9 }]), [])
  })
})
