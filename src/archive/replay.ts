import { ArchiveDamagedError } from './damage.ts'
import { compareTables } from './format/compare-tables.ts'
import { decodeSegment } from './format/decode-segment.ts'
import { emptySeriesTable, type SeriesTable, type WordTable } from './format/series-table.ts'
import type { IndexedSegment } from './month-pages.ts'
import type { ArchiveStore, SegmentHeader } from './ports.ts'
import { readSegment } from './tables.ts'
import { isWithdrawal } from './withdrawals.ts'

export interface ReplayOptions {
  readonly store: Pick<ArchiveStore, 'segment'>
  readonly words: WordTable
  /** Called for each segment that is damaged or follows one; without it the first is thrown. */
  readonly onDamage?: (header: SegmentHeader, error: ArchiveDamagedError) => void
}

/** A base that was kept for those that follow it. */
interface KeptTable {
  readonly table: SeriesTable
  /** How many of the segments to come name it. */
  uses: number
}

const usesOf = (headers: readonly SegmentHeader[]): ReadonlyMap<number, number> => {
  const uses = new Map<number, number>()
  for (const header of headers) {
    const { baseSequence } = header
    if (baseSequence !== null && !isWithdrawal(header)) uses.set(baseSequence, (uses.get(baseSequence) ?? 0) + 1)
  }
  return uses
}

/** What a withdrawal says of prices. */
const nothing = {
  base: emptySeriesTable,
  table: emptySeriesTable,
  changes: compareTables(emptySeriesTable, emptySeriesTable),
} as const

/**
 * Goes through the segments of one month in order of sequence, and says of each what it says. A table is dropped with
 * the last segment that follows it.
 */
export const replayMonth = async function* (
  headers: readonly SegmentHeader[],
  { store, words, onDamage }: ReplayOptions,
): AsyncGenerator<IndexedSegment> {
  const uses = usesOf(headers)
  const kept = new Map<number, KeptTable>()
  let spare: SeriesTable | null = null

  /** @throws ArchiveDamagedError when this segment could not have withdrawn what it names */
  const checkWithdrawal = async ({ source, sequence, baseSequence, observedAtMs }: SegmentHeader): Promise<void> => {
    const { content } = await readSegment(store, source, sequence)
    const withdrawn = headers.find((header) => header.sequence === baseSequence)
    if (content.length > 0 || withdrawn?.observedAtMs !== observedAtMs || withdrawn.sequence > sequence)
      throw new ArchiveDamagedError(`Segment ${sequence} withdraws a segment that is not of its time.`)
  }

  const decode = async (header: SegmentHeader) => {
    const { source, sequence, baseSequence, observationCount, hash, isComplete } = header
    const segment = await readSegment(store, source, sequence)
    if (segment.hash !== hash) throw new ArchiveDamagedError(`Segment ${sequence} is another than before.`)
    const base = baseSequence === null ? null : (kept.get(baseSequence)?.table ?? null)
    if (base === null && baseSequence !== null)
      throw new ArchiveDamagedError(`Segment ${sequence} follows segment ${baseSequence}, which cannot be read.`)
    const decoded = decodeSegment(segment.content, base, observationCount, words, spare)
    if (isComplete !== (decoded.table.ages === null))
      throw new ArchiveDamagedError(`Segment ${sequence} is of another kind than it says.`)
    return { base, decoded }
  }

  for (const header of headers) {
    const { sequence, baseSequence } = header
    try {
      if (isWithdrawal(header)) {
        await checkWithdrawal(header)
        yield { ...header, ...nothing }
        continue
      }
      const { base, decoded } = await decode(header)
      if (decoded.table.productIds === spare?.productIds) spare = null
      if (uses.has(sequence)) kept.set(sequence, { table: decoded.table, uses: uses.get(sequence) as number })
      yield { ...header, base: base ?? emptySeriesTable, table: decoded.table, changes: decoded.changes }
    } catch (error) {
      if (!(error instanceof ArchiveDamagedError) || onDamage === undefined) throw error
      onDamage(header, error)
    }
    const base = baseSequence === null ? undefined : kept.get(baseSequence)
    if (base === undefined || baseSequence === null) continue
    base.uses -= 1
    if (base.uses > 0) continue
    kept.delete(baseSequence)
    spare = base.table
  }
}
