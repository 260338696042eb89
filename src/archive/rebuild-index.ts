import { sinceBeginning } from './chain.ts'
import { createWordTable } from './format/series-table.ts'
import { withMonthThreads } from './month-threads.ts'
import type { ArchivedSeries, ArchiveStore, Segment, SegmentHeader } from './ports.ts'
import { byMonth, createReplayedSeries } from './replayed-index.ts'
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
  const log = byMonth(headers)
  const readMonth = async (ofMonth: readonly SegmentHeader[]): Promise<readonly Segment[]> => {
    const segments: Segment[] = []
    for (const { sequence } of ofMonth) segments.push(await readSegment(store, source, sequence))
    return segments
  }
  // Before anything is touched: without a sound log there is nothing to build from.
  for (const [, ofMonth] of log) await readMonth(ofMonth)
  if (fromScratch) await store.dropIndex(source)
  const stager = createStager(store, source, head.sequence)
  const standing = new Set(standingSegments(headers).map(({ sequence }) => sequence))
  const series = createReplayedSeries(createWordTable(), standing)
  const waiting = log.values()
  let done = 0
  const size = {
    months: log.length,
    observations: headers.reduce((most, { observationCount }) => Math.max(most, observationCount), 0),
  }
  await withMonthThreads(size, standing, async (thread) => {
    // Each thread takes the next month when it has done one, so that as many months as threads are in memory.
    for (const [month, ofMonth] of waiting) {
      await stager.months(await thread.buildPages(month, await readMonth(ofMonth)))
      done += ofMonth.length
      onProgress(done, headers.length)
    }
    series.addColumns(await thread.series())
  })
  const rows = function* (): Generator<ArchivedSeries> {
    for (const productId of series.productIds()) yield* series.allOfProduct(productId)
  }
  await stager.series(rows())
}
