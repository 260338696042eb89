import { originOf } from '../../concurrency/single-flight.ts'
import { ServiceError } from '../../contract/errors.ts'

/** Limits the calls to one host: so many at once (a bulkhead) and so many a second (a token bucket). */
export interface CallLimiter {
  /**
   * @returns the function that releases the slot. @throws the signal's reason when it aborts first, ServiceError
   * `service_busy` when the queue is full
   */
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

interface Limiter {
  readonly options: CallLimiterOptions
  /** The queued calls of each request, oldest first; the request whose turn it is comes first. None is empty. */
  readonly queues: Map<AbortSignal, QueuedCall[]>
  queued: number
  inFlight: number
  tokens: number
  refilledAt: number
  /** Runs until the next token is there. */
  timer: NodeJS.Timeout | undefined
}

const tooBusy = (): ServiceError =>
  new ServiceError('service_busy', 'Too many calls wait for the market source; try again in a moment.', {
    retryAfterSeconds: 1,
  })

const addCall = (limiter: Limiter, origin: AbortSignal, call: QueuedCall): void => {
  const queue = limiter.queues.get(origin)
  if (queue) queue.push(call)
  else limiter.queues.set(origin, [call])
  limiter.queued++
}

const removeCall = (limiter: Limiter, origin: AbortSignal, call: QueuedCall): void => {
  const queue = limiter.queues.get(origin) as QueuedCall[]
  queue.splice(queue.lastIndexOf(call), 1)
  if (queue.length === 0) limiter.queues.delete(origin)
  limiter.queued--
}

/** The next call; its request goes to the end of the line. */
const takeNext = (limiter: Limiter, [origin, queue]: [AbortSignal, QueuedCall[]]): QueuedCall => {
  const call = queue.pop() as QueuedCall
  limiter.queues.delete(origin)
  if (queue.length > 0) limiter.queues.set(origin, queue)
  limiter.queued--
  return call
}

/**
 * Where the queue is full, a request that has more calls in it than this one would have loses the one that is served
 * last. @returns whether there is room now
 */
const makeRoom = (limiter: Limiter, origin: AbortSignal): boolean => {
  const { queues, queued, options } = limiter
  if (queued < options.queueLimit) return true
  let longest: [AbortSignal, QueuedCall[]] | null = null
  for (const entry of queues) if (longest === null || entry[1].length > longest[1].length) longest = entry
  if (longest === null || longest[1].length <= (queues.get(origin)?.length ?? 0) + 1) return false
  const [call] = longest[1] as [QueuedCall]
  removeCall(limiter, longest[0], call)
  call.refuse()
  return true
}

/** Takes a token when there is one. @returns 0 then, else the milliseconds until the next */
const takeToken = (limiter: Limiter): number => {
  const { perSecond, burst, now } = limiter.options
  const rate = perSecond()
  if (rate <= 0) return 0
  const instant = now()
  limiter.tokens = Math.min(burst, limiter.tokens + ((instant - limiter.refilledAt) * rate) / 1000)
  limiter.refilledAt = instant
  if (limiter.tokens < 1) return Math.ceil(((1 - limiter.tokens) * 1000) / rate)
  limiter.tokens--
  return 0
}

/** Starts calls while there are slots and tokens. */
const pump = (limiter: Limiter): void => {
  for (const next of limiter.queues) {
    if (limiter.inFlight >= limiter.options.concurrency || limiter.timer !== undefined) return
    const waitMs = takeToken(limiter)
    if (waitMs > 0) {
      limiter.timer = setTimeout(() => {
        limiter.timer = undefined
        pump(limiter)
      }, waitMs)
      return
    }
    limiter.inFlight++
    takeNext(limiter, next).start()
  }
}

const acquire = (limiter: Limiter, signal: AbortSignal, release: () => void): Promise<() => void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason)
      return
    }
    const origin = originOf(signal)
    if (!makeRoom(limiter, origin)) {
      reject(tooBusy())
      return
    }
    const abandon = () => {
      removeCall(limiter, origin, call)
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
    addCall(limiter, origin, call)
    pump(limiter)
  })

/**
 * Requests take turns, so that one of a hundred calls holds up no other by more than one call: round-robin fair queuing
 * (Nagle 1987), by the signal of the client's request. Of one request the newest call goes first, which completes a row
 * that was begun before it begins another. One whose signal aborts leaves the queue at once.
 */
export const createCallLimiter = (options: CallLimiterOptions): CallLimiter => {
  const limiter: Limiter = {
    options,
    queues: new Map(),
    queued: 0,
    inFlight: 0,
    tokens: options.burst,
    refilledAt: options.now(),
    timer: undefined,
  }
  const release = () => {
    limiter.inFlight--
    pump(limiter)
  }
  return {
    acquire: (signal) => acquire(limiter, signal, release),
    inFlight: () => limiter.inFlight,
    queued: () => limiter.queued,
  }
}
