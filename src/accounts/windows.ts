import { minuteMs } from '../time/units.ts'
/** The UTC minute and month that an instant lies in: the windows that allowances are counted in. */
export interface Windows {
  /** Id of the minute, such as `2026-11-21T09:30`. */
  readonly minute: string
  /** Start of the next minute, in milliseconds since the epoch. */
  readonly minuteEndsMs: number
  /** Id of the month, such as `2026-11`. */
  readonly month: string
  /** Start of the next month, in milliseconds since the epoch. */
  readonly monthEndsMs: number
}

/** The windows of an instant given in milliseconds since the epoch. */
export const windowsAt = (ms: number): Windows => {
  const minuteStartsMs = Math.floor(ms / minuteMs) * minuteMs
  const minute = new Date(minuteStartsMs)
  const iso = minute.toISOString()
  return {
    minute: iso.slice(0, -8),
    minuteEndsMs: minuteStartsMs + minuteMs,
    month: iso.slice(0, -17),
    monthEndsMs: Date.UTC(minute.getUTCFullYear(), minute.getUTCMonth() + 1),
  }
}

/** Whole seconds from an instant to a boundary, at least 1: what `Retry-After` says. */
export const secondsUntil = (boundaryMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((boundaryMs - nowMs) / 1000))
