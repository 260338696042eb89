import assert from 'node:assert/strict'
import { test } from 'node:test'
import './console-modules.ts'

const { exportOf, rowStatusOf, summaryOf } = await import(new URL('../../web/row-status.js', import.meta.url).href)

const sku = (skuId: number, condition: string, marketPrice: number | null, language = 'English', variant = 'Normal') => ({
  skuId,
  condition,
  variant,
  language,
  marketPrice,
})

const prices = new Map<number, object>([
  [1, { code: 'ok', prices: [sku(11, 'Near Mint', 0.29), sku(12, 'Lightly Played', null), sku(13, 'Near Mint', 9, 'Japanese')] }],
  [2, { code: 'ok', prices: [sku(21, 'Near Mint', 5, 'Japanese')] }],
  [3, { code: 'upstream_timeout', prices: null }],
  [4, { code: 'product_not_found', prices: null }],
  [
    5,
    {
      code: 'ok',
      prices: ['Normal', 'Reverse Holofoil'].map((variant, at) => sku(51 + at, 'Near Mint', 1 + at, 'English', variant)),
    },
  ],
  [
    6,
    { code: 'ok', prices: ['1st Edition', 'Unlimited'].map((variant, at) => sku(61 + at, 'Near Mint', 1, 'English', variant)) },
  ],
])

/** What a text says that speaks of nothing but the card. */
const nothing = { quantity: null, condition: null, variant: null, language: null, unread: [] }

const row = (given: object) => ({
  name: 'Mew',
  condition: '',
  variant: '',
  language: '',
  quantity: 1,
  productId: 1,
  candidates: null,
  parsed: null,
  skuId: null,
  code: null,
  ...given,
})

const rows: readonly [given: object, state: string, total: number | null][] = [
  [{}, 'done', 0.29],
  [{ quantity: 3 }, 'done', 0.87],
  [{ quantity: 0 }, 'done', 0],
  [{ condition: 'Lightly Played' }, 'unpriced', null],
  [{ condition: 'unheard of' }, 'open', null],
  [{ condition: 'unheard of', skuId: 13 }, 'done', 9],
  [{ language: 'German' }, 'open', null],
  [{ productId: 2 }, 'done', 5],
  [{ productId: 2, language: 'English' }, 'open', null],
  [{ quantity: null }, 'open', null],
  [{ productId: 5 }, 'done', 1],
  [{ productId: 5, variant: 'reverse' }, 'done', 2],
  [{ productId: 6 }, 'open', null],
  [{ parsed: { ...nothing, condition: 'LP' } }, 'unpriced', null],
  [{ parsed: { ...nothing, condition: 'LP' }, condition: 'NM' }, 'done', 0.29],
  [{ parsed: { ...nothing, unread: ['signed'] } }, 'open', null],
  [{ parsed: { ...nothing, quantity: 3 } }, 'done', 0.87],
  [{ parsed: { ...nothing, quantity: 3 }, quantity: 2 }, 'done', 0.58],
  [{ productId: 3 }, 'failed', null],
  [{ productId: 4 }, 'open', null],
  [{ productId: null, code: 'upstream_unavailable' }, 'failed', null],
  [{ productId: null, code: 'unknown_category' }, 'open', null],
  [{ productId: null, candidates: [] }, 'open', null],
  [{ productId: null, candidates: [{}] }, 'open', null],
  [{ productId: null }, 'waiting', null],
]

test('where a row stands follows from what it says and what is known; nothing is guessed', () => {
  for (const [given, state, total] of rows) {
    const status = rowStatusOf(row(given), prices)
    assert.deepEqual([status.state, status.total], [state, total], JSON.stringify(given))
    assert.equal(status.action === null, state === 'done')
  }
})

test('the sum is exact to the cent and counts every row once', () => {
  const all = rows.map(([given]) => row(given))
  const { sum, ...counts } = summaryOf(all, prices)
  assert.equal(sum, 19.9)
  assert.deepEqual(counts, { done: 10, unpriced: 2, open: 10, failed: 2, waiting: 1 })
  assert.equal(summaryOf(Array(3).fill(row({})), prices).sum, 0.87)
})

test('what is saved has a line for each row, and unknown is left out', () => {
  const [head, done, unpriced] = exportOf([row({ quantity: 3 }), row({ condition: 'lightly played' })], prices)
  const cell = (line: readonly unknown[], name: string) => line[head.indexOf(name)]
  assert.deepEqual(
    ['skuId', 'marketPrice', 'total', 'status'].map((name) => cell(done, name)),
    [11, 0.29, 0.87, 'done'],
  )
  assert.deepEqual(
    ['skuId', 'marketPrice', 'total', 'status'].map((name) => cell(unpriced, name)),
    [12, null, null, 'Price unknown.'],
  )
})
