import { createSingleFlight } from '../concurrency/single-flight.ts'
import { ServiceError } from '../contract/errors.ts'
import type { ObservationCache } from './observation-cache.ts'
import type { Observed, ObservedSource } from './ports.ts'
import { type FreshFor, type SharedCache, type SharedOutcome, unsharedFinding } from './shared-cache.ts'

/** Kinds of data, each with a lifetime of its own. */
export type DataKind = 'categories' | 'sets' | 'search' | 'details' | 'prices' | 'history' | 'listings' | 'image' | 'notFound'

/** How long each kind of data stays fresh, in milliseconds. */
export type FreshForMs = Readonly<Record<DataKind, number>>

/** What `observe` must know of a method: the kind of its data, what identifies an answer, and what form an answer has. */
interface ObservedMethod<I, T> {
  readonly data: DataKind
  readonly key: (input: I) => string
  /** Checks what comes from the shared cache. */
  readonly isAnswer: (value: unknown) => value is T
}

export type ObservedMethods<S> = {
  readonly [K in keyof S]: S[K] extends (input: infer I, signal: AbortSignal) => Promise<infer T> ? ObservedMethod<I, T> : never
}

/** By how much the clocks of two machines may differ. */
const maxClockSkewMs = 5_000

/** How long ago something was fetched, in milliseconds, never less than 0; `NaN` for an instant that nobody can have written. */
const ageOf = (fetchedAt: string, nowMs: number): number => {
  const fetchedMs = Date.parse(fetchedAt)
  const isInstant = fetchedMs <= nowMs + maxClockSkewMs && new Date(fetchedMs).toISOString() === fetchedAt
  return isInstant ? Math.max(0, nowMs - fetchedMs) : Number.NaN
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
  /**
   * Set before each key: tells sources of one cache apart, and names all that decides an answer beside the input, such as the catalogue in use. Read on each call; what
   * was fetched while it changed is answered and not kept.
   */
  readonly namespace: () => string
  /**
   * When the source fetched what it answers from, in milliseconds since the epoch, for one that holds its data: then that is the instant of an observation, and not the
   * moment at which it was read here. `null` is now. Belongs to the namespace: data of another time has another one.
   */
  readonly recordedAtMs?: (() => number | null) | undefined
  readonly onObservation?: OnObservation
}

/**
 * Puts a cache and single flight around every method of a source, over several processes where there is a shared cache. Concurrent calls for one thing share one fetch,
 * which is aborted when nobody waits for it any more. A success, not-found included, is cached for its lifetime with the instant at which it was fetched; a failure never is.
 */
export const observe = <S extends object>(
  source: S,
  { methods, cache, shared = null, freshForMs, now, namespace, recordedAtMs, onObservation = () => {} }: ObserveOptions<S>,
): ObservedSource<S> => {
  const flights = createSingleFlight<Observed<unknown>>()

  const keep = (key: string, value: unknown, fetchedAt: string, lifetimeMs: number): Observed<unknown> => {
    const hit = Object.freeze({ value, fetchedAt, cacheHit: true })
    cache.set(key, hit, lifetimeMs)
    return hit
  }

  const observeMethod = (name: string, { data, key: inputKey, isAnswer }: ObservedMethod<never, unknown>) => {
    const keyOf = (input: never) => `${namespace()}:${name}:${inputKey(input)}`
    const lifetimeOf = (value: unknown) => freshForMs[value === null ? 'notFound' : data]

    const freshFor: FreshFor = ({ value, fetchedAt }) => {
      const ageMs = ageOf(fetchedAt, now())
      return Number.isNaN(ageMs) || !isAnswer(value) ? null : lifetimeOf(value) - ageMs
    }

    /** Asks the source; one that holds its data is asked again when other data came meanwhile, so that an answer and its instant are of one state. */
    const ask = async (input: never, signal: AbortSignal): Promise<unknown> => {
      for (;;) {
        const asked = namespace()
        const value = await (source[name as keyof S] as SourceMethod)(input, signal)
        if (recordedAtMs === undefined || namespace() === asked) return value
        signal.throwIfAborted()
      }
    }

    const fetch = async (
      key: string,
      input: never,
      signal: AbortSignal,
      settle: (outcome: SharedOutcome) => void,
    ): Promise<Observed<unknown>> => {
      try {
        const value = await ask(input, signal)
        const fetchedAt = new Date(recordedAtMs?.() ?? now()).toISOString()
        if (keyOf(input) === key) {
          const lifetimeMs = lifetimeOf(value)
          keep(key, value, fetchedAt, lifetimeMs)
          settle({ kind: 'fetched', value, fetchedAt, freshForMs: lifetimeMs })
        } else settle({ kind: 'abandoned' })
        onObservation(name, 'fetched')
        return Object.freeze({ value, fetchedAt, cacheHit: false })
      } catch (error) {
        settle(!signal.aborted && error instanceof ServiceError ? { kind: 'failed', error } : { kind: 'abandoned' })
        onObservation(name, 'failed')
        throw error
      }
    }

    const load = async (key: string, input: never, signal: AbortSignal): Promise<Observed<unknown>> => {
      const finding = shared ? await shared.find(key, freshFor, signal) : unsharedFinding
      if (finding.kind === 'ours') return fetch(key, input, signal, finding.settle)
      onObservation(name, 'shared')
      if (finding.kind === 'failed') throw finding.error
      // As of this moment: other work may have come between the look-up and here.
      return keep(key, finding.value, finding.fetchedAt, Math.min(finding.freshForMs, freshFor(finding) ?? 0))
    }

    return (input: never, call: { readonly signal: AbortSignal }): Observed<unknown> | Promise<Observed<unknown>> => {
      const key = keyOf(input)
      const hit = cache.get(key)
      if (hit) {
        onObservation(name, 'hit')
        return hit
      }
      if (flights.inFlight(key)) onObservation(name, 'joined')
      return flights.run(key, (signal) => load(key, input, signal), call.signal)
    }
  }

  const observed = Object.entries<ObservedMethod<never, unknown>>(methods).map(([name, method]) => [
    name,
    observeMethod(name, method),
  ])
  return Object.fromEntries(observed) as ObservedSource<S>
}
