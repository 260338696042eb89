import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServiceError } from '../../contract/errors.ts'
import { reservedIds } from '../../contract/reserved-products.ts'
import type { MarketSource } from '../../market/ports.ts'
import { skuIdOf } from './model/sku-id.ts'
import { reservedCards } from './reserved-cards.ts'
import { createSandboxMarket } from './sandbox-market.ts'

const openSignal = new AbortController().signal
const waits: number[] = []

const market = createSandboxMarket({
  findProduct: () => null,
  publicUrl: () => 'https://cards.example',
  now: () => Date.parse('2026-11-21T09:30:00.000Z'),
  delay: async (ms, signal) => {
    waits.push(ms)
    signal.throwIfAborted()
  },
})

const firstPage = { offset: 0, limit: 50, sort: 'price', conditions: null, variants: null, languages: null } as const

const calls = (productId: number, signal = openSignal): Record<keyof MarketSource, () => Promise<unknown>> => ({
  details: () => market.details(productId, signal),
  prices: () => market.prices({ productId, skus: [] }, signal),
  skuPrice: () => market.skuPrice(skuIdOf(productId, 1), signal),
  history: () => market.history({ productId, range: 'quarter' }, signal),
  listings: () => market.listings({ productId, ...firstPage }, signal),
  image: () => market.image(productId, signal),
})

const failsWith = (code: string, upstreamStatus: number | null) => (error: unknown) =>
  error instanceof ServiceError && error.code === code && error.upstreamStatus === upstreamStatus

const partly: readonly (readonly [productId: number, missing: readonly string[]])[] = [
  [reservedIds.pricesUnavailable, ['prices', 'skuPrice']],
  [reservedIds.historyUnavailable, ['history']],
  [reservedIds.listingsUnavailable, ['listings']],
]

test('990001 is unavailable on every method', async () => {
  for (const call of Object.values(calls(990_001))) await assert.rejects(call(), failsWith('upstream_unavailable', 503))
})

for (const [productId, missing] of partly) {
  test(`${productId} lacks ${missing.join(' and ')} alone`, async () => {
    for (const [section, call] of Object.entries(calls(productId))) {
      if (missing.includes(section)) await assert.rejects(call(), failsWith('upstream_unavailable', 503))
      else assert.notEqual(await call(), null)
    }
  })
}

test('990005 was never observed: prices null, history and listings empty, counts 0', async () => {
  const productId = 990_005
  const details = await market.details(productId, openSignal)
  const { marketPriceCents, lowestPriceCents, lowestPriceWithShippingCents, listingCount, sellerCount } = details ?? {}
  assert.deepEqual([marketPriceCents, lowestPriceCents, lowestPriceWithShippingCents], [null, null, null])
  assert.deepEqual([listingCount, sellerCount], [0, 0])
  const prices = (await market.prices({ productId, skus: details?.skus ?? [] }, openSignal)) ?? []
  assert.ok(prices.length > 0)
  for (const price of prices) assert.deepEqual([price.marketPriceCents, price.lowestPriceCents], [null, null])
  assert.equal((await market.skuPrice(99_000_501, openSignal))?.price.marketPriceCents, null)
  assert.deepEqual(await calls(productId).history(), { series: [], recordedSince: null })
  assert.deepEqual(await calls(productId).listings(), { total: 0, offers: [] })
})

test('990006 has no picture, and a market', async () => {
  assert.equal(await market.image(990_006, openSignal), null)
  const details = await market.details(990_006, openSignal)
  assert.equal(details?.imageUrl, null)
  assert.ok((details?.marketPriceCents ?? 0) > 0)
})

test('990007 answers after three seconds, prices at once because the details before them have waited', async () => {
  waits.length = 0
  for (const call of Object.values(calls(990_007))) assert.notEqual(await call(), null)
  assert.deepEqual(waits, new Array(5).fill(3_000))
  const { prices, ...slow } = calls(990_007, AbortSignal.abort())
  assert.notEqual(await prices(), null)
  for (const call of Object.values(slow)) await assert.rejects(call(), failsWith('upstream_timeout', null))
})

test('990008 never answers; it ends in a timeout when nobody waits any more', async () => {
  for (const section of ['details', 'prices', 'skuPrice', 'history', 'listings', 'image'] as const) {
    const controller = new AbortController()
    const pending = calls(990_008, controller.signal)[section]()
    const first = await Promise.race([
      pending.catch(() => 'ended'),
      new Promise((resolve) => setImmediate(resolve, 'waiting')),
    ])
    assert.equal(first, 'waiting')
    controller.abort()
    await assert.rejects(pending, failsWith('upstream_timeout', null))
    await assert.rejects(calls(990_008, controller.signal)[section](), failsWith('upstream_timeout', null))
  }
})

test('990009 asks to slow down', async () => {
  for (const call of Object.values(calls(990_009)))
    await assert.rejects(call(), failsWith('upstream_rate_limited', 429))
})

test('990010 has thousands of offers, the cheapest of them custom', async () => {
  const page = await market.listings({ productId: 990_010, ...firstPage }, openSignal)
  assert.equal(page?.total, 4_200)
  assert.ok(page?.offers[0]?.custom)
  assert.ok(page?.offers.some(({ custom }) => !custom))
})

test('the reserved products are ten cards of one invented set', () => {
  assert.deepEqual(
    reservedCards.map(({ productId }) => productId),
    [990_001, 990_002, 990_003, 990_004, 990_005, 990_006, 990_007, 990_008, 990_009, 990_010],
  )
  for (const { set, number } of reservedCards) assert.deepEqual([set.name, number?.length], ['Sandbox Outcomes', 7])
})
