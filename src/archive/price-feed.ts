import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { MarketPrice, MarketSource } from '../market/ports.ts'
import { utcDayText } from '../time/utc-day.ts'
import { maxAgeMs } from './months.ts'
import type { ObservationBatch, PriceObservation } from './ports.ts'

export interface PriceFeedOptions {
  readonly source: string
  /** Writes a batch into the archive; whatever it throws counts as an outage. */
  readonly record: (batch: ObservationBatch) => Promise<unknown>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Between two batches, in milliseconds. */
  readonly pauseMs?: number
  /** SKUs that wait to be written at most. */
  readonly maxQueued?: number
  /** How long a stop tries again to write what the store did not take, in milliseconds. */
  readonly maxCloseMs?: number
  /** Called after a failed attempt or dropped prices, with how many were lost since the last call. */
  readonly onTrouble: (dropped: number, error: unknown) => void
}

/** Takes the prices that a live source gave, and writes them into the archive without anybody waiting for it. */
export interface PriceFeed {
  readonly add: (productId: number, prices: readonly MarketPrice[]) => void
  /** Takes nothing more and writes what waits, again where the store is out of reach for a moment. */
  readonly close: () => Promise<void>
}

interface QueuedPrice {
  readonly observation: Omit<PriceObservation, 'ageMs'>
  readonly atMs: number
}

const observationOf = (productId: number, price: MarketPrice): QueuedPrice['observation'] => {
  const { skuId, condition, variant, language, marketPriceCents, lowestPriceCents } = price
  return {
    productId,
    skuId,
    condition,
    variant,
    language,
    marketCents: marketPriceCents,
    lowestCents: lowestPriceCents,
    midCents: null,
    highestCents: null,
    directLowestCents: null,
  }
}

const maxRemembered = 100_000

/** Between two attempts of a stop. */
const closePauseMs = 200

/** Two prices of one SKU that are equal in this say the same of the same day. */
const contentOf = ({ observation: { marketCents, lowestCents }, atMs }: QueuedPrice): string =>
  `${utcDayText(atMs)} ${marketCents} ${lowestCents}`

/** A batch bears the time of its newest price, and each price how much older it is. */
const batchOf = (source: string, prices: readonly QueuedPrice[]): ObservationBatch => {
  const observedAtMs = prices.reduce((newest, { atMs }) => Math.max(newest, atMs), 0)
  const observations = prices.map(({ observation, atMs }) => ({ ...observation, ageMs: observedAtMs - atMs }))
  return { source, observedAtMs, isComplete: false, observations }
}

/**
 * Creates the queue between a source and the archive. A price that has not changed is kept once a UTC day. Of a SKU
 * that is fetched again before it was written, the newer price counts; while the store is out of reach, what does not
 * fit is lost and counted.
 */
export const createPriceFeed = ({
  source,
  record,
  now,
  pauseMs = 60_000,
  maxQueued = 50_000,
  maxCloseMs = 2_000,
  onTrouble,
}: PriceFeedOptions): PriceFeed => {
  const queue = new Map<number, QueuedPrice>()
  /** What was last written of each SKU: a price fetched every 15 minutes is not kept again and again. */
  const written = new LRUCache<number, string>({ max: maxRemembered })
  let dropped = 0
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  const enqueue = (price: QueuedPrice): void => {
    const { skuId } = price.observation
    if (!queue.has(skuId) && written.get(skuId) === contentOf(price)) return
    if (queue.size < maxQueued || queue.has(skuId)) queue.set(skuId, price)
    else dropped++
  }

  const report = (error: unknown): void => {
    if (dropped === 0 && error === null) return
    onTrouble(dropped, error)
    dropped = 0
  }

  const write = async (): Promise<void> => {
    const oldestMs = now() - maxAgeMs
    const prices = [...queue.values()].filter(({ atMs }) => atMs > oldestMs)
    dropped += queue.size - prices.length
    queue.clear()
    try {
      if (prices.length > 0) await record(batchOf(source, prices))
      for (const price of prices) written.set(price.observation.skuId, contentOf(price))
      report(null)
    } catch (error) {
      // What was fetched meanwhile is newer than what could not be written.
      for (const price of prices) if (!queue.has(price.observation.skuId)) enqueue(price)
      report(error)
    }
  }

  const flush = (): Promise<void> => {
    timer = null
    writing ??= write().finally(() => {
      writing = null
      schedule()
    })
    return writing
  }

  const schedule = (): void => {
    if (timer !== null || writing !== null || isClosed || queue.size === 0) return
    timer = setTimeout(flush, pauseMs).unref()
  }

  return {
    add: (productId, prices) => {
      if (isClosed) return
      const atMs = now()
      for (const price of prices) enqueue({ observation: observationOf(productId, price), atMs })
      schedule()
    },
    close: async () => {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      await writing
      const endsAtMs = performance.now() + maxCloseMs
      await flush()
      while (queue.size > 0 && performance.now() < endsAtMs) {
        await delay(Math.min(closePauseMs, maxCloseMs))
        await flush()
      }
      dropped += queue.size
      queue.clear()
      report(null)
    },
  }
}

/** Keeps a source's prices as they are fetched. Answers do not wait for it; a price without a product is not kept. */
export const withPriceFeed = (market: MarketSource, feed: Pick<PriceFeed, 'add'>): MarketSource => ({
  ...market,
  prices: async (request, signal) => {
    const prices = await market.prices(request, signal)
    if (prices !== null) feed.add(request.productId, prices)
    return prices
  },
  skuPrice: async (skuId, signal) => {
    const found = await market.skuPrice(skuId, signal)
    if (found !== null && found.productId !== null) feed.add(found.productId, [found.price])
    return found
  },
})
