import { LRUCache } from 'lru-cache'
import type { Observed } from './ports.ts'

/** The cache of this process for a source's answers. */
export interface ObservationCache {
  /** A fresh hit: the same object on every call, so that what is derived from it can be memoized. */
  readonly get: (key: string) => Observed<unknown> | undefined
  readonly set: (key: string, hit: Observed<unknown>, freshForMs: number) => void
  readonly clear: () => void
}

/** An answer is kept as an object, as JSON and compressed; together they take about three times its JSON. */
const sizeOf = ({ value }: Observed<unknown>): number => 200 + 3 * JSON.stringify(value ?? null).length

/** Creates a cache bounded by size and time. `steadyNow` counts milliseconds and never goes back. */
export const createMemoryCache = (maxBytes: number, steadyNow: () => number): ObservationCache => {
  const entries = new LRUCache<string, Observed<unknown>>({
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    perf: { now: steadyNow },
    ttlResolution: 0,
  })
  return {
    get: (key) => entries.get(key),
    set: (key, hit, freshForMs) => {
      if (freshForMs > 0) entries.set(key, hit, { ttl: freshForMs })
    },
    clear: () => entries.clear(),
  }
}
