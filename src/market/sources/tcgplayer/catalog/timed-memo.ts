import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../../../../concurrency/single-flight.ts'

/** Answers a question by key, asking again only when the last answer has become old. */
export type TimedMemo<T> = (key: string, load: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>

/** Creates a memory for answers that other answers are made from. Failures are not kept, and callers of one moment share one question. */
export const createTimedMemo = <T extends object>(freshForMs: number): TimedMemo<T> => {
  const kept = new LRUCache<string, T>({ max: 500, ttl: freshForMs })
  const flights = createSingleFlight<T>()
  return async (key, load, signal) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const answer = await flights.run(key, load, signal)
    kept.set(key, answer)
    return answer
  }
}
