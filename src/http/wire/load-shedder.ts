/**
 * Decides when a call begins, so that more calls than the processor can serve neither slow each other down nor hide
 * that the process lives.
 */
export interface LoadShedder<T> {
  /** Begins the call, at once or later, or refuses it. `inFlight` is how many calls are under way or waiting. */
  readonly admit: (call: T, inFlight: number) => void
  /** Calls that wait to begin or to be refused. */
  readonly waiting: () => number
}

export interface LoadShedderOptions<T> {
  readonly begin: (call: T) => void
  readonly refuse: (call: T) => void
  /** How many calls may be under way or waiting at once; more would take too much memory, whatever they wait for. */
  readonly maxInFlight: number
  /** A steady clock in milliseconds. */
  readonly now: () => number
}

/** Longest iteration of the event loop, in milliseconds: a probe of health waits for one or two of them. */
const iterationMs = 30
/** Longest refusing in an iteration: clients that call again at once must leave the processor to served ones. */
const refusingMs = 8
/** Calls that begin in one iteration: at first, and whatever its length. */
const callsPerIteration = { first: 128, min: 32, max: 2_048 } as const
/** How long a call may be expected to wait before it is refused. */
const maxWaitMs = 250
/** A queue that empties within this time was a burst, of which nothing is refused. */
const burstMs = 1_000
/** After a refusal it takes so long without another until a long queue is called a burst again. */
const calmMs = 5_000
/**
 * Creates a load shedder. As many calls begin in one iteration of the event loop as it can finish in its time, which is
 * measured; the rest wait in their order. A call that would wait too long is refused, unless the queue is a burst: only
 * one that has stood for a second is overload (as in CoDel). Below capacity nothing waits.
 */
export const createLoadShedder = <T>({ begin, refuse, maxInFlight, now }: LoadShedderOptions<T>): LoadShedder<T> => {
  const queue = new Set<T>()
  const refused = new Set<T>()
  let callsAtOnce: number = callsPerIteration.first
  /** Calls that began on arrival in this iteration. */
  let begun = 0
  let isScheduled = false
  /** When the last iteration had refused what it could, if it left calls in the queue; else `null`. */
  let busyAtMs: number | null = null
  /** When the queue was empty last. */
  let emptyAtMs = 0
  let refusedAtMs = Number.NEGATIVE_INFINITY

  const isOverloaded = (): boolean => {
    if (queue.size < (callsAtOnce * maxWaitMs) / iterationMs) return false
    const nowMs = now()
    if (nowMs - emptyAtMs < burstMs && nowMs - refusedAtMs > calmMs) return false
    refusedAtMs = nowMs
    return true
  }

  /** Half a step towards the number of calls that would have taken the time of one iteration. */
  const adapt = (tookMs: number) => {
    const step = Math.sqrt(Math.min(2, Math.max(0.25, iterationMs / tookMs)))
    callsAtOnce = Math.min(callsPerIteration.max, Math.max(callsPerIteration.min, callsAtOnce * step))
  }

  const refuseSome = () => {
    const untilMs = now() + refusingMs
    for (const call of refused) {
      if (now() > untilMs) return
      refused.delete(call)
      refuse(call)
    }
  }

  const onIteration = () => {
    isScheduled = false
    if (busyAtMs !== null) adapt(now() - busyAtMs)
    refuseSome()
    const startedMs = now()
    let left = callsAtOnce - begun
    begun = 0
    for (const call of queue) {
      if (left-- < 1) break
      queue.delete(call)
      begin(call)
    }
    busyAtMs = queue.size > 0 ? startedMs : null
    if (queue.size > 0 || refused.size > 0) schedule()
  }

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    // The check phase comes after every socket that was ready has been read.
    setImmediate(onIteration)
  }

  return {
    admit: (call, inFlight) => {
      schedule()
      if (inFlight >= maxInFlight || isOverloaded()) refused.add(call)
      else if (queue.size === 0 && begun < callsAtOnce) {
        begun++
        begin(call)
      } else {
        if (queue.size === 0) emptyAtMs = now()
        queue.add(call)
      }
    },
    waiting: () => queue.size + refused.size,
  }
}
