import type { ArchivedSku, SegmentHeader } from '../../archive/ports.ts'

/** All of a segment but its content, as it stands in `price_segments` and `price_heads`. */
export const headerColumns =
  'sequence, observed_at_ms, recorded_at_ms, is_complete, base_sequence, observation_count, previous_hash, hash'

export interface HeaderRow {
  readonly sequence: number
  readonly observed_at_ms: number
  readonly recorded_at_ms: number
  readonly is_complete: number
  readonly base_sequence: number | null
  readonly observation_count: number
  readonly previous_hash: string
  readonly hash: string
}

export const headerOf = (source: string, row: HeaderRow): SegmentHeader => ({
  source,
  sequence: row.sequence,
  observedAtMs: row.observed_at_ms,
  recordedAtMs: row.recorded_at_ms,
  isComplete: row.is_complete === 1,
  baseSequence: row.base_sequence,
  observationCount: row.observation_count,
  previousHash: row.previous_hash,
  hash: row.hash,
})

/** Values in the order of `headerColumns`. */
export const headerValues = (header: SegmentHeader): readonly (string | number | null)[] => [
  header.sequence,
  header.observedAtMs,
  header.recordedAtMs,
  header.isComplete ? 1 : 0,
  header.baseSequence,
  header.observationCount,
  header.previousHash,
  header.hash,
]

export type Kind = Pick<ArchivedSku, 'condition' | 'variant' | 'language'>

/** As JSON, which keeps every text apart, also those that a database refuses. */
export const kindWords = ({ condition, variant, language }: Kind): string =>
  JSON.stringify([condition, variant, language])

export const kindOf = (words: string): Kind => {
  const [condition, variant, language] = JSON.parse(words) as [string | null, string | null, string | null]
  return { condition, variant, language }
}
