import { monthOf } from './months.ts'
import type { SegmentHeader } from './ports.ts'

/** Every so many segments of a month one is written against the one so many before: a month's last day is then reached over some ten links, not thirty. */
const stride = 6

const byTime = (a: SegmentHeader, b: SegmentHeader): number => a.observedAtMs - b.observedAtMs || a.sequence - b.sequence

/**
 * The segment against which one of that time is written: of those of its month that are complete, the newest not after it, or at every sixth the sixth newest.
 * @param headers of segments recorded before; others of its source may be among them
 * @returns `null` for the first of a month, which stands by itself
 */
export const chooseBase = (headers: readonly SegmentHeader[], observedAtMs: number): SegmentHeader | null => {
  const month = monthOf(observedAtMs)
  const earlier = headers
    .filter((header) => header.isComplete && header.observedAtMs <= observedAtMs && monthOf(header.observedAtMs) === month)
    .sort(byTime)
  return earlier.at(earlier.length % stride === 0 ? -stride : -1) ?? null
}
