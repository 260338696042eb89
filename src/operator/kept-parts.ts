import { createTimedMemo } from '../concurrency/timed-memo.ts'
import { ServiceError } from '../contract/errors.ts'

export interface KeptPart<T> {
  /** `null` when its store did not answer. */
  readonly value: T | null
  /** When it was read, in milliseconds since the epoch. */
  readonly atMs: number
}

/** Reads a part, or gives what was read a moment ago. Only a defect rejects. */
export type ReadPart<T> = (key: string, load: () => Promise<T>) => Promise<KeptPart<T>>

/**
 * One answer serves all who look. One that took long is kept longer, so that looking takes a twentieth of the time, and
 * that of a silent store so long as not to add to its load.
 */
const kept = { minMs: 1_000, maxMs: 300_000, silentMs: 5_000, timesItTook: 20 } as const
const maxKept = 16

/**
 * Creates a reader of parts by key. A load that somebody did not wait for goes on: whoever looks next waits for the
 * same one, or finds what it has read. `now` is in milliseconds since the epoch.
 */
export const createKeptParts = <T>({ now }: { readonly now: () => number }): ReadPart<T> => {
  const memo = createTimedMemo<KeptPart<T>>({
    maxEntries: maxKept,
    freshForMs: ({ value }, tookMs) =>
      value === null ? kept.silentMs : Math.min(kept.maxMs, Math.max(kept.minMs, tookMs * kept.timesItTook)),
  })
  return (key, load) =>
    memo.recent(key, async () => {
      const value = await load().catch((error: unknown) => {
        if (error instanceof ServiceError) return null
        throw error
      })
      return { value, atMs: now() }
    })
}
