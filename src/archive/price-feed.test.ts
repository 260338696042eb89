import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { MarketPrice, MarketSource } from '../market/ports.ts'
import type { ObservationBatch } from './ports.ts'
import { createPriceFeed, type PriceFeedOptions, withPriceFeed } from './price-feed.ts'

const priceOf = (skuId: number, marketPriceCents: number | null): MarketPrice => ({
  skuId,
  condition: 'Near Mint',
  variant: 'Normal',
  language: 'English',
  marketPriceCents,
  lowestPriceCents: null,
  lowSalePriceCents: 90,
  highSalePriceCents: 120,
  sampleSize: 3,
  calculatedAt: '2026-11-21T06:00:00.000Z',
})

const startMs = Date.parse('2026-11-21T09:30:00.000Z')

const feedOf = (options: Partial<PriceFeedOptions> = {}) => {
  const clock = { now: startMs }
  const batches: ObservationBatch[] = []
  const trouble: { dropped: number; error: unknown }[] = []
  const feed = createPriceFeed({
    source: 'tcgplayer',
    record: async (batch) => {
      batches.push(batch)
    },
    now: () => clock.now,
    pauseMs: 10,
    onTrouble: (dropped, error) => trouble.push({ dropped, error }),
    ...options,
  })
  return { feed, batches, trouble, clock }
}

/** A feed whose store is out of reach until the test brings it back. */
const feedWithoutStore = (options: Partial<PriceFeedOptions> = {}) => {
  const store = { isAway: true }
  const written: ObservationBatch[] = []
  const record = async (batch: ObservationBatch) => {
    if (store.isAway) throw new Error('away')
    written.push(batch)
  }
  return { ...feedOf({ record, ...options }), store, written }
}

const droppedOf = (trouble: readonly { readonly dropped: number }[]) =>
  trouble.reduce((sum, { dropped }) => sum + dropped, 0)

const until = async (isDone: () => boolean) => {
  for (let i = 0; i < 6_000 && !isDone(); i++) await delay(5)
  assert.ok(isDone())
}

