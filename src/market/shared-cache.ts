import type { ServiceError } from '../contract/errors.ts'

/** The outcome of a fetch that other processes may wait for. */
export type SharedOutcome =
  | { readonly kind: 'fetched'; readonly value: unknown; readonly fetchedAt: string; readonly freshForMs: number }
  | { readonly kind: 'failed'; readonly error: ServiceError }
  /** No caller is left in this process; another one may fetch. */
  | { readonly kind: 'abandoned' }

/** The result of a lookup in the shared cache. */
export type SharedFinding =
  /** A process fetched it; `freshForMs` is what is left of its lifetime. */
  | { readonly kind: 'known'; readonly value: unknown; readonly fetchedAt: string; readonly freshForMs: number }
  /** The fetch of another process failed while we waited for it. */
  | { readonly kind: 'failed'; readonly error: ServiceError }
  /** The fetch is ours; `settle` publishes its outcome. */
  | { readonly kind: 'ours'; readonly settle: (outcome: SharedOutcome) => void }

/** The port of a cache behind the one in this process, shared by several processes. */
export interface SharedCache {
  /**
   * Looks a key up, and waits while another process fetches it. An unavailable cache is no failure: the fetch is ours then, at once. Rejects only with the
   * signal's reason.
   */
  readonly find: (key: string, signal: AbortSignal) => Promise<SharedFinding>
}

/** The lookup of a process without a shared cache. */
export const unsharedFinding: SharedFinding = { kind: 'ours', settle: () => {} }
