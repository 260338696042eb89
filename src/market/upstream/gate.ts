import { ServiceError } from '../../contract/errors.ts'

/** Lets calls to one host through: so many at once, so many a second. */
export interface Gate {
  /** Waits for a place. @returns the function that gives the place back. @throws the signal's reason when it aborts first */
  readonly enter: (signal: AbortSignal) => Promise<() => void>
  readonly inFlight: () => number
  readonly waiting: () => number
}

/** What a gate is made of. */
export interface GateOptions {
  /** Calls in flight at most. */
  readonly concurrency: number
  /** Calls started a second in the long run, asked anew each time; 0 is no pace. */
  readonly perSecond: () => number
  /** Calls that may start at once after a pause. */
  readonly burst: number
  /** Calls that may wait at most; beyond, the service is too busy. */
  readonly waitingLimit: number
  /** A steady clock in milliseconds. */
  readonly now: () => number
}

interface Waiting {
  readonly start: () => void
}

/** Creates a gate. Waiting calls keep their order; one whose signal aborts leaves the queue at once. */
export const createGate = ({ concurrency, perSecond, burst, waitingLimit, now }: GateOptions): Gate => {
  const queue = new Set<Waiting>()
  let inFlight = 0
  let tokens = burst
  let countedAt = now()
  let timer: NodeJS.Timeout | undefined

  /** Milliseconds until the pace lets the next call start; takes the token when it is 0. */
  const untilToken = (): number => {
    const rate = perSecond()
    if (rate <= 0) return 0
    const instant = now()
    tokens = Math.min(burst, tokens + ((instant - countedAt) * rate) / 1000)
    countedAt = instant
    if (tokens < 1) return Math.ceil(((1 - tokens) * 1000) / rate)
    tokens--
    return 0
  }

  const pump = () => {
    for (const next of queue) {
      if (inFlight >= concurrency || timer !== undefined) return
      const waitMs = untilToken()
      if (waitMs > 0) {
        timer = setTimeout(() => {
          timer = undefined
          pump()
        }, waitMs)
        return
      }
      queue.delete(next)
      inFlight++
      next.start()
    }
  }

  const leave = () => {
    inFlight--
    pump()
  }

  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason)
          return
        }
        if (queue.size >= waitingLimit) {
          reject(new ServiceError('service_busy', 'Too many calls wait for the market source; try again in a moment.'))
          return
        }
        const abandon = () => {
          queue.delete(waiting)
          reject(signal.reason)
        }
        const waiting: Waiting = {
          start: () => {
            signal.removeEventListener('abort', abandon)
            resolve(leave)
          },
        }
        signal.addEventListener('abort', abandon, { once: true })
        queue.add(waiting)
        pump()
      }),
    inFlight: () => inFlight,
    waiting: () => queue.size,
  }
}
