import assert from 'node:assert/strict'
import { test } from 'node:test'
import './console-modules.ts'

const till = (file: string) => import(new URL(`../../web/till/${file}`, import.meta.url).href)
const { receiptOf, shareText } = await till('receipt-facts.js')
const { offerOf } = await till('offer.js')
const { defaultTillTerms } = await till('terms.js')

const row = (given: object = {}) => ({
  text: 'charizard',
  quantity: 2,
  state: 'done',
  printing: {
    productId: 1,
    name: 'Charizard',
    category: 'Pokemon',
    setName: 'Base Set',
    cardNumber: '4/102',
    rarity: 'Rare',
  },
  copy: { skuId: 1, condition: 'Lightly Played', variant: 'Holofoil', language: 'Japanese' },
  marketPrice: 10,
  pricedAt: '2026-11-23T12:00:00.000Z',
  ...given,
})
const plainCopy = { skuId: 2, condition: 'Near Mint', variant: 'Normal', language: 'English' }
const unsettled = row({ state: 'open', printing: null, copy: null, marketPrice: null, pricedAt: null })

const receiptFor = (
  rows: readonly object[],
  given: object = {},
  source: object | null = { source: 'tcgplayer', attribution: null },
) => {
  const terms = { ...defaultTillTerms, ...given }
  return receiptOf({ rows, offer: offerOf(rows, terms), terms, source, at: new Date(2026, 10, 23, 10, 31) })
}

test('a receipt has the shop, the hour, each card with what is paid, the sums and whose prices they are', () => {
  const facts = receiptFor([row(), row({ quantity: 1, copy: plainCopy, marketPrice: 1.5 }), unsettled], {
    shopName: ' The Card Shop ',
  })
  assert.equal(
    shareText(facts),
    [
      'The Card Shop',
      '23 Nov 2026, 10:31',
      '',
      '2 × Charizard',
      '  Base Set · 4/102 · Lightly Played Holofoil · Japanese',
      '  cash 2 × $5.00 = $10.00, credit 2 × $6.50 = $13.00',
      '1 × Charizard',
      '  Base Set · 4/102 · Near Mint',
      '  cash $0.90, credit $1.13',
      '',
      '3 cards: cash $10.90, credit $14.13',
      '',
      'Not on this receipt: 2 cards without an offer.',
      'TCGplayer market prices of 23 Nov 2026.',
    ].join('\n'),
  )
})

test('what has no offer is counted in cards, and rows without a count are named as such', () => {
  const noteOf = (...rows: readonly object[]) => receiptFor(rows).notes[0]
  const uncounted = row({ state: 'open', quantity: null })
  assert.equal(
    noteOf(row(), { ...unsettled, quantity: 7 }, uncounted),
    'Not on this receipt: 7 cards and 1 uncounted row without an offer.',
  )
  assert.equal(noteOf(row(), uncounted), 'Not on this receipt: 1 uncounted row without an offer.')
})

test('a receipt of one payment says nothing of the other', () => {
  assert.match(
    shareText(receiptFor([row()], { payout: 'cash' })),
    /\n {2}cash 2 × \$5\.00 = \$10\.00\n\n2 cards: cash \$10\.00\n/,
  )
  assert.doesNotMatch(shareText(receiptFor([row()], { payout: 'credit' })), /cash/)
})

test('prices of several days say from when to when, in whatever order they came', () => {
  const rows = [row(), row({ pricedAt: '2026-11-21T12:00:00.000Z' }), row({ pricedAt: '2026-11-22T12:00:00.000Z' })]
  assert.deepEqual(receiptFor(rows).notes, ['TCGplayer market prices of 21 Nov 2026 to 23 Nov 2026.'])
})

test('the day is that of the prices on the receipt, not of the others', () => {
  const rows = [row(), row({ marketPrice: 0.5, pricedAt: '2026-11-01T12:00:00.000Z' })]
  assert.match(receiptFor(rows, { minCents: 100 }).notes.join(), /prices of 23 Nov 2026\./)
})

test('invented prices are called so, attribution stands word for word, and an unknown source is not named', () => {
  const attribution = { text: 'Not endorsed by the owner.', termsUrl: 'https://example.com' }
  assert.deepEqual(receiptFor([row()], {}, { source: 'sandbox', attribution: null }).notes, [
    'Market prices of 23 Nov 2026.',
    'These prices are invented: this is no real offer.',
  ])
  assert.deepEqual(receiptFor([row()], {}, { source: 'tcgcsv', attribution }).notes, [
    'TCGplayer market prices of 23 Nov 2026.',
    'Not endorsed by the owner.',
  ])
  assert.deepEqual(receiptFor([row()], {}, null).notes, ['Market prices of 23 Nov 2026.'])
})

test('a condition that was stated of a whole printing is on the receipt, with what its price is of', () => {
  const copy = { skuId: 9, condition: null, variant: 'Holofoil', language: null }
  const [line] = receiptFor([row({ copy, stated: { condition: 'Lightly Played', language: 'German' } })]).lines
  assert.equal(line.details, 'Base Set · 4/102 · Lightly Played Holofoil · German · by the price of the whole printing')
  assert.equal(line.pays.cash.each, 500)
})

test('what is bought for nothing is on the receipt with 0, since that is what is paid', () => {
  const nothing = { ...defaultTillTerms.cashPercent, 'Lightly Played': 0 }
  const { lines, sums } = receiptFor([row()], { cashPercent: nothing })
  assert.deepEqual([lines.length, lines[0].pays.cash.all, sums.cash], [1, 0, 0])
})
