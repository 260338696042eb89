import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../../../../concurrency/single-flight.ts'

type Read<T> = (key: string, load: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>

/** Loads by key. Failures are not kept, and callers of one moment share one load. */
export interface TimedMemo<T> {
  /** What is kept, loaded again only when it has become old. */
  readonly recent: Read<T>
  /** Loaded in any case, for an answer that says of when it is. */
  readonly fresh: Read<T>
}

export const createTimedMemo = <T extends object>(freshForMs: number, steadyNow: () => number): TimedMemo<T> => {
  const kept = new LRUCache<string, T>({ max: 500, ttl: freshForMs, ttlResolution: 0, perf: { now: steadyNow } })
  const flights = createSingleFlight<T>()
  const fresh: Read<T> = async (key, load, signal) => {
    const answer = await flights.run(key, load, signal)
    kept.set(key, answer)
    return answer
  }
  return { fresh, recent: async (key, load, signal) => kept.get(key) ?? fresh(key, load, signal) }
}
