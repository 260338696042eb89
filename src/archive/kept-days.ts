import { dayMs } from '../time/units.ts'
import { utcDay, utcDayText } from '../time/utc-day.ts'
import { gapsBetween, type SourceStatus } from './archive-status.ts'
import type { ArchiveStore } from './ports.ts'

/** Which days are kept of a source, found without reading what is kept. */
export interface KeptDays {
  readonly source: string
  readonly firstDay: string
  readonly lastDay: string
  readonly lastObservedAt: string
  /** Ranges of days without an observation, of the newest year at most. */
  readonly gaps: SourceStatus['gaps']
}

/** Days of which the missing ones are told. */
export const gapDays = 366

/** Looks up the newest segment of each day: a day may have thousands. @returns `null` when nothing is kept */
export const readKeptDays = async (store: ArchiveStore, source: string): Promise<KeptDays | null> => {
  const head = await store.head(source)
  const firstMs = await store.firstObservedAtMs(source)
  if (head === null || firstMs === null) return null
  const newestBy = (asOfMs: number | null) => store.newest(source, head.sequence, { asOfMs, knownAtMs: null })
  const newest = await newestBy(null)
  if (newest === null) return null
  const days: number[] = []
  const dayBefore = utcDay(newest.observedAtMs) - gapDays
  for (let at: typeof newest | null = newest; at !== null; ) {
    const day = utcDay(at.observedAtMs)
    // What is missing before the first day of these is told from their beginning.
    days.unshift(Math.max(day, dayBefore))
    if (day <= dayBefore) break
    at = await newestBy(day * dayMs - 1)
  }
  return {
    source,
    firstDay: utcDayText(firstMs),
    lastDay: utcDayText(newest.observedAtMs),
    lastObservedAt: new Date(newest.observedAtMs).toISOString(),
    gaps: gapsBetween(days),
  }
}
