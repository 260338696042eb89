import type { ServiceError } from '../contract/errors.ts'

/** What a process fetched and when, as an ISO 8601 instant. */
export interface SharedAnswer {
  readonly value: unknown
  readonly fetchedAt: string
}

/** The outcome of a fetch that other processes may wait for. */
export type SharedOutcome =
  | ({ readonly kind: 'fetched'; readonly freshForMs: number } & SharedAnswer)
  | { readonly kind: 'failed'; readonly error: ServiceError }
  /** No caller is left in this process; another one may fetch. */
  | { readonly kind: 'abandoned' }

/** The result of a lookup in the shared cache. */
export type SharedFinding =
  /** A process fetched it; `freshForMs` is what is left of its lifetime. */
  | ({ readonly kind: 'known'; readonly freshForMs: number } & SharedAnswer)
  /** The fetch of another process failed while we waited for it. */
  | { readonly kind: 'failed'; readonly error: ServiceError }
  /** The fetch is ours; `settle` publishes its outcome. */
  | { readonly kind: 'ours'; readonly settle: (outcome: SharedOutcome) => void }

/**
 * Tells for how many milliseconds an answer may be used, by this process's own clock and settings, or `null` when it is
 * none to the question: of another form, or of no believable instant.
 */
export type FreshFor = (answer: SharedAnswer) => number | null

/** The port of a cache behind the one in this process, shared by several processes. */
export interface SharedCache {
  /**
   * Looks a key up, and waits while another process fetches it. Nothing that lies there is believed: what `freshFor`
   * refuses counts as absent. An unavailable cache is no failure: the fetch is ours then, at once. Rejects only with
   * the signal's reason.
   */
  readonly find: (key: string, freshFor: FreshFor, signal: AbortSignal) => Promise<SharedFinding>
}

/** The lookup of a process without a shared cache. */
export const unsharedFinding: SharedFinding = { kind: 'ours', settle: () => {} }
