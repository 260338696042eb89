import { createSingleFlight } from '../concurrency/single-flight.ts'
import { ServiceError } from '../contract/errors.ts'
import type { ObservationCache } from './observation-cache.ts'
import type { Observed, ObservedSource } from './ports.ts'
import { type SharedCache, type SharedOutcome, unsharedFinding } from './shared-cache.ts'

/** Kinds of data, each with a lifetime of its own. */
export type DataKind = 'categories' | 'sets' | 'search' | 'details' | 'prices' | 'history' | 'listings' | 'image' | 'notFound'

/** How long each kind of data stays fresh, in milliseconds. */
export type FreshForMs = Readonly<Record<DataKind, number>>

/** What `observe` must know of each method: the kind of its data, and what identifies an answer. */
export type ObservedMethods<S> = {
  readonly [K in keyof S]: S[K] extends (input: infer I, signal: AbortSignal) => Promise<unknown>
    ? { readonly data: DataKind; readonly key: (input: I) => string }
    : never
}

/** Called on every cache lookup. `joined`: waits for a fetch that is running here; `shared`: another process had it. */
export type OnObservation = (method: string, outcome: 'hit' | 'joined' | 'shared' | 'fetched' | 'failed') => void

type SourceMethod = (input: unknown, signal: AbortSignal) => Promise<unknown>

export interface ObserveOptions<S> {
  readonly methods: ObservedMethods<S>
  readonly cache: ObservationCache
  /** Looked up on a miss: what other processes have fetched or are fetching. */
  readonly shared?: SharedCache | null
  readonly freshForMs: FreshForMs
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Set before each key, so that several sources can share a cache. */
  readonly prefix: string
  /** Part of each key, read anew at every call: when it changes, nothing from before is served. */
  readonly version?: () => string
  readonly onObservation?: OnObservation
}

/**
 * Puts a cache and single flight around every method of a source, over several processes where there is a shared cache. Concurrent calls for one thing share one fetch,
 * which is aborted when nobody waits for it any more. A success, not-found included, is cached for its lifetime with the instant at which it was fetched; a failure never is.
 */
export const observe = <S extends object>(
  source: S,
  { methods, cache, shared = null, freshForMs, now, prefix, version, onObservation = () => {} }: ObserveOptions<S>,
): ObservedSource<S> => {
  const flights = createSingleFlight<Observed<unknown>>()
  const scope = version ? () => `${prefix}@${version()}` : () => prefix

  const keep = (key: string, value: unknown, fetchedAt: string, lifetimeMs: number): Observed<unknown> => {
    const hit = Object.freeze({ value, fetchedAt, cacheHit: true })
    cache.set(key, hit, lifetimeMs)
    return hit
  }

  const observeMethod = (name: string, data: DataKind, keyOf: (input: never) => string) => {
    const fetch = async (
      key: string,
      input: unknown,
      signal: AbortSignal,
      settle: (outcome: SharedOutcome) => void,
    ): Promise<Observed<unknown>> => {
      try {
        const value = await (source[name as keyof S] as SourceMethod)(input, signal)
        const fetchedAt = new Date(now()).toISOString()
        const lifetimeMs = freshForMs[value === null ? 'notFound' : data]
        keep(key, value, fetchedAt, lifetimeMs)
        settle({ kind: 'fetched', value, fetchedAt, freshForMs: lifetimeMs })
        onObservation(name, 'fetched')
        return Object.freeze({ value, fetchedAt, cacheHit: false })
      } catch (error) {
        settle(!signal.aborted && error instanceof ServiceError ? { kind: 'failed', error } : { kind: 'abandoned' })
        onObservation(name, 'failed')
        throw error
      }
    }

    const load = async (key: string, input: unknown, signal: AbortSignal): Promise<Observed<unknown>> => {
      const finding = shared ? await shared.find(key, signal) : unsharedFinding
      if (finding.kind === 'ours') return fetch(key, input, signal, finding.settle)
      onObservation(name, 'shared')
      if (finding.kind === 'failed') throw finding.error
      return keep(key, finding.value, finding.fetchedAt, finding.freshForMs)
    }

    return (input: never, call: { readonly signal: AbortSignal }): Observed<unknown> | Promise<Observed<unknown>> => {
      const key = `${scope()}:${name}:${keyOf(input)}`
      const hit = cache.get(key)
      if (hit) {
        onObservation(name, 'hit')
        return hit
      }
      if (flights.inFlight(key)) onObservation(name, 'joined')
      return flights.run(key, (signal) => load(key, input, signal), call.signal)
    }
  }

  const observed = Object.entries<{ data: DataKind; key: (input: never) => string }>(methods).map(([name, { data, key }]) => [
    name,
    observeMethod(name, data, key),
  ])
  return Object.fromEntries(observed) as ObservedSource<S>
}
