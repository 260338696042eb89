import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printingNumber } from '../../../cards/printings.ts'
import { readPrices } from './read-prices.ts'

const row = (fields: object) => ({
  productId: 1,
  lowPrice: 1.5,
  midPrice: 2,
  highPrice: 999.99,
  marketPrice: 1.75,
  directLowPrice: null,
  subTypeName: 'Normal',
  ...fields,
})
const bodyOf = (results: readonly unknown[], more: object = {}): string =>
  JSON.stringify({ success: true, errors: [], results, ...more })
const read = (...rows: readonly unknown[]) => readPrices(bodyOf(rows))

test('a body is read into cents, one observation for each printing, and needs no totalItems', () => {
  const { observations, rejected } = read(
    row({}),
    row({ subTypeName: 'Cold Foil', marketPrice: null, directLowPrice: 0.29 }),
  )
  assert.deepEqual(observations[0], {
    productId: 1,
    skuId: 1_000_000_001_001,
    condition: null,
    variant: 'Normal',
    language: null,
    marketCents: 175,
    lowestCents: 150,
    midCents: 200,
    highestCents: 99_999,
    directLowestCents: null,
    ageMs: 0,
  })
  assert.deepEqual(
    observations.map(({ skuId, marketCents, directLowestCents }) => [skuId, marketCents, directLowestCents]),
    [
      [1_000_000_001_001, 175, null],
      [1_000_000_001_012, null, 29],
    ],
  )
  assert.deepEqual(rejected, { total: 0, first: [] })
  assert.equal(readPrices(bodyOf([], { totalItems: 0 })).observations.length, 0)
})

test('what is no price is null: nothing, 0, less, what is not finite, and what no double holds exactly', () => {
  const { observations } = read(
    row({ marketPrice: 0, lowPrice: -1, midPrice: '', highPrice: 'NaN', directLowPrice: '-inf' }),
    row({ productId: 2, marketPrice: 0.004, lowPrice: 9e15, midPrice: '45035996273704.97', highPrice: undefined }),
  )
  assert.deepEqual(
    observations.map(({ marketCents, lowestCents, midCents, highestCents, directLowestCents }) => [
      marketCents,
      lowestCents,
      midCents,
      highestCents,
      directLowestCents,
    ]),
    [
      [null, null, null, null, null],
      [null, null, null, null, null],
    ],
  )
  assert.equal(readPrices(bodyOf([row({})]).replace('1.75', '1e400')).observations[0]?.marketCents, null)
})

test('digits in a text count as the number they are, to the cent', () => {
  const { observations, rejected } = read(row({ productId: '42', marketPrice: '1.005', lowPrice: '45035996273704.95' }))
  assert.deepEqual(rejected.total, 0)
  assert.deepEqual(
    observations.map(({ productId, marketCents, lowestCents }) => [productId, marketCents, lowestCents]),
    [[42, 101, 4_503_599_627_370_495]],
  )
})

test('a row that does not say of what it is, or holds no amount, is left out with its reason, and no other', () => {
  const { observations, rejected } = read(
    null,
    [],
    row({ productId: undefined }),
    row({ productId: 1.5 }),
    row({ productId: 2_147_483_648 }),
    row({ subTypeName: undefined }),
    row({ subTypeName: ' ' }),
    row({ subTypeName: 'Fo\u0000il' }),
    row({ subTypeName: '\ud800' }),
    row({ subTypeName: '1.75' }),
    row({ subTypeName: 'x'.repeat(101) }),
    row({ marketPrice: '$1.75' }),
    row({ marketPrice: true }),
    row({ lowPrice: '1,75' }),
    row({ productId: 7 }),
  )
  assert.deepEqual(
    observations.map(({ productId }) => productId),
    [7],
  )
  assert.equal(rejected.total, 14)
  assert.deepEqual(rejected.first.at(-1), { place: 14, reason: 'lowPrice is not an amount' })
  assert.equal(read(...Array.from({ length: 1_000 }, () => null)).rejected.first.length, 20)
})

test('equal rows of one printing count once, and of rows that contradict each other none is believed', () => {
  assert.equal(read(row({}), row({})).observations.length, 1)
  const { observations, rejected } = read(row({}), row({ marketPrice: 2 }), row({}), row({ subTypeName: 'Foil' }))
  assert.deepEqual(
    observations.map(({ variant }) => variant),
    ['Foil'],
  )
  assert.deepEqual(
    rejected.first.map(({ place }) => place),
    [1, 2, 3],
  )
})

test('a file that is not whole, or is no price file, is an error that says so', () => {
  for (const [text, reason] of [
    ['', /not valid JSON/],
    [bodyOf([row({})]).slice(0, -2), /not valid JSON, or cut off/],
    ['<html>403</html>', /not valid JSON/],
    ['null', /no envelope/],
    ['[]', /no envelope/],
    [bodyOf([], { success: false }), /reports a failure/],
    [bodyOf([], { errors: ['gone'] }), /reports a failure/],
    [bodyOf([row({}), row({ productId: 2 })]).replace('},{', ','), /a field twice/],
    ['{"results":[]}', /no "success"/],
    ['{"success":true}', /no "results"/],
    [bodyOf([row({})], { totalItems: 2 }), /holds 1 of 2 rows/],
  ] as const)
    assert.throws(() => readPrices(text), { name: 'FileFormatError', message: reason }, text)
})

test('of two unknown printings with the same number by chance the first in the alphabet is taken', () => {
  const words = Array.from({ length: 200 }, (_, at) => `Unknown ${at}`)
  const byNumber = Map.groupBy(words, printingNumber)
  const [first = '', second = ''] = [...byNumber.values()].find(({ length }) => length > 1)?.sort() ?? []
  assert.notEqual(second, '')
  for (const order of [
    [first, second],
    [second, first],
  ]) {
    const { observations, rejected } = read(...order.map((subTypeName) => row({ subTypeName })))
    assert.deepEqual([observations.map(({ variant }) => variant), rejected.total], [[first], 1])
  }
})
