import { hashOf, withoutContent } from './chain.ts'
import { ArchiveDamagedError } from './damage.ts'
import { decodeSegment } from './format/decode-segment.ts'
import type { SeriesTable, WordTable } from './format/series-table.ts'
import { createWordTable } from './format/series-table.ts'
import { monthOf } from './months.ts'
import type { ArchiveStore, Segment, SegmentHeader } from './ports.ts'

/** Tables of segments, put together from the log. */
export interface TableLoader {
  readonly words: WordTable
  /** The table that a segment says; the same object until another is asked for. @throws ArchiveDamagedError */
  readonly load: (header: SegmentHeader) => Promise<SeriesTable>
  /** Takes over a table that was made otherwise, so that the next segment finds its base here. */
  readonly keep: (hash: string, table: SeriesTable) => void
}

/** @throws ArchiveDamagedError when the segment is missing, or is not as it was written */
export const readSegment = async (
  store: Pick<ArchiveStore, 'segment'>,
  source: string,
  sequence: number,
): Promise<Segment> => {
  const segment = await store.segment(source, sequence)
  if (segment === null) throw new ArchiveDamagedError(`Segment ${sequence} is missing.`)
  if (hashOf(withoutContent(segment), segment.content) !== segment.hash)
    throw new ArchiveDamagedError(`Segment ${sequence} is not as it was written.`)
  return segment
}

export const createTableLoader = (store: ArchiveStore): TableLoader => {
  const words = createWordTable()
  let kept: { readonly hash: string; readonly table: SeriesTable } | null = null

  /** The segment and those that it follows from, the last first, down to one that stands by itself or is kept. */
  const chainOf = async ({ source, sequence, hash }: SegmentHeader): Promise<readonly Segment[]> => {
    let next = await readSegment(store, source, sequence)
    if (next.hash !== hash) throw new ArchiveDamagedError(`Segment ${sequence} is another than before.`)
    const chain = [next]
    while (next.baseSequence !== null && next.hash !== kept?.hash) {
      const base = await readSegment(store, source, next.baseSequence)
      if (
        base.sequence >= next.sequence ||
        !base.isComplete ||
        monthOf(base.observedAtMs) !== monthOf(next.observedAtMs)
      )
        throw new ArchiveDamagedError(`Segment ${next.sequence} names a base that cannot be one.`)
      chain.push(base)
      next = base
    }
    return chain
  }

  return {
    words,
    load: async (header) => {
      if (kept?.hash === header.hash) return kept.table
      const chain = [...(await chainOf(header))].reverse()
      let table: SeriesTable | null = null
      let spare: SeriesTable | null = null
      for (const { hash, content, observationCount, baseSequence } of chain) {
        if (hash === kept?.hash) table = kept.table
        else {
          const base: SeriesTable | null = baseSequence === null ? null : table
          const decoded: SeriesTable = decodeSegment(content, base, observationCount, words, spare).table
          spare = base === kept?.table ? null : base
          table = decoded
        }
      }
      kept = { hash: header.hash, table: table as SeriesTable }
      return kept.table
    },
    keep: (hash, table) => {
      kept = { hash, table }
    },
  }
}
