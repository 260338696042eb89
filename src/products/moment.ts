import type { PastMoment } from '../contract/moment.ts'

/** How long after an instant the last segment of before may still appear to a process: writers on other machines, other clocks. */
const settledAfterMs = 10 * 60_000

/** Whether nothing that is recorded from now on can belong to a moment. */
export const isSettled = ({ asOfMs, knownAtMs }: PastMoment, nowMs: number): boolean =>
  asOfMs < nowMs && knownAtMs !== null && knownAtMs <= nowMs - settledAfterMs
