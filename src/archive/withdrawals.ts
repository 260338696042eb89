import type { SegmentHeader } from './ports.ts'

/**
 * Whether a segment takes back all that was recorded of its time before it. A partial segment has no base, so one that
 * names a segment is none: it names the newest that it withdraws.
 */
export const isWithdrawal = ({ isComplete, baseSequence }: Pick<SegmentHeader, 'isComplete' | 'baseSequence'>) =>
  !isComplete && baseSequence !== null

/** Of entries in order of sequence those that stand: no withdrawals, and of no time that was withdrawn after them. */
export const standingOf = <T extends Pick<SegmentHeader, 'observedAtMs' | 'sequence'>>(
  entries: readonly T[],
  withdraws: (entry: T) => boolean,
): readonly T[] => {
  const withdrawn = new Map<number, number>()
  for (const entry of entries) if (withdraws(entry)) withdrawn.set(entry.observedAtMs, entry.sequence)
  if (withdrawn.size === 0) return entries
  return entries.filter(({ observedAtMs, sequence }) => sequence > (withdrawn.get(observedAtMs) ?? 0))
}

/** Segments that stand. Those of one time are all given or none. */
export const standingSegments = <T extends SegmentHeader>(headers: readonly T[]): readonly T[] =>
  standingOf(headers, isWithdrawal)
