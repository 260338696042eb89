import { dayMs } from '../time/units.ts'
import { utcDayText } from '../time/utc-day.ts'
import { otherIds, type RequestCount, type RequestOutcome } from './ports.ts'

/** What is counted of a request. */
export interface CountedRequest {
  readonly accountId: string | null
  readonly keyId: string | null
  readonly operation: string | null
  readonly status: number
  readonly code: string | null
}

/** Counts requests in memory until somebody takes the counts away. */
export interface RequestCounter {
  readonly count: (request: CountedRequest) => void
  /** @returns what was counted since it was last taken */
  readonly take: () => readonly RequestCount[]
  /** Adds counts that could not be brought to where they were to go. */
  readonly putBack: (counts: readonly RequestCount[]) => void
}

export interface RequestCounterOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Counts told apart at most; beyond, account and key are `otherIds`: no more than operations and codes. */
  readonly maxCounts?: number
}

interface Tally {
  readonly outcome: RequestOutcome
  readonly code: string | null
  requests: number
}

/** Of one key on one day, by operation, then by code or outcome. */
interface KeyTallies {
  readonly accountId: string | null
  readonly operations: Map<string | null, Map<string, Tally>>
}

interface Day {
  readonly name: string
  readonly startMs: number
  readonly keys: Map<string | null, KeyTallies>
}

/** Some two megabytes. */
const defaultMaxCounts = 20_000

const outcomeOf = (status: number): RequestOutcome => (status < 400 ? 'ok' : status < 500 ? 'refused' : 'failed')

/** Creates a counter. Counting is a few look-ups in maps, since it is done for every request. */
export const createRequestCounter = ({ now, maxCounts = defaultMaxCounts }: RequestCounterOptions): RequestCounter => {
  let days = new Map<string, Day>()
  let current: Day | null = null
  let counts = 0

  const openDay = (name: string): Day => {
    const known = days.get(name)
    if (known) return known
    const day = { name, startMs: Date.parse(name), keys: new Map() }
    days.set(name, day)
    return day
  }

  /** The day of now; nearly always that of the last request. */
  const today = (): Day => {
    const nowMs = now()
    if (current === null || nowMs < current.startMs || nowMs >= current.startMs + dayMs)
      current = openDay(utcDayText(nowMs))
    return current
  }

  type Kind = Omit<RequestCount, 'day' | 'requests'>

  const tallyOf = (day: Day, kind: Kind): Tally => {
    const { accountId, keyId, operation, outcome, code } = kind
    const found = day.keys
      .get(keyId)
      ?.operations.get(operation)
      ?.get(code ?? outcome)
    if (found) return found
    // Without a key there are no more of them than operations and codes.
    if (counts >= maxCounts && keyId !== null && keyId !== otherIds)
      return tallyOf(day, { ...kind, accountId: otherIds, keyId: otherIds })
    const key = day.keys.get(keyId) ?? { accountId, operations: new Map() }
    const tallies = key.operations.get(operation) ?? new Map<string, Tally>()
    const tally = { outcome, code, requests: 0 }
    day.keys.set(keyId, key)
    key.operations.set(operation, tallies)
    tallies.set(code ?? outcome, tally)
    counts++
    return tally
  }

  return {
    count: ({ accountId, keyId, operation, status, code }) => {
      const day = today()
      const outcome = outcomeOf(status)
      const known = day.keys
        .get(keyId)
        ?.operations.get(operation)
        ?.get(code ?? outcome)
      if (known) known.requests++
      else tallyOf(day, { accountId, keyId, operation, outcome, code }).requests++
    },
    take: () => {
      const taken: RequestCount[] = []
      for (const { name: day, keys } of days.values())
        for (const [keyId, { accountId, operations }] of keys)
          for (const [operation, tallies] of operations)
            for (const tally of tallies.values()) taken.push({ day, accountId, keyId, operation, ...tally })
      days = new Map()
      current = null
      counts = 0
      return taken
    },
    putBack: (back) => {
      for (const { day, requests, ...kind } of back) tallyOf(openDay(day), kind).requests += requests
    },
  }
}
