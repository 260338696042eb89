import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../../../../concurrency/single-flight.ts'

/** Loads by key, again only when what is kept has become old. Failures are not kept, and callers of one moment share one load. */
export type TimedMemo<T> = (key: string, load: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>

export const createTimedMemo = <T extends object>(freshForMs: number, steadyNow: () => number): TimedMemo<T> => {
  const kept = new LRUCache<string, T>({ max: 500, ttl: freshForMs, ttlResolution: 0, perf: { now: steadyNow } })
  const flights = createSingleFlight<T>()
  return async (key, load, signal) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const answer = await flights.run(key, load, signal)
    kept.set(key, answer)
    return answer
  }
}
