import { openMonthPage, type PageBuilder } from './format/append-section.ts'
import { createPageChanges, pageChangesOf } from './format/page-changes.ts'
import type { SeriesTable, WordTable } from './format/series-table.ts'
import type { IndexedSegment } from './month-pages.ts'
import { monthOf } from './months.ts'
import type { ArchivedSeries } from './ports.ts'

const noChanges = createPageChanges()

/** The pages of one month as they follow from its segments. */
export const createReplayedPages = (month: string) => {
  const pages = new Map<number, PageBuilder>()
  return {
    pages,
    add: (segment: IndexedSegment): void => {
      const changed = new Set<number>()
      for (const [page, changes] of pageChangesOf(segment.base, segment.table, segment.changes)) {
        const builder = pages.get(page) ?? openMonthPage(null, page, month)
        pages.set(page, builder)
        builder.append(segment, segment.baseSequence, changes)
        changed.add(page)
      }
      if (segment.isComplete)
        for (const [page, builder] of pages)
          if (!changed.has(page)) builder.append(segment, segment.baseSequence, noChanges)
    },
  }
}

interface SeriesEntry {
  readonly skuId: number
  /** Of the segment that is the first by sequence. */
  sequence: number
  wordNumber: number
  firstObservedAtMs: number
  firstRecordedAtMs: number
}

/** All series that were ever observed, as they follow from the segments, which may come month by month. */
export const createReplayedSeries = (words: WordTable) => {
  const products = new Map<number, SeriesEntry[]>()
  let count = 0

  const addRow = (table: SeriesTable, row: number, { sequence, observedAtMs, recordedAtMs }: IndexedSegment): void => {
    const productId = table.productIds[row] as number
    const skuId = table.skuIds[row] as number
    const wordNumber = table.wordNumbers[row] as number
    const firstObservedAtMs = observedAtMs - (table.ages?.[row] ?? 0)
    const entries = products.get(productId)
    const known = entries?.find((entry) => entry.skuId === skuId)
    if (known !== undefined) {
      known.firstObservedAtMs = Math.min(known.firstObservedAtMs, firstObservedAtMs)
      if (sequence < known.sequence) Object.assign(known, { sequence, wordNumber, firstRecordedAtMs: recordedAtMs })
      return
    }
    const entry = { skuId, sequence, wordNumber, firstObservedAtMs, firstRecordedAtMs: recordedAtMs }
    if (entries === undefined) products.set(productId, [entry])
    else entries.push(entry)
    count += 1
  }

  return {
    /** A segment's series that its base has were met there. */
    add: (segment: IndexedSegment): void => {
      for (const row of segment.changes.inserted) addRow(segment.table, row, segment)
    },
    count: () => count,
    productIds: (): readonly number[] => [...products.keys()].sort((a, b) => a - b),
    ofProduct: (productId: number): readonly ArchivedSeries[] =>
      (products.get(productId) ?? [])
        .toSorted((a, b) => a.skuId - b.skuId)
        .map(({ skuId, wordNumber, firstObservedAtMs, firstRecordedAtMs }) => ({
          productId,
          skuId,
          ...words.at(wordNumber),
          firstObservedAtMs,
          firstRecordedAtMs,
        })),
  }
}

/** Headers by month of their observations, in order of month and sequence. */
export const byMonth = <T extends { readonly observedAtMs: number }>(
  headers: readonly T[],
): readonly (readonly [string, readonly T[]])[] =>
  [...Map.groupBy(headers, ({ observedAtMs }) => monthOf(observedAtMs))].sort(([a], [b]) => (a < b ? -1 : 1))
