import { originOf } from '../../concurrency/single-flight.ts'
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
  readonly refuse: () => void
}

const tooBusy = (): ServiceError =>
  new ServiceError('service_busy', 'Too many calls wait for the market source; try again in a moment.', {
    retryAfterSeconds: 1,
  })

/**
 * Requests take turns, so that one of a hundred calls holds up no other by more than one call: round-robin fair queuing (Nagle 1987), by the signal of the client's request.
 * Of one request the newest call goes first, which completes a row that was begun before it begins another. One whose signal aborts leaves the queue at once.
 */
export const createCallLimiter = ({ concurrency, perSecond, burst, queueLimit, now }: CallLimiterOptions): CallLimiter => {
  /** The queued calls of each request, oldest first; the request whose turn it is comes first. None is empty. */
  const queues = new Map<AbortSignal, QueuedCall[]>()
  let queued = 0
  let inFlight = 0
  let tokens = burst
  let refilledAt = now()
  let timer: NodeJS.Timeout | undefined

  const remove = (origin: AbortSignal, call: QueuedCall) => {
    const queue = queues.get(origin) as QueuedCall[]
    queue.splice(queue.lastIndexOf(call), 1)
    if (queue.length === 0) queues.delete(origin)
    queued--
  }

  /** The next call; its request goes to the end of the line. */
  const takeNext = ([origin, queue]: [AbortSignal, QueuedCall[]]): QueuedCall => {
    const call = queue.pop() as QueuedCall
    queues.delete(origin)
    if (queue.length > 0) queues.set(origin, queue)
    queued--
    return call
  }

  /** Where the queue is full, a request that has more calls in it than this one would have loses the one that is served last. @returns whether there is room now */
  const makeRoom = (origin: AbortSignal): boolean => {
    if (queued < queueLimit) return true
    let longest: [AbortSignal, QueuedCall[]] | null = null
    for (const entry of queues) if (longest === null || entry[1].length > longest[1].length) longest = entry
    if (longest === null || longest[1].length <= (queues.get(origin)?.length ?? 0) + 1) return false
    const [call] = longest[1] as [QueuedCall]
    remove(longest[0], call)
    call.refuse()
    return true
  }

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
    for (const next of queues) {
      if (inFlight >= concurrency || timer !== undefined) return
      const waitMs = takeToken()
      if (waitMs > 0) {
        timer = setTimeout(() => {
          timer = undefined
          pump()
        }, waitMs)
        return
      }
      inFlight++
      takeNext(next).start()
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
        const origin = originOf(signal)
        if (!makeRoom(origin)) {
          reject(tooBusy())
          return
        }
        const abandon = () => {
          remove(origin, call)
          reject(signal.reason)
        }
        const call: QueuedCall = {
          start: () => {
            signal.removeEventListener('abort', abandon)
            resolve(release)
          },
          refuse: () => {
            signal.removeEventListener('abort', abandon)
            reject(tooBusy())
          },
        }
        signal.addEventListener('abort', abandon, { once: true })
        const queue = queues.get(origin)
        if (queue) queue.push(call)
        else queues.set(origin, [call])
        queued++
        pump()
      }),
    inFlight: () => inFlight,
    queued: () => queued,
  }
}
