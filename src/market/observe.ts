import { createSingleFlight, type SingleFlight } from '../concurrency/single-flight.ts'
import { ServiceError } from '../contract/errors.ts'
import type { ObservationCache } from './observation-cache.ts'
import type { Observed, ObservedSource } from './ports.ts'
import {
  type FreshFor,
  type SharedAnswer,
  type SharedCache,
  type SharedOutcome,
  unsharedFinding,
} from './shared-cache.ts'

/** Kinds of data, each with a lifetime of its own. */
export type DataKind =
  | 'categories'
  | 'sets'
  | 'search'
  | 'details'
  | 'prices'
  | 'history'
  | 'listings'
  | 'image'
  | 'notFound'

/** How long each kind of data stays fresh, in milliseconds. */
export type FreshForMs = Readonly<Record<DataKind, number>>

/** What `observe` must know of a method: the kind of its data, and the key and form of an answer. */
interface ObservedMethod<I, T> {
  readonly data: DataKind
  readonly key: (input: I) => string
  /** Checks what comes from the shared cache. */
  readonly isAnswer: (value: unknown) => value is T
}

export type ObservedMethods<S> = {
  readonly [K in keyof S]: S[K] extends (input: infer I, signal: AbortSignal) => Promise<infer T>
    ? ObservedMethod<I, T>
    : never
}

/** By how much the clocks of two machines may differ. */
const maxClockSkewMs = 5_000

/** Milliseconds since a fetch, at least 0; `NaN` for an instant that nobody can have written. */
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
   * Set before each key: tells sources of one cache apart, and names all that decides an answer beside the input, such
   * as the catalogue in use. Read on each call; what was fetched while it changed is answered and not kept.
   */
  readonly namespace: () => string
  /**
   * When the source fetched what it answers from, in milliseconds since the epoch, for one that holds its data: then
   * that is the instant of an observation, and not the moment at which it was read here. `null` is now. Belongs to the
   * namespace: data of another time has another one.
   */
  readonly recordedAtMs?: (() => number | null) | undefined
  readonly onObservation?: OnObservation
}

/** One method of an observed source, with what it shares with the others. */
interface Observing {
  readonly name: string
  readonly method: ObservedMethod<never, unknown>
  readonly askSource: SourceMethod
  readonly options: Omit<ObserveOptions<object>, 'methods'>
  readonly flights: SingleFlight<Observed<unknown>>
}

const keyOf = ({ name, method, options }: Observing, input: never): string =>
  `${options.namespace()}:${name}:${method.key(input)}`

const lifetimeOf = ({ method, options }: Observing, value: unknown): number =>
  options.freshForMs[value === null ? 'notFound' : method.data]

const freshForOf =
  (observing: Observing): FreshFor =>
  ({ value, fetchedAt }) => {
    const ageMs = ageOf(fetchedAt, observing.options.now())
    return Number.isNaN(ageMs) || !observing.method.isAnswer(value) ? null : lifetimeOf(observing, value) - ageMs
  }

const keep = (
  { options }: Observing,
  key: string,
  { value, fetchedAt, freshForMs }: SharedAnswer & { readonly freshForMs: number },
): Observed<unknown> => {
  const hit = Object.freeze({ value, fetchedAt, cacheHit: true })
  options.cache.set(key, hit, freshForMs)
  return hit
}

/** Asks the source, and again when the data it holds changed meanwhile: an answer and its instant are of one state. */
const ask = async ({ askSource, options }: Observing, input: never, signal: AbortSignal): Promise<unknown> => {
  for (;;) {
    const asked = options.namespace()
    const value = await askSource(input, signal)
    if (options.recordedAtMs === undefined || options.namespace() === asked) return value
    signal.throwIfAborted()
  }
}

/** Fetches an answer from the source; `settle` tells the other processes how that ended. */
const fetchAnswer = async (
  observing: Observing,
  { key, input, signal }: { readonly key: string; readonly input: never; readonly signal: AbortSignal },
  settle: (outcome: SharedOutcome) => void,
): Promise<Observed<unknown>> => {
  const { name, options } = observing
  try {
    const value = await ask(observing, input, signal)
    const fetchedAt = new Date(options.recordedAtMs?.() ?? options.now()).toISOString()
    if (keyOf(observing, input) === key) {
      const answer = { value, fetchedAt, freshForMs: lifetimeOf(observing, value) }
      keep(observing, key, answer)
      settle({ kind: 'fetched', ...answer })
    } else settle({ kind: 'abandoned' })
    options.onObservation?.(name, 'fetched')
    return Object.freeze({ value, fetchedAt, cacheHit: false })
  } catch (error) {
    settle(!signal.aborted && error instanceof ServiceError ? { kind: 'failed', error } : { kind: 'abandoned' })
    options.onObservation?.(name, 'failed')
    throw error
  }
}

/** Loads what is not in the cache of this process: from the shared one, else from the source. */
const load = async (
  observing: Observing,
  key: string,
  input: never,
  signal: AbortSignal,
): Promise<Observed<unknown>> => {
  const { name, options } = observing
  const freshFor = freshForOf(observing)
  const finding = options.shared ? await options.shared.find(key, freshFor, signal) : unsharedFinding
  if (finding.kind === 'ours') return fetchAnswer(observing, { key, input, signal }, finding.settle)
  options.onObservation?.(name, 'shared')
  if (finding.kind === 'failed') throw finding.error
  // As of this moment: other work may have come between the look-up and here.
  const freshForMs = Math.min(finding.freshForMs, freshFor(finding) ?? 0)
  return keep(observing, key, { value: finding.value, fetchedAt: finding.fetchedAt, freshForMs })
}

const observeMethod =
  (observing: Observing) =>
  (input: never, call: { readonly signal: AbortSignal }): Observed<unknown> | Promise<Observed<unknown>> => {
    const { name, options, flights } = observing
    const key = keyOf(observing, input)
    const hit = options.cache.get(key)
    if (hit) {
      options.onObservation?.(name, 'hit')
      return hit
    }
    if (flights.inFlight(key)) options.onObservation?.(name, 'joined')
    return flights.run(key, (signal) => load(observing, key, input, signal), call.signal)
  }

/**
 * Puts a cache and single flight around every method of a source, over several processes where there is a shared cache.
 * Concurrent calls for one thing share one fetch, which is aborted when nobody waits for it any more. A success,
 * not-found included, is cached for its lifetime with the instant at which it was fetched; a failure never is.
 */
export const observe = <S extends object>(source: S, { methods, ...options }: ObserveOptions<S>): ObservedSource<S> => {
  const flights = createSingleFlight<Observed<unknown>>()
  const observed = Object.entries<ObservedMethod<never, unknown>>(methods).map(([name, method]) => {
    const askSource: SourceMethod = (input, signal) => (source[name as keyof S] as SourceMethod)(input, signal)
    return [name, observeMethod({ name, method, askSource, options, flights })]
  })
  return Object.fromEntries(observed) as ObservedSource<S>
}
