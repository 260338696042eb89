import { ServiceError } from '../../contract/errors.ts'

/** Limits the calls to one host: so many at once (a bulkhead) and so many a second (a token bucket). */
export interface CallLimiter {
  /** @returns the function that releases the slot. @throws the signal's reason when it aborts first, ServiceError `service_busy` when the queue is full */
  readonly acquire: (signal: AbortSignal) => Promise<() => void>
  readonly inFlight: () => number
  readonly queued: () => number
}

export interface CallLimiterOptions {
  /** Max calls in flight. */
  readonly concurrency: number
  /** Calls started a second in the long run, read before each; 0 is no limit. */
  readonly perSecond: () => number
  /** Capacity of the token bucket: calls that may start at once after a pause. */
  readonly burst: number
  /** Max calls in the queue; beyond it the service is too busy. */
  readonly queueLimit: number
  /** A steady clock in milliseconds. */
  readonly now: () => number
}

interface QueuedCall {
  readonly start: () => void
}

/** Queued calls keep their order; one whose signal aborts leaves the queue at once. */
export const createCallLimiter = ({ concurrency, perSecond, burst, queueLimit, now }: CallLimiterOptions): CallLimiter => {
  const queue = new Set<QueuedCall>()
  let inFlight = 0
  let tokens = burst
  let refilledAt = now()
  let timer: NodeJS.Timeout | undefined

  /** Takes a token when there is one. @returns 0 then, else the milliseconds until the next */
  const takeToken = (): number => {
    const rate = perSecond()
    if (rate <= 0) return 0
    const instant = now()
    tokens = Math.min(burst, tokens + ((instant - refilledAt) * rate) / 1000)
    refilledAt = instant
    if (tokens < 1) return Math.ceil(((1 - tokens) * 1000) / rate)
    tokens--
    return 0
  }

  const pump = () => {
    for (const next of queue) {
      if (inFlight >= concurrency || timer !== undefined) return
      const waitMs = takeToken()
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

  const release = () => {
    inFlight--
    pump()
  }

  return {
    acquire: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason)
          return
        }
        if (queue.size >= queueLimit) {
          const tooMany = 'Too many calls wait for the market source; try again in a moment.'
          reject(new ServiceError('service_busy', tooMany, { retryAfterSeconds: 1 }))
          return
        }
        const abandon = () => {
          queue.delete(call)
          reject(signal.reason)
        }
        const call: QueuedCall = {
          start: () => {
            signal.removeEventListener('abort', abandon)
            resolve(release)
          },
        }
        signal.addEventListener('abort', abandon, { once: true })
        queue.add(call)
        pump()
      }),
    inFlight: () => inFlight,
    queued: () => queue.size,
  }
}
