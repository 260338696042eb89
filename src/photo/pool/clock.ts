import { setTimeout as delay } from 'node:timers/promises'

/** Steady time and timers, as a dependency so that tests set them. */
export interface Clock {
  /** Milliseconds that never go back. */
  readonly nowMs: () => number
  /** Calls back once. @returns cancels the call */
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  /** Waits without keeping the process alive. */
  readonly sleep: (delayMs: number) => Promise<void>
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  setTimer: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
  sleep: (delayMs) => delay(delayMs, undefined, { ref: false }),
}
