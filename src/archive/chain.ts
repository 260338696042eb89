import { createHash } from 'node:crypto'
import type { Segment, SegmentHeader } from './ports.ts'

/** What the first segment of a log names as the hash before it. */
export const noHash = '0'.repeat(64)

/**
 * SHA-256 of a segment, over every field besides the hash itself, the hash before it, and the content; in hexadecimal.
 * The fields stand as one JSON array, which no other fields can give, and end with a line feed, which none holds.
 */
export const hashOf = (header: Omit<SegmentHeader, 'hash'>, content: Uint8Array): string => {
  const { source, sequence, observedAtMs, recordedAtMs, isComplete, baseSequence, observationCount, previousHash } =
    header
  const fields = [
    'price-archive/1',
    source,
    sequence,
    observedAtMs,
    recordedAtMs,
    isComplete,
    baseSequence,
    observationCount,
  ]
  return createHash('sha256')
    .update(`${JSON.stringify([...fields, previousHash])}\n`)
    .update(content)
    .digest('hex')
}

export const withoutContent = ({ content: _, ...header }: Segment): SegmentHeader => header

/** Whether a log begins with this segment: the first there ever was, or one with which only the newest day was kept. */
export const beginsLog = ({ previousHash }: SegmentHeader): boolean => previousHash === noHash

/** Headers from the last beginning of their log on: what lies before is about to be forgotten. */
export const sinceBeginning = (headers: readonly SegmentHeader[]): readonly SegmentHeader[] =>
  headers.slice(Math.max(headers.findLastIndex(beginsLog), 0))
