import type { LoopBudget } from './limits.ts'

/** So long after a charged call others are taken to pay; else nobody is kept waiting, so the budget is all the time. */
const payingMs = 1_000

/** A token bucket of loop time, in milliseconds of a steady clock. */
export interface TokenBucket {
  /** Fills the bucket up to now. @returns whole milliseconds until something may be drawn */
  readonly untilFilled: () => number
  /** Draws what was used; what is negative is given back. */
  readonly draw: (ms: number) => void
  /** Tells that a charged call came: from now on the bucket fills slowly. */
  readonly noteCharged: () => void
}

export const createTokenBucket = ({ share, burstMs }: LoopBudget, now: () => number): TokenBucket => {
  let filledMs = burstMs
  let atMs = now()
  let chargedAtMs = Number.NEGATIVE_INFINITY
  return {
    untilFilled: () => {
      const nowMs = now()
      const rate = nowMs - chargedAtMs < payingMs ? share : 1
      filledMs = Math.min(burstMs, filledMs + (nowMs - atMs) * rate)
      atMs = nowMs
      return Math.max(0, Math.ceil(-filledMs / rate))
    },
    draw: (ms) => {
      filledMs -= ms
    },
    noteCharged: () => {
      chargedAtMs = now()
    },
  }
}
