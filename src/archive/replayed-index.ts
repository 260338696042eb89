import { openMonthPage, type PageBuilder } from './format/append-section.ts'
import { createPageChanges, pageChangesOf } from './format/page-changes.ts'
import type { SeriesTable, WordTable } from './format/series-table.ts'
import type { IndexedSegment } from './month-pages.ts'
import { monthOf } from './months.ts'
import { type ArchivedSeries, goneAtMs } from './ports.ts'
import { isWithdrawal } from './withdrawals.ts'

const noChanges = createPageChanges()

/** The pages of one month as they follow from its segments. */
export const createReplayedPages = (month: string) => {
  const pages = new Map<number, PageBuilder>()
  return {
    pages,
    add: (segment: IndexedSegment): void => {
      if (isWithdrawal(segment)) {
        for (const builder of pages.values()) builder.withdraw(segment)
        return
      }
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
  /** `goneAtMs` while only withdrawn segments list it. */
  firstRecordedAtMs: number
}

/**
 * All series that were ever observed, as they follow from the segments, which may come month by month.
 * @param standing sequences of the segments that were not withdrawn
 */
export const createReplayedSeries = (words: WordTable, standing: ReadonlySet<number>) => {
  const products = new Map<number, SeriesEntry[]>()

  const addRow = (table: SeriesTable, row: number, { sequence, observedAtMs, recordedAtMs }: IndexedSegment): void => {
    const isStanding = standing.has(sequence)
    const productId = table.productIds[row] as number
    const skuId = table.skuIds[row] as number
    const wordNumber = table.wordNumbers[row] as number
    const firstObservedAtMs = observedAtMs - (table.ages?.[row] ?? 0)
    const entries = products.get(productId)
    const known = entries?.find((entry) => entry.skuId === skuId)
    const firstRecordedAtMs = isStanding ? recordedAtMs : goneAtMs
    const entry = { skuId, sequence, wordNumber, firstObservedAtMs, firstRecordedAtMs }
    if (entries === undefined) products.set(productId, [entry])
    else if (known === undefined) entries.push(entry)
    else if (!isStanding) return
    else if (known.firstRecordedAtMs === goneAtMs) Object.assign(known, entry)
    else {
      known.firstObservedAtMs = Math.min(known.firstObservedAtMs, firstObservedAtMs)
      if (sequence < known.sequence) Object.assign(known, { sequence, wordNumber, firstRecordedAtMs })
    }
  }

  /** Series of a product, those that are gone too. */
  const allOfProduct = (productId: number): readonly ArchivedSeries[] =>
    (products.get(productId) ?? [])
      .toSorted((a, b) => a.skuId - b.skuId)
      .map(({ skuId, wordNumber, firstObservedAtMs, firstRecordedAtMs }) => ({
        productId,
        skuId,
        ...words.at(wordNumber),
        firstObservedAtMs,
        firstRecordedAtMs,
      }))

  return {
    /** A segment's series that its base has were met there, unless that was withdrawn. */
    add: (segment: IndexedSegment): void => {
      const { table, changes, baseSequence } = segment
      if (baseSequence === null || standing.has(baseSequence))
        for (const row of changes.inserted) addRow(table, row, segment)
      else for (let row = 0; row < table.count; row++) addRow(table, row, segment)
    },
    count: () => {
      let count = 0
      for (const entries of products.values())
        for (const { firstRecordedAtMs } of entries) if (firstRecordedAtMs !== goneAtMs) count += 1
      return count
    },
    productIds: (): readonly number[] => [...products.keys()].sort((a, b) => a - b),
    allOfProduct,
    ofProduct: (productId: number): readonly ArchivedSeries[] =>
      allOfProduct(productId).filter(({ firstRecordedAtMs }) => firstRecordedAtMs !== goneAtMs),
  }
}

/** Headers by month of their observations, in order of month and sequence. */
export const byMonth = <T extends { readonly observedAtMs: number }>(
  headers: readonly T[],
): readonly (readonly [string, readonly T[]])[] =>
  [...Map.groupBy(headers, ({ observedAtMs }) => monthOf(observedAtMs))].sort(([a], [b]) => (a < b ? -1 : 1))
