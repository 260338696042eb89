import { observationAt, type SeriesTable, type WordTable } from '../format/series-table.ts'
import type { ArchiveStore, PriceObservation, SegmentHeader } from '../ports.ts'
import { createTableLoader } from '../tables.ts'
import type { ExportedSegment } from './exported-rows.ts'

export function* observationsIn(table: SeriesTable, words: WordTable): Generator<PriceObservation> {
  for (let row = 0; row < table.count; row++) yield observationAt(table, words, row)
}

/** Segments out of the log alone, each put together when it is asked for. @throws ArchiveDamagedError */
export async function* exportSegments(
  store: ArchiveStore,
  headers: readonly SegmentHeader[],
): AsyncGenerator<ExportedSegment> {
  const loader = createTableLoader(store)
  for (const header of headers) yield { header, observations: observationsIn(await loader.load(header), loader.words) }
}
