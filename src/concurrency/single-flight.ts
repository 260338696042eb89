/** Loads by key: callers of a key whose load is still running join it instead of starting another. */
export interface SingleFlight<T> {
  /**
   * Starts `load`, or joins the one that is running for this key. A caller whose signal aborts leaves with the signal's
   * reason and disturbs no other; the last one to leave aborts the load. Without a signal the caller stays to the end.
   * Results are not kept.
   */
  readonly run: (key: string, load: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal) => Promise<T>
  /** The load that is running for a key: to look at; unlike `run` it keeps nothing alive. */
  readonly inFlight: (key: string) => Promise<T> | null
}

const origins = new WeakMap<AbortSignal, AbortSignal>()

/**
 * The signal of the caller for whom a load was started, also through loads within loads: whatever is done for one
 * caller has the same. A signal that no load was started with is its own.
 */
export const originOf = (signal: AbortSignal): AbortSignal => origins.get(signal) ?? signal

interface Flight<T> {
  readonly promise: Promise<T>
  readonly controller: AbortController
  waiting: number
}

const join = <T>(flight: Flight<T>, signal: AbortSignal, onAbandoned: () => void): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => {
      flight.waiting--
      if (flight.waiting === 0) {
        onAbandoned()
        flight.controller.abort(signal.reason)
      }
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    flight.promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })

export const createSingleFlight = <T>(): SingleFlight<T> => {
  const flights = new Map<string, Flight<T>>()

  const forget = (key: string, flight: Flight<T>) => {
    if (flights.get(key) === flight) flights.delete(key)
  }

  const startFlight = (key: string, load: (signal: AbortSignal) => Promise<T>, caller?: AbortSignal): Flight<T> => {
    const controller = new AbortController()
    if (caller) origins.set(controller.signal, originOf(caller))
    const flight = { promise: load(controller.signal), controller, waiting: 0 }
    flights.set(key, flight)
    // Handles a rejection, too: every caller may have left before it.
    const onEnd = () => forget(key, flight)
    flight.promise.then(onEnd, onEnd)
    return flight
  }

  return {
    run: (key, load, signal) => {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const flight = flights.get(key) ?? startFlight(key, load, signal)
      flight.waiting++
      return signal ? join(flight, signal, () => forget(key, flight)) : flight.promise
    },
    inFlight: (key) => flights.get(key)?.promise ?? null,
  }
}
