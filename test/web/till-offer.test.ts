import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import './console-modules.ts'

const till = (file: string) => import(new URL(`../../web/till/${file}`, import.meta.url).href)
const { conditions, defaultTerms, offerOf, readDollars, readPercent, roundings } = await till('offer.js')
const { defaultTillTerms, readTillTerms } = await till('terms.js')

const row = (given: object = {}) => ({
  text: '',
  quantity: 1,
  state: 'done',
  printing: null,
  copy: { skuId: 1, condition: 'Near Mint', variant: 'Normal', language: 'English' },
  marketPrice: 10,
  pricedAt: '2026-11-23T09:30:00.000Z',
  ...given,
})
const inCondition = (condition: string | null) => ({ copy: { skuId: 1, condition, variant: null, language: null } })

const only = (given: object, terms: object = {}) => offerOf([row(given)], { ...defaultTerms, ...terms }).rows[0]

test('each condition is paid its own percentage, in cash and in credit', () => {
  const paid = conditions.map((condition: string) => {
    const { cash, credit } = only(inCondition(condition))
    return [condition, cash.each, credit.each]
  })
  assert.deepEqual(paid, [
    ['Near Mint', 600, 750],
    ['Lightly Played', 500, 650],
    ['Moderately Played', 400, 550],
    ['Heavily Played', 300, 450],
    ['Damaged', 200, 350],
    ['Unopened', 600, 750],
  ])
})

test('the price of a whole printing is paid as near mint, or by the condition that was stated', () => {
  assert.equal(only(inCondition(null)).cash.each, 600)
  const stated = (condition: string | null) => only({ ...inCondition(null), stated: { condition, language: 'German' } })
  assert.equal(stated('Lightly Played').cash.each, 500)
  assert.equal(stated(null).cash.each, 600)
  assert.equal(stated('PSA 10').why, 'condition')
})

test('a sealed product of a source that names no condition is paid as unopened', () => {
  const terms = { cashPercent: { ...defaultTerms.cashPercent, Unopened: 80 } }
  assert.equal(only({ ...inCondition(null), printing: { sealed: true } }, terms).cash.each, 800)
  assert.equal(only({ ...inCondition(null), printing: { sealed: false } }, terms).cash.each, 600)
  // A copy that has a condition is paid by that.
  assert.equal(only({ ...inCondition('Damaged'), printing: { sealed: true } }, terms).cash.each, 200)
})

test('one copy is rounded half up, then multiplied, so that the sum is the sum of what is shown', () => {
  const { cash, credit, market } = only({ marketPrice: 0.29, quantity: 3 })
  assert.deepEqual(
    [cash, credit, market],
    [
      { each: 17, all: 51 },
      { each: 22, all: 66 },
      { each: 29, all: 87 },
    ],
  )
  const halves = { cashPercent: { ...defaultTerms.cashPercent, 'Near Mint': 50 } }
  assert.equal(only({ marketPrice: 0.01 }, halves).cash.each, 1)
  assert.equal(only({ marketPrice: 0.25 }, { ...halves, roundToCents: 5 }).cash.each, 15)
  assert.equal(only({ marketPrice: 0.24 }, { ...halves, roundToCents: 5 }).cash.each, 10)
})

test('rounding up never takes an offer above the market price', () => {
  const all = { cashPercent: { ...defaultTerms.cashPercent, 'Near Mint': 100 }, roundToCents: 25 }
  assert.equal(only({ marketPrice: 0.13 }, all).cash.each, 0)
  assert.equal(only({ marketPrice: 0.38 }, all).cash.each, 25)
})

test('an unknown price has no offer, and nothing is paid at 0 percent', () => {
  const nothing = { cashPercent: { ...defaultTerms.cashPercent, 'Near Mint': 0 } }
  assert.deepEqual(only({ marketPrice: null, state: 'unpriced' }, nothing), {
    why: 'unpriced',
    market: null,
    cash: null,
    credit: null,
  })
  assert.deepEqual(only({}, nothing).cash, { each: 0, all: 0 })
})

test('every row without an offer is counted with its reason', () => {
  const rows = [
    row(),
    ...['open', 'failed', 'waiting', 'unpriced'].map((state) => row({ state, marketPrice: null })),
    row({ quantity: null }),
    row({ copy: null }),
    row({ marketPrice: null }),
    row(inCondition('PSA 10')),
    row({ marketPrice: 0.99, quantity: 2 }),
  ]
  const { without, copies, sums } = offerOf(rows, { ...defaultTerms, minCents: 100 })
  assert.deepEqual(Object.fromEntries(without), {
    open: 3,
    failed: 1,
    waiting: 1,
    unpriced: 2,
    condition: 1,
    tooCheap: 1,
  })
  assert.equal(copies, 1)
  // What is not bought still has its market price.
  assert.deepEqual(sums, { market: 1000 + 1000 + 198, cash: 600, credit: 750 })
})

