import type { LoopBudget } from './limits.ts'

/** How long after a charged call the bucket fills slowly; later it fills as fast as time passes, so nobody waits. */
const payingMs = 1_000

/** A token bucket of loop time, in milliseconds of a steady clock. */
export const createTokenBucket = ({ share, burstMs }: LoopBudget, now: () => number) => {
  let filledMs = burstMs
  let atMs = now()
  let chargedAtMs = Number.NEGATIVE_INFINITY
  return {
    /** Fills the bucket up to now. @returns whole milliseconds until something may be drawn */
    untilFilled: (): number => {
      const nowMs = now()
      const rate = nowMs - chargedAtMs < payingMs ? share : 1
      filledMs = Math.min(burstMs, filledMs + (nowMs - atMs) * rate)
      atMs = nowMs
      return Math.max(0, Math.ceil(-filledMs / rate))
    },
    /** Draws what was used; a negative amount is given back. */
    draw: (ms: number): void => {
      filledMs -= ms
    },
    /** Notes a charged call: from now on the bucket fills slowly. */
    noteCharged: (): void => {
      chargedAtMs = now()
    },
  }
}