describe('prices as they are fetched', () => {
  test('those of a moment are written together, each with its own time, and none as a sale', async () => {
    const { feed, batches, trouble, clock } = feedOf()
    feed.add(7, [priceOf(71, 100), priceOf(72, null)])
    clock.now += 1_500
    feed.add(8, [priceOf(81, 300)])
    await until(() => batches.length === 1)
    const [batch] = batches
    assert.deepEqual([batch?.source, batch?.observedAtMs, batch?.isComplete], ['tcgplayer', startMs + 1_500, false])
    assert.deepEqual(
      batch?.observations.map(({ productId, skuId, marketCents, ageMs }) => [productId, skuId, marketCents, ageMs]),
      [
        [7, 71, 100, 1_500],
        [7, 72, null, 1_500],
        [8, 81, 300, 0],
      ],
    )
    const { condition, variant, language, midCents, highestCents, directLowestCents, lowestCents } =
      batch?.observations[0] ?? {}
    assert.deepEqual([condition, variant, language], ['Near Mint', 'Normal', 'English'])
    assert.deepEqual([midCents, highestCents, directLowestCents, lowestCents], [null, null, null, null])
    assert.deepEqual(trouble, [])
  })

  test('a SKU that is fetched again before it was written is in the batch once, with the newer price', async () => {
    const { feed, batches, clock } = feedOf()
    feed.add(7, [priceOf(71, 100)])
    clock.now += 1_000
    feed.add(7, [priceOf(71, 110)])
    await feed.close()
    assert.deepEqual(
      batches.map(({ observations }) => observations.map(({ marketCents, ageMs }) => [marketCents, ageMs])),
      [[[110, 0]]],
    )
  })

  test('a price that has not changed is kept once a UTC day', async () => {
    const { feed, batches, clock } = feedOf()
    const add = async (marketPriceCents: number) => {
      const before = batches.length
      // Another SKU, always new, shows when the batch was written.
      feed.add(7, [priceOf(71, marketPriceCents), priceOf(clock.now, 1)])
      await until(() => batches.length > before)
      return batches.at(-1)?.observations.some(({ skuId }) => skuId === 71)
    }
    assert.equal(await add(100), true)
    clock.now += 900_000
    assert.equal(await add(100), false)
    clock.now += 900_000
    assert.equal(await add(110), true)
    clock.now += 900_000
    assert.equal(await add(100), true)
    clock.now = Date.parse('2026-11-22T00:00:00.000Z')
    assert.equal(await add(100), true)
  })

  test('while the store is out of reach prices wait, as many as fit, and the lost ones are counted', async () => {
    const { feed, trouble, clock, store, written } = feedWithoutStore({ maxQueued: 3 })
    feed.add(
      7,
      [71, 72, 73, 74, 75].map((skuId) => priceOf(skuId, skuId)),
    )
    await until(() => trouble.length > 0)
    assert.deepEqual([trouble[0]?.dropped, String(trouble[0]?.error)], [2, 'Error: away'])
    clock.now += 2_000
    feed.add(7, [priceOf(71, 999)])
    store.isAway = false
    await until(() => written.length > 0)
    assert.deepEqual(
      written[0]?.observations.map(({ skuId, marketCents, ageMs }) => [skuId, marketCents, ageMs]).sort(),
      [
        [71, 999, 0],
        [72, 72, 2_000],
        [73, 73, 2_000],
      ],
    )
  })

  test('a stop writes what waits, and says what it could not write', async () => {
    const whole = feedOf({ pauseMs: 60_000 })
    whole.feed.add(7, [priceOf(71, 100)])
    await whole.feed.close()
    whole.feed.add(7, [priceOf(72, 100)])
    assert.deepEqual(
      whole.batches.map(({ observations }) => observations.length),
      [1],
    )
    const away = feedWithoutStore({ pauseMs: 60_000, maxCloseMs: 10 })
    away.feed.add(7, [priceOf(71, 100), priceOf(72, 100)])
    await away.feed.close()
    assert.equal(droppedOf(away.trouble), 2)
  })

  test('a stop tries again while the store is out of reach for a moment', async () => {
    const { feed, store, trouble, written } = feedWithoutStore({ pauseMs: 60_000, maxCloseMs: 60_000 })
    feed.add(7, [priceOf(71, 100), priceOf(72, 100)])
    const closed = feed.close()
    await until(() => trouble.length > 0)
    store.isAway = false
    await closed
    assert.deepEqual([written[0]?.observations.length, droppedOf(trouble)], [2, 0])
  })

  test('prices of a day ago that could never be written are lost, since no batch may hold them', async () => {
    const { feed, trouble, clock, store, written } = feedWithoutStore()
    feed.add(7, [priceOf(71, 100)])
    await until(() => trouble.length > 0)
    store.isAway = false
    clock.now += 25 * 3_600_000
    feed.add(7, [priceOf(72, 100)])
    await until(() => written.length > 0)
    assert.deepEqual(
      written[0]?.observations.map(({ skuId }) => skuId),
      [72],
    )
    assert.equal(droppedOf(trouble), 1)
  })

  test('an answer waits for nothing, and what failed or is of no known product is not kept', async () => {
    const added: (readonly [number, number])[] = []
    const answers: Pick<MarketSource, 'prices' | 'skuPrice'> = {
      prices: async ({ productId }) => {
        if (productId === 9) throw new Error('source')
        return productId === 8 ? null : [priceOf(71, 100), priceOf(72, 50)]
      },
      skuPrice: async (skuId) => (skuId === 1 ? null : { productId: skuId === 2 ? null : 7, price: priceOf(skuId, 5) }),
    }
    const market = withPriceFeed(answers as MarketSource, {
      add: (productId, prices) => added.push(...prices.map(({ skuId }) => [productId, skuId] as const)),
    })
    const signal = new AbortController().signal
    assert.equal((await market.prices({ productId: 7, skus: [] }, signal))?.length, 2)
    assert.equal(await market.prices({ productId: 8, skus: [] }, signal), null)
    await assert.rejects(market.prices({ productId: 9, skus: [] }, signal), /source/)
    for (const skuId of [1, 2, 3]) await market.skuPrice(skuId, signal)
    assert.deepEqual(added, [
      [7, 71],
      [7, 72],
      [7, 3],
    ])
  })
})