const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)
const percentages = fc.record(Object.fromEntries(conditions.map((condition: string) => [condition, percent])))
const someTerms = fc.record({
  cashPercent: percentages,
  creditPercent: percentages,
  minCents: fc.integer({ min: 0, max: 500 }),
  roundToCents: fc.constantFrom(...roundings),
})
const someRow = fc
  .record({
    cents: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
    quantity: fc.option(fc.integer({ min: 0, max: 9_999 })),
    state: fc.constantFrom('done', 'done', 'done', 'open', 'failed', 'waiting', 'unpriced'),
    condition: fc.constantFrom(...conditions, null, 'PSA 10'),
  })
  .map(({ cents, quantity, state, condition }) =>
    row({ marketPrice: cents === null ? null : cents / 100, quantity, state, ...inCondition(condition) }),
  )

test('whatever the terms: sums add up, each offer is a multiple of the rounding and none is above the market', () => {
  fc.assert(
    fc.property(fc.array(someRow, { maxLength: 40 }), someTerms, (rows, terms) => {
      const { rows: offers, sums, without } = offerOf(rows, terms)
      for (const kind of ['market', 'cash', 'credit'] as const) {
        const shown = offers.reduce(
          (sum: number, offer: Record<string, { all: number } | null>) => sum + (offer[kind]?.all ?? 0),
          0,
        )
        assert.equal(sums[kind], shown)
      }
      for (const [at, { why, market, cash, credit }] of offers.entries()) {
        assert.equal(why === null, cash !== null && credit !== null)
        for (const paid of [cash, credit].filter((one) => one !== null)) {
          assert.ok(Number.isSafeInteger(paid.all) && paid.each >= 0 && paid.each <= market.each)
          assert.equal(paid.each % terms.roundToCents, 0)
          assert.equal(paid.all, paid.each * (rows[at]?.quantity as number))
        }
      }
      const counted = [...without.values()].reduce((sum: number, count) => sum + (count as number), 0)
      assert.equal(counted, offers.filter(({ why }: { why: unknown }) => why !== null).length)
    }),
  )
})

test('a higher price or percentage never lowers an offer', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(
      cents,
      cents,
      percent,
      percent,
      fc.constantFrom(...roundings),
      (price, more, low, high, roundToCents) => {
        const offered = (marketCents: number, percentage: number) =>
          only(
            { marketPrice: marketCents / 100 },
            { cashPercent: { ...defaultTerms.cashPercent, 'Near Mint': percentage }, roundToCents },
          ).cash.each
        assert.ok(offered(price, low) <= offered(price + more, low))
        assert.ok(offered(price, Math.min(low, high)) <= offered(price, Math.max(low, high)))
      },
    ),
  )
})

test('10,000 rows add up to the cent', () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => row({ marketPrice: (at % 1_000) / 100, quantity: 3 }))
  const { sums } = offerOf(rows, defaultTerms)
  let exact = 0n
  for (let at = 0; at < 10_000; at++) exact += 3n * ((BigInt(at % 1_000) * 6_000n + 5_000n) / 10_000n)
  assert.equal(BigInt(sums.cash), exact)
  assert.equal(sums.market, 3 * 10 * (999 * 500))
})

test('999,999 copies of the dearest card are paid to the cent, a price below half a cent with nothing', () => {
  const { cash, market } = only({ marketPrice: 99_999.99, quantity: 999_999 })
  assert.deepEqual([market.all, cash.all], [9_999_999 * 999_999, 5_999_999 * 999_999])
  assert.deepEqual(only({ marketPrice: 0.004 }).cash, { each: 0, all: 0 })
})

test('percentages and dollars are read as people type them, and nothing else is taken for one', () => {
  const percents = ['60', ' 62.5 ', '62,25%', '0', '100', '100.00 %']
  assert.deepEqual(percents.map(readPercent), [60, 62.5, 62.25, 0, 100, 100])
  for (const typed of ['', '-1', '100.01', '101', '150', '60.123', 'abc', '1e1', '6 0', '.5'])
    assert.equal(readPercent(typed), null, typed)
  assert.deepEqual(['0', '1', '0.5', '$0.50', '0,05', '12.34'].map(readDollars), [0, 100, 50, 50, 5, 1234])
  for (const typed of ['', '-1', '1.234', 'one', '1e3', '$']) assert.equal(readDollars(typed), null, typed)
})

test('terms that were kept come back, and what is damaged is as by default', () => {
  const mine = {
    ...defaultTillTerms,
    cashPercent: { ...defaultTerms.cashPercent, Damaged: 12.5 },
    minCents: 50,
    roundToCents: 25,
    shopName: 'The Card Shop',
    payout: 'credit',
    format: 'tcgplayer',
  }
  assert.deepEqual(readTillTerms(JSON.stringify(mine)), mine)
  for (const kept of [
    null,
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"cashPercent":{"Near Mint":60}}',
    '{"minCents":-1,"roundToCents":3}',
  ])
    assert.deepEqual(readTillTerms(kept), defaultTillTerms, String(kept))
  const tampered = JSON.stringify({ ...mine, creditPercent: { ...mine.creditPercent, Unopened: 101 }, shopName: 7 })
  assert.deepEqual(readTillTerms(tampered), { ...mine, creditPercent: defaultTerms.creditPercent, shopName: '' })
})
