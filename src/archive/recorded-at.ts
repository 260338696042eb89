import { dayMs } from '../time/units.ts'
import type { SegmentHeader } from './ports.ts'
import { standingSegments } from './withdrawals.ts'

/** Two clocks that differ by more cannot both be right. */
export const maxClockDifferenceMs = dayMs

/** The clock shows another time than what was recorded before: one of them is wrong, and nothing was recorded. */
export class WrongClockError extends Error {
  override readonly name = 'WrongClockError'
  readonly exitStatus = 1
}

const isoOf = (atMs: number): string => new Date(atMs).toISOString()

/** Whether an instant lies further ahead than clocks differ, so that a clock that was wrong gave it. */
export const isAhead = (atMs: number, nowMs: number): boolean => atMs - nowMs > maxClockDifferenceMs

/** Why the clock and the newest segment cannot both be right; `null` when they can. */
export const clockConflict = (head: SegmentHeader | null, nowMs: number): string | null =>
  head !== null && isAhead(head.recordedAtMs, nowMs)
    ? `The clock shows ${isoOf(nowMs)}, but the newest prices of ${head.source} were recorded at ` +
      `${isoOf(head.recordedAtMs)}. If the clock is wrong, set it; if it is right, withdraw what a wrong clock ` +
      `recorded: archive withdraw ${isoOf(head.observedAtMs)}`
    : null

/** When the next segment is recorded: never before the newest one, unless a wrong clock stamped that. */
export const nextRecordedAtMs = (head: SegmentHeader | null, nowMs: number): number =>
  head === null || isAhead(head.recordedAtMs, nowMs) ? nowMs : Math.max(nowMs, head.recordedAtMs)

/** A segment that bears a time to come. */
export interface MisdatedSegment extends Pick<SegmentHeader, 'sequence' | 'observedAtMs' | 'recordedAtMs'> {
  /** A sentence for an operator. */
  readonly what: string
}

/** Segments that stand and bear a time to come, by the source's clock or by ours. */
export const misdatedSegments = (headers: readonly SegmentHeader[], nowMs: number): readonly MisdatedSegment[] =>
  standingSegments(headers).flatMap(({ sequence, observedAtMs, recordedAtMs }) => {
    const build = isoOf(observedAtMs)
    const what = isAhead(observedAtMs, nowMs)
      ? `The build of ${build} bears a time to come`
      : `The build of ${build} is said to be recorded at ${isoOf(recordedAtMs)}, which is to come`
    return isAhead(Math.max(observedAtMs, recordedAtMs), nowMs)
      ? [{ sequence, observedAtMs, recordedAtMs, what: `${what}: archive withdraw ${build} takes it back.` }]
      : []
  })
