import { createSingleFlight } from './single-flight.ts'

type Read<T> = (key: string, load: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Values that are kept for a while by key. Failures are not kept, and callers of one moment share one load. */
export interface TimedMemo<T> {
  /** The kept value, loaded again only when it has become old. */
  readonly recent: Read<T>
  /** Loaded in any case, for an answer that says of when it is. */
  readonly fresh: Read<T>
}

export interface TimedMemoOptions<T> {
  /** How long a value is kept, given how long its load took. */
  readonly freshForMs: (value: T, tookMs: number) => number
  /** Beyond these the one that was loaded first is dropped. */
  readonly maxEntries?: number
  /** Milliseconds of a clock that never goes back. */
  readonly steadyNow?: () => number
}

export const createTimedMemo = <T>(options: TimedMemoOptions<T>): TimedMemo<T> => {
  const { freshForMs, maxEntries = 500, steadyNow = () => performance.now() } = options
  const kept = new Map<string, { readonly value: T; readonly untilMs: number }>()
  const flights = createSingleFlight<T>()

  const fresh: Read<T> = (key, load, signal) =>
    flights.run(
      key,
      async (loadSignal) => {
        const startedMs = steadyNow()
        const value = await load(loadSignal)
        const nowMs = steadyNow()
        kept.delete(key)
        kept.set(key, { value, untilMs: nowMs + freshForMs(value, nowMs - startedMs) })
        if (kept.size > maxEntries) kept.delete(kept.keys().next().value as string)
        return value
      },
      signal,
    )

  const recent: Read<T> = async (key, load, signal) => {
    const known = kept.get(key)
    return known !== undefined && steadyNow() < known.untilMs ? known.value : fresh(key, load, signal)
  }

  return { recent, fresh }
}
