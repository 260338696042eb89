import { maxClockDifferenceMs } from '../../../archive/recorded-at.ts'

/** A clock that is asked beside the one by which a sync records, in milliseconds since the epoch. */
export interface WitnessClock {
  /** Such as `this machine's clock`. */
  readonly name: string
  /** `null` where it showed nothing. */
  readonly nowMs: number | null
}

/**
 * Which clocks differ too much to be believed; `null` when all agree. Neither is believed alone: a clock ahead would
 * spoil `recordedAt` for good, one of the mirror's its stamps.
 */
export const clockDisagreement = (nowMs: number, witnesses: readonly WitnessClock[]): string | null => {
  const others = witnesses.filter((one) => one.nowMs !== null && Math.abs(one.nowMs - nowMs) > maxClockDifferenceMs)
  if (others.length === 0) return null
  const shown = others.map((one) => `${one.name} ${new Date(one.nowMs as number).toISOString()}`).join(' and ')
  return (
    `The clock of this service shows ${new Date(nowMs).toISOString()}, but ${shown}. They differ by more than a day, ` +
    'so one is wrong, and nothing was taken over. Set the clock that is wrong; when the one of this service is ' +
    'right, market sync --accept-clock goes on by it'
  )
}
