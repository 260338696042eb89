import { sinceBeginning } from './chain.ts'
import { createWordTable } from './format/series-table.ts'
import type { ArchivedSeries, ArchiveStore, MonthPage, SegmentHeader } from './ports.ts'
import { replayMonth } from './replay.ts'
import { byMonth, createReplayedPages, createReplayedSeries } from './replayed-index.ts'
import { createStager } from './staging.ts'
import { readSegment } from './tables.ts'
import { standingSegments } from './withdrawals.ts'

export interface RebuildOptions {
  /** Removes the index first, with rows that the log does not know; readers find no prices until it is done. */
  readonly fromScratch?: boolean
  readonly onProgress?: (segmentsDone: number, segmentsTotal: number) => void
}

/**
 * Writes the index anew from the log. Rows take the place of those that are there one by one, so that readers need not
 * wait. The caller is the only writer.
 * @throws ArchiveDamagedError when a segment is damaged; the index is then as it was
 */
export const rebuildIndex = async (
  store: ArchiveStore,
  source: string,
  options: RebuildOptions = {},
): Promise<void> => {
  const { fromScratch = false, onProgress = () => {} } = options
  const head = await store.head(source)
  if (head === null) return
  await store.discardStaged(source)
  const headers = sinceBeginning(await store.headers(source)).filter(({ sequence }) => sequence <= head.sequence)
  // Before anything is touched: without a sound log there is nothing to build from.
  for (const { sequence } of headers) await readSegment(store, source, sequence)
  if (fromScratch) await store.dropIndex(source)
  const stager = createStager(store, source, head.sequence)
  const words = createWordTable()
  const standing = new Set(standingSegments(headers).map(({ sequence }) => sequence))
  const series = createReplayedSeries(words, standing)
  let done = 0
  for (const [month, segments] of byMonth(headers)) {
    const { pages, add } = createReplayedPages(month)
    for await (const segment of replayMonth(segments, { store, words })) {
      add(segment)
      series.add(segment)
      done += 1
      onProgress(done, headers.length)
    }
    const last = segments.at(-1) as SegmentHeader
    const packed = async function* (): AsyncGenerator<MonthPage> {
      for (const [page, builder] of [...pages].sort(([a], [b]) => a - b))
        yield { month, page, content: builder.pack(last) }
    }
    await stager.months(packed())
  }
  const rows = async function* (): AsyncGenerator<ArchivedSeries> {
    for (const productId of series.productIds()) yield* series.allOfProduct(productId)
  }
  await stager.series(rows())
}
