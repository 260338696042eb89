import { isDeepStrictEqual } from 'node:util'
import { createWordTable } from './format/series-table.ts'
import { type ArchivedSeries, type ArchiveStore, goneAtMs, type SegmentHeader } from './ports.ts'
import { replayMonth } from './replay.ts'
import { byMonth, createReplayedSeries } from './replayed-index.ts'
import { createTableLoader } from './tables.ts'
import { standingSegments } from './withdrawals.ts'

interface SeriesRequest {
  readonly store: ArchiveStore
  readonly source: string
  /** All segments of the log, in order. */
  readonly headers: readonly SegmentHeader[]
  /** Those that stand no more. */
  readonly withdrawn: readonly SegmentHeader[]
  readonly upTo: number
  readonly onProgress?: (segmentsDone: number, segmentsTotal: number) => void
}

const productsAtOnce = 2_000

/** The series as they are kept of products in order, in portions. */
async function* keptSeries(
  { store, source, upTo }: SeriesRequest,
  productIds: readonly number[],
): AsyncGenerator<readonly ArchivedSeries[]> {
  for (let start = 0; start < productIds.length; start += productsAtOnce) {
    const some = productIds.slice(start, start + productsAtOnce)
    const wanted = new Set(some)
    const series = await store.series(source, some[0] as number, some.at(-1) as number, upTo, true)
    yield series.filter(({ productId }) => wanted.has(productId))
  }
}

/** Products of the withdrawn segments, in order. */
const productsOf = async ({ store, withdrawn }: SeriesRequest): Promise<readonly number[]> => {
  const loader = createTableLoader(store)
  const products = new Set<number>()
  for (const header of withdrawn) {
    const { productIds, count } = await loader.load(header)
    for (let row = 0; row < count; row++) products.add(productIds[row] as number)
  }
  return [...products].sort((a, b) => a - b)
}

/** The series as they follow from what still stands. */
const replayed = async ({ store, headers, withdrawn, onProgress = () => {} }: SeriesRequest) => {
  const gone = new Set(withdrawn.map(({ sequence }) => sequence))
  const words = createWordTable()
  const standing = standingSegments(headers).map(({ sequence }) => sequence)
  const series = createReplayedSeries(words, new Set(standing.filter((sequence) => !gone.has(sequence))))
  let done = 0
  for (const [, segments] of byMonth(headers))
    for await (const segment of replayMonth(segments, { store, words })) {
      series.add(segment)
      onProgress(++done, headers.length)
    }
  return series
}

/** Series that a withdrawal changes: those first learnt or first observed by what it takes back. */
export const seriesWithout = async function* (request: SeriesRequest): AsyncGenerator<ArchivedSeries> {
  const { headers, withdrawn } = request
  const gone = new Set(withdrawn.map(({ sequence }) => sequence))
  const learnt = new Set(withdrawn.map(({ recordedAtMs }) => recordedAtMs))
  const [{ observedAtMs, sequence: first }] = withdrawn as [SegmentHeader]
  const isLearntHere = ({ firstRecordedAtMs }: ArchivedSeries): boolean => learnt.has(firstRecordedAtMs)

  const productIds = await productsOf(request)
  const others = standingSegments(headers).filter(({ sequence }) => !gone.has(sequence))
  // What was recorded last, and at a time of its own, is where its series were first learnt and all that lists them.
  const isLast = others.every(({ sequence, recordedAtMs }) => sequence < first && !learnt.has(recordedAtMs))
  const isNewest = others.every((other) => other.isComplete && other.observedAtMs < observedAtMs)
  if (isLast && isNewest && withdrawn.every(({ isComplete }) => isComplete)) {
    for await (const series of keptSeries(request, productIds))
      for (const one of series) if (isLearntHere(one)) yield { ...one, firstRecordedAtMs: goneAtMs }
    return
  }
  const rest = await replayed(request)
  for await (const series of keptSeries(request, productIds)) {
    for (const one of series) {
      if (one.firstRecordedAtMs === goneAtMs) continue
      const now = rest.allOfProduct(one.productId).find(({ skuId }) => skuId === one.skuId)
      if (now !== undefined && !isDeepStrictEqual(now, one)) yield now
    }
  }
}
