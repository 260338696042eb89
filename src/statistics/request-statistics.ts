import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { tryFor } from '../concurrency/try-for.ts'
import { dayMs } from '../time/units.ts'
import { utcDayText } from '../time/utc-day.ts'
import type { RequestCount, RequestCountBatch, RequestCountStore } from './ports.ts'
import { type CountedRequest, createRequestCounter } from './request-counter.ts'
import { type RequestSums, sumRequests } from './sum-requests.ts'

/** Requests by day, account, key and operation, in one store with those of other processes. */
export interface RequestStatistics {
  /** Counts a request. It waits for nothing and cannot fail. */
  readonly count: (request: CountedRequest) => void
  /** Writes what was counted. Rejects when the store could not take it; then it is kept for the next time. */
  readonly write: () => Promise<void>
  /** Sums of the last days, today included. @throws ServiceError `access_store_unavailable` */
  readonly read: (query: StatisticsQuery) => Promise<RequestSums>
  /** Writes what is left, again while the store does not take it, for two seconds at most. */
  readonly close: () => Promise<void>
}

export interface StatisticsQuery {
  readonly days: number
  /** `null` are requests without a known account, `undefined` those of all. */
  readonly accountId?: string | null
}

export interface RequestStatisticsOptions {
  readonly store: RequestCountStore
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Told when counts could not be written for the first time, with the error, and when they could be again. */
  readonly onWritten?: (error: unknown) => void
  readonly everyMs?: number
}

/** Days that are kept: a year, and time to compare it with the one before. */
export const daysKept = 400
const defaultEveryMs = 10_000
/** A millisecond or two of a SQLite file's only writer. */
const portion = 200

/** A portion is of one day: the sums of its month are then added to in one order by all processes. */
const portionOf = (counts: readonly RequestCount[]): number => {
  const end = counts.findIndex(({ day }) => day !== counts[0]?.day)
  return Math.min(portion, end < 0 ? counts.length : end)
}

/** Between two portions, for requests of this process and writers of others. */
const pauseMs = 2
const lastWriteMs = 2_000

/** The names of the last days, today last. */
export const lastDays = (nowMs: number, days: number): readonly string[] =>
  Array.from({ length: days }, (_, index) => utcDayText(nowMs - (days - 1 - index) * dayMs))

/** Adds portions of counts in their order, each once. */
const createBatches = (store: RequestCountStore) => {
  const writer = randomUUID()
  let sequence = 0
  /** The batch under way; one that failed may be there all the same, so it is brought again before any other. */
  let batch: RequestCountBatch | null = null
  const bringAgain = async (): Promise<void> => {
    if (batch) await store.add(batch)
    batch = null
  }
  const bring = (counts: readonly RequestCount[]): Promise<void> => {
    batch = { writer, sequence: ++sequence, counts }
    return bringAgain()
  }
  return { bring, bringAgain }
}

/** Creates the statistics, which write by themselves from now on. */
export const createRequestStatistics = (options: RequestStatisticsOptions): RequestStatistics => {
  const { store, now, onWritten = () => {}, everyMs = defaultEveryMs } = options
  const counter = createRequestCounter({ now })
  let isFailing = false
  let prunedDay = ''
  let last: Promise<void> = Promise.resolve()
  const batches = createBatches(store)

  const writeAll = async (): Promise<void> => {
    let left: readonly RequestCount[] = []
    try {
      await batches.bringAgain()
      left = counter.take()
      while (left.length > 0) {
        const size = portionOf(left)
        const next = left.slice(0, size)
        left = left.slice(size)
        await batches.bring(next)
        if (left.length > 0) await delay(pauseMs)
      }
    } catch (error) {
      counter.putBack(left)
      if (!isFailing) onWritten(error)
      isFailing = true
      throw error
    }
    if (isFailing) onWritten(null)
    isFailing = false
  }

  const prune = async (): Promise<void> => {
    const today = utcDayText(now())
    if (today === prunedDay) return
    await store.removeBefore(utcDayText(now() - (daysKept - 1) * dayMs))
    prunedDay = today
  }

  /** One after the other: what the one puts back the next one takes. */
  const write = (): Promise<void> => {
    const next = last.then(writeAll)
    last = next.catch(() => {})
    return next
  }

  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const schedule = (): void => {
    if (isClosed) return
    timer = setTimeout(async () => {
      // Whatever fails is tried again next time.
      await write()
        .then(prune)
        .catch(() => {})
      schedule()
    }, everyMs).unref()
  }
  schedule()

  return {
    count: counter.count,
    write,
    read: async ({ days, accountId }) => {
      await write()
      return sumRequests(store, lastDays(now(), days), accountId)
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await Promise.race([tryFor(lastWriteMs, write).catch(() => {}), delay(lastWriteMs, undefined, { ref: false })])
    },
  }
}
