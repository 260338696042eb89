/** Work that several callers wait for. */
export interface SharedWork<T> {
  readonly promise: Promise<T>
  /** Waits for the work; a caller whose signal aborts leaves, and the last to leave ends the work. */
  readonly join: (signal: AbortSignal) => Promise<T>
  /** True once all callers have left; nobody may join then. */
  readonly isAbandoned: () => boolean
}

/** Starts work that several callers may join, and aborts it when all of them have left. */
export const shareWork = <T>(work: (signal: AbortSignal) => Promise<T>): SharedWork<T> => {
  const controller = new AbortController()
  const promise = work(controller.signal)
  let waiting = 0
  // All callers may have left before it fails.
  promise.catch(() => {})
  return {
    promise,
    isAbandoned: () => controller.signal.aborted,
    join: (signal) =>
      new Promise((resolve, reject) => {
        const leave = () => {
          waiting--
          if (waiting === 0) controller.abort(signal.reason)
          reject(signal.reason)
        }
        waiting++
        if (signal.aborted) {
          leave()
          return
        }
        signal.addEventListener('abort', leave, { once: true })
        promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
      }),
  }
}

/** Work by key: whoever asks for what is already under way joins it. */
export interface Sharing<T> {
  readonly run: (key: string, work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>
  /** What is under way for a key, if anything is; to look at, not to keep alive. */
  readonly underWay: (key: string) => Promise<T> | null
}

/** Creates an empty set of shared work. Nothing is kept once it has ended. */
export const createSharing = <T>(): Sharing<T> => {
  const running = new Map<string, SharedWork<T>>()
  return {
    run: (key, work, signal) => {
      const known = running.get(key)
      if (known && !known.isAbandoned()) return known.join(signal)
      const started = shareWork(work)
      running.set(key, started)
      const forget = () => {
        if (running.get(key) === started) running.delete(key)
      }
      started.promise.then(forget, forget)
      return started.join(signal)
    },
    underWay: (key) => running.get(key)?.promise ?? null,
  }
}
