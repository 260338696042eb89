import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { openPriceArchive } from '../../archive/open-price-archive.ts'
import type { ObservationBatch } from '../../archive/ports.ts'
import type { PriceArchive } from '../../archive/price-archive.ts'
import { createPriceFeed, type PriceFeed } from '../../archive/price-feed.ts'
import { AppendRejectedError, recordBatch } from '../../archive/record-batch.ts'
import type { SourceDependencies } from '../../sources/source-module.ts'
import { WriterReplacedError } from '../../stores/archive/archive-staging.ts'
import type { AccessStore } from '../../stores/store.ts'
import { minuteMs } from '../../time/units.ts'
import { utcDayText } from '../../time/utc-day.ts'
import type { Config } from '../configuration/config.ts'

/** How often each process looks whether another one recorded something. */
const pollMs = 1_000
/** The first day that is kept changes only when an older one is brought in. */
const firstDayKeptMs = minuteMs
/** Processes that write at one moment get out of each other's way within so many attempts; 8 once were too few. */
const maxAttempts = 16
/** A pause grows with the attempts up to this. */
const maxGrowth = 4
/** Twice as long as an attempt took at least, since a busy store takes longer for what all of them try again. */
const minMaxPauseMs = 400

/** What is kept of the configured source, and what is remembered of its pulls. */
export interface KeptPrices extends Pick<SourceDependencies, 'archive' | 'recordedSince' | 'syncRecord'> {
  /** Takes prices as they are fetched; `null` where a sync brings them, or nothing is kept. */
  readonly feed: PriceFeed | null
  readonly close: () => Promise<void>
}

/** Where nothing is kept. */
export const noKeptPrices: KeptPrices = {
  archive: null,
  feed: null,
  recordedSince: async () => null,
  syncRecord: async () => null,
  close: async () => {},
}

export interface KeptPricesDependencies {
  readonly store: AccessStore
  readonly log: Logger
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Memoizes the day of the oldest observation for a minute. */
const createFirstDay = ({ archive: store, now }: AccessStore, archive: PriceArchive) => {
  let known: { readonly day: string; readonly untilMs: number } | null = null
  return async (): Promise<string | null> => {
    const head = archive.head()
    if (head === null) return null
    if (known !== null && now() < known.untilMs) return known.day
    const firstMs = (await store.firstObservedAtMs(archive.source)) ?? head.observedAtMs
    known = { day: utcDayText(firstMs), untilMs: now() + firstDayKeptMs }
    return known.day
  }
}

/** Writes a batch; where another process writes at the same moment, again after a random pause. */
const createRecorder =
  ({ archive, now }: AccessStore) =>
  async (batch: ObservationBatch): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      const startMs = performance.now()
      try {
        await recordBatch({ store: archive, batch, now: () => new Date(now()), onConflict: 'correct', keep: 'all' })
        return
      } catch (error) {
        const isBeaten = error instanceof AppendRejectedError || error instanceof WriterReplacedError
        if (!isBeaten || attempt >= maxAttempts) throw error
        const maxPauseMs = Math.max(minMaxPauseMs, 2 * (performance.now() - startMs)) * Math.min(attempt, maxGrowth)
        await delay(Math.random() * maxPauseMs)
      }
    }
  }

/** Opens the archive of the source. A source of daily files answers from it even when only the newest day is kept. */
export const openKeptPrices = async (
  { marketSource, priceArchive }: Config,
  { store, log, now }: KeptPricesDependencies,
): Promise<KeptPrices> => {
  const syncRecord = () => store.syncLedger.read(marketSource)
  const isSynced = marketSource === 'tcgcsv'
  if (!priceArchive && !isSynced) return { ...noKeptPrices, syncRecord }
  const archive = await openPriceArchive({
    store: store.archive,
    source: marketSource,
    pollMs,
    onPollError: (err) => log.warn({ err }, 'price archive not reached'),
  })
  const feed = isSynced
    ? null
    : createPriceFeed({
        source: marketSource,
        record: createRecorder(store),
        now,
        onTrouble: (dropped, err) => log.warn({ dropped, err }, 'fetched prices not kept'),
      })
  return {
    archive,
    feed,
    recordedSince: createFirstDay(store, archive),
    syncRecord,
    close: async () => {
      await feed?.close()
      archive.close()
    },
  }
}
