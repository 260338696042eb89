import type { ServiceError } from '../contract/errors.ts'

/** What came of a fetch that other processes may wait for. */
export type SharedOutcome =
  | { readonly kind: 'fetched'; readonly value: unknown; readonly fetchedAt: string; readonly freshForMs: number }
  | { readonly kind: 'failed'; readonly error: ServiceError }
  /** Nobody waits here any more; another process may fetch. */
  | { readonly kind: 'abandoned' }

/** What the processes that share a cache know of a key. */
export type SharedFinding =
  /** One of them fetched it, and it stays fresh for what is left of its lifetime. */
  | { readonly kind: 'known'; readonly value: unknown; readonly fetchedAt: string; readonly freshForMs: number }
  /** The fetch that we waited for failed. */
  | { readonly kind: 'failed'; readonly error: ServiceError }
  /** It is ours to fetch, and to tell the others what came of it. */
  | { readonly kind: 'ours'; readonly settle: (outcome: SharedOutcome) => void }

/** The port of a cache behind the one in this process, shared by several processes. */
export interface SharedCache {
  /**
   * Looks a key up, and waits while another process fetches it. Never fails for want of the cache: then the fetch is ours, at once. Rejects only with the
   * signal's reason.
   */
  readonly find: (key: string, signal: AbortSignal) => Promise<SharedFinding>
}

/** What a process finds that shares nothing. */
export const unsharedFinding: SharedFinding = { kind: 'ours', settle: () => {} }
