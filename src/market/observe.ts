import { LRUCache } from 'lru-cache'
import { ServiceError } from '../contract/errors.ts'
import type { Observed, ObservedSource } from './ports.ts'
import { type SharedCache, type SharedOutcome, sharedWithNobody } from './shared-cache.ts'

/** Kinds of data, each with a lifetime of its own. */
export const dataKinds = [
  'categories',
  'sets',
  'search',
  'details',
  'prices',
  'history',
  'listings',
  'image',
  'notFound',
] as const

/** A kind of data. */
export type DataKind = (typeof dataKinds)[number]

/** How long each kind of data stays fresh, in milliseconds. */
export type FreshForMs = Readonly<Record<DataKind, number>>

/** What is kept of a source's answers. */
export interface ObservationCache {
  /** What is known and fresh, as a hit: the same object on every call, so that what is derived from it can be kept too. */
  readonly get: (key: string) => Observed<unknown> | undefined
  readonly set: (key: string, hit: Observed<unknown>, freshForMs: number) => void
  readonly clear: () => void
}

/** An answer is kept as an object, as JSON and compressed; together they weigh about three times its JSON. */
const weightOf = ({ value }: Observed<unknown>): number => 200 + 3 * JSON.stringify(value ?? null).length

/** A cache in this process, bounded by size and time. `now` is in milliseconds and may be any steady clock. */
export const createMemoryCache = ({ maxBytes, now }: { maxBytes: number; now: () => number }): ObservationCache => {
  const kept = new LRUCache<string, Observed<unknown>>({
    maxSize: maxBytes,
    sizeCalculation: weightOf,
    perf: { now },
    ttlResolution: 0,
  })
  return {
    get: (key) => kept.get(key),
    set: (key, hit, freshForMs) => {
      if (freshForMs > 0) kept.set(key, hit, { ttl: freshForMs })
    },
    clear: () => kept.clear(),
  }
}

/** What `observe` must know of each method: the kind of its data, and what identifies an answer. */
export type ObservedMethods<S> = {
  readonly [K in keyof S]: S[K] extends (input: infer I, signal: AbortSignal) => Promise<unknown>
    ? { readonly data: DataKind; readonly key: (input: I) => string }
    : never
}

/** Told of every use of a source, for metrics. */
export type OnObservation = (method: string, outcome: 'hit' | 'joined' | 'shared' | 'fetched' | 'failed') => void

type SourceMethod = (input: unknown, signal: AbortSignal) => Promise<unknown>

interface Flight {
  readonly promise: Promise<Observed<unknown>>
  readonly controller: AbortController
  waiting: number
}

const abandoned = (signal: AbortSignal): unknown =>
  signal.reason instanceof ServiceError
    ? signal.reason
    : new ServiceError('upstream_timeout', 'The market source did not answer in time.')

/**
 * Puts a cache and single flight around every method of a source, over several processes where there is a shared cache. Concurrent calls for one thing share one fetch,
 * which is aborted when nobody waits for it any more. A success, not-found included, is remembered for its lifetime with the instant at which it was fetched; a failure never is.
 */
export const observe = <S extends object>(
  source: S,
  {
    methods,
    cache,
    shared = null,
    freshForMs,
    now,
    prefix,
    onObservation = () => {},
  }: {
    methods: ObservedMethods<S>
    cache: ObservationCache
    /** Asked on a miss: what other processes have fetched or are fetching. */
    shared?: SharedCache | null
    freshForMs: FreshForMs
    now: () => number
    /** Set before each key, so that several sources can share a cache. */
    prefix: string
    onObservation?: OnObservation
  },
): ObservedSource<S> => {
  const flights = new Map<string, Flight>()

  const depart = (name: string, load: SourceMethod, data: DataKind, key: string, input: unknown): Flight => {
    const controller = new AbortController()
    const { signal } = controller
    const keep = (value: unknown, fetchedAt: string, lifetimeMs: number) => {
      const hit = Object.freeze({ value, fetchedAt, cacheHit: true })
      cache.set(key, hit, lifetimeMs)
      return hit
    }
    const fetch = async (settle: (outcome: SharedOutcome) => void): Promise<Observed<unknown>> => {
      try {
        const value = await load.call(source, input, signal)
        const fetchedAt = new Date(now()).toISOString()
        const lifetimeMs = freshForMs[value === null ? 'notFound' : data]
        keep(value, fetchedAt, lifetimeMs)
        settle({ kind: 'fetched', value, fetchedAt, freshForMs: lifetimeMs })
        onObservation(name, 'fetched')
        return Object.freeze({ value, fetchedAt, cacheHit: false })
      } catch (error) {
        settle(!signal.aborted && error instanceof ServiceError ? { kind: 'failed', error } : { kind: 'abandoned' })
        onObservation(name, 'failed')
        throw error
      }
    }
    const fly = async (): Promise<Observed<unknown>> => {
      try {
        const finding = shared ? await shared.find(key, signal) : sharedWithNobody
        if (finding.kind === 'ours') return await fetch(finding.settle)
        onObservation(name, 'shared')
        if (finding.kind === 'failed') throw finding.error
        return keep(finding.value, finding.fetchedAt, finding.freshForMs)
      } finally {
        if (flights.get(key) === flight) flights.delete(key)
      }
    }
    const flight: Flight = { promise: Promise.resolve().then(fly), controller, waiting: 0 }
    // Every waiter may have left before the fetch fails.
    flight.promise.catch(() => {})
    flights.set(key, flight)
    return flight
  }

  const board = (key: string, flight: Flight, signal: AbortSignal): Promise<Observed<unknown>> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        flight.waiting--
        if (flight.waiting === 0) {
          if (flights.get(key) === flight) flights.delete(key)
          flight.controller.abort(signal.reason)
        }
        reject(abandoned(signal))
      }
      if (signal.aborted) {
        flight.waiting++
        leave()
        return
      }
      flight.waiting++
      signal.addEventListener('abort', leave, { once: true })
      flight.promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    })

  const observed = Object.entries<{ data: DataKind; key: (input: never) => string }>(methods).map(
    ([name, { data, key: keyOf }]) => {
      const load = source[name as keyof S] as SourceMethod
      return [
        name,
        (input: never, call: { readonly signal: AbortSignal }) => {
          const key = `${prefix}:${name}:${keyOf(input)}`
          const hit = cache.get(key)
          if (hit) {
            onObservation(name, 'hit')
            return hit
          }
          const running = flights.get(key)
          if (running) onObservation(name, 'joined')
          return board(key, running ?? depart(name, load, data, key, input), call.signal)
        },
      ]
    },
  )
  return Object.fromEntries(observed) as ObservedSource<S>
}
