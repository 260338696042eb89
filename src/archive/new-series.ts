import type { SeriesTable, WordTable } from './format/series-table.ts'
import type { ArchivedSeries, ArchiveStore, SegmentHeader } from './ports.ts'

/** Product ids that lie closer together are looked up at once. */
const gapProducts = 16
const maxRangeRows = 4_096

/** Runs of rows whose products stand close together. */
const rangesOf = function* (table: SeriesTable, rows: Uint32Array): Generator<Uint32Array> {
  const productAt = (index: number): number => table.productIds[rows[index] as number] as number
  for (let start = 0; start < rows.length; ) {
    let end = start + 1
    while (
      end < rows.length &&
      productAt(end) - productAt(end - 1) <= gapProducts &&
      (end - start < maxRangeRows || productAt(end) === productAt(end - 1))
    )
      end += 1
    yield rows.subarray(start, end)
    start = end
  }
}

const keyOf = (productId: number, skuId: number): string => `${productId} ${skuId}`

/**
 * Of some rows of a segment the series that were never observed before, and those whose first observation this one is
 * now. Words stay as they were first learnt.
 * @param upTo the newest sequence that is there; 0 for none
 */
export const newSeries = async function* (
  store: ArchiveStore,
  { source, observedAtMs, recordedAtMs }: Pick<SegmentHeader, 'source' | 'observedAtMs' | 'recordedAtMs'>,
  table: SeriesTable,
  rows: Uint32Array,
  words: WordTable,
  upTo: number,
): AsyncGenerator<ArchivedSeries> {
  for (const range of rangesOf(table, rows)) {
    const first = table.productIds[range[0] as number] as number
    const last = table.productIds[range.at(-1) as number] as number
    const known = new Map<string, ArchivedSeries>()
    if (upTo > 0)
      for (const series of await store.series(source, first, last, upTo))
        known.set(keyOf(series.productId, series.skuId), series)
    for (const row of range) {
      const productId = table.productIds[row] as number
      const skuId = table.skuIds[row] as number
      const firstObservedAtMs = observedAtMs - (table.ages?.[row] ?? 0)
      const before = known.get(keyOf(productId, skuId))
      if (before === undefined)
        yield {
          productId,
          skuId,
          ...words.at(table.wordNumbers[row] as number),
          firstObservedAtMs,
          firstRecordedAtMs: recordedAtMs,
        }
      else if (firstObservedAtMs < before.firstObservedAtMs) yield { ...before, firstObservedAtMs }
    }
  }
}
