import { dayText, utcDay } from '../time/utc-day.ts'
import type { ArchiveStore, SegmentHeader } from './ports.ts'
import { isWithdrawal, standingSegments } from './withdrawals.ts'

export interface SourceStatus {
  readonly source: string
  /** UTC days with a segment. */
  readonly days: number
  /** Those that stand. */
  readonly segments: number
  /** Withdrawals; what they took back is left in the log and counts nowhere. */
  readonly withdrawals: number
  readonly firstObservedAt: string
  readonly lastObservedAt: string
  readonly firstRecordedAt: string
  readonly lastRecordedAt: string
  readonly observations: number
  /** SKUs that were ever observed. */
  readonly series: number
  readonly bytes: { readonly log: number; readonly index: number; readonly products: number }
  /** Ranges of UTC days without a segment between the first and the last, both ends included. */
  readonly gaps: readonly { readonly from: string; readonly to: string }[]
}

const isoOf = (atMs: number): string => new Date(atMs).toISOString()

/** Ranges of days that are missing between the first and the last of days in order. */
export const gapsBetween = (days: readonly number[]): SourceStatus['gaps'] =>
  days.flatMap((day, at) => {
    const before = days[at - 1] ?? day - 1
    return day - before > 1 ? [{ from: dayText(before + 1), to: dayText(day - 1) }] : []
  })

const maxProductId = 2 ** 31 - 1

/** @returns `null` when nothing is kept of the source, or all of it was withdrawn */
export const readSourceStatus = async (store: ArchiveStore, source: string): Promise<SourceStatus | null> => {
  const all = await store.headers(source)
  const headers = standingSegments(all)
  const [first, last, newest] = [headers[0], headers.at(-1), all.at(-1)]
  if (first === undefined || last === undefined || newest === undefined) return null
  const times = headers.map(({ observedAtMs }: SegmentHeader) => observedAtMs).sort((a, b) => a - b)
  const days = [...new Set(times.map(utcDay))]
  return {
    source,
    days: days.length,
    segments: headers.length,
    withdrawals: all.filter(isWithdrawal).length,
    firstObservedAt: isoOf(times[0] as number),
    lastObservedAt: isoOf(times.at(-1) as number),
    firstRecordedAt: isoOf(first.recordedAtMs),
    lastRecordedAt: isoOf(last.recordedAtMs),
    observations: headers.reduce((sum, { observationCount }) => sum + observationCount, 0),
    series: (await store.series(source, 0, maxProductId, newest.sequence)).length,
    bytes: await store.size(source),
    gaps: gapsBetween(days),
  }
}
