import { openMonthPage, type PageBuilder } from './format/append-section.ts'
import { createPageChanges, pageChangesOf } from './format/page-changes.ts'
import type { SeriesTable, SkuWords, WordTable } from './format/series-table.ts'
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

const isGone = ({ firstRecordedAtMs }: Pick<SeriesEntry, 'firstRecordedAtMs'>): boolean =>
  firstRecordedAtMs === goneAtMs

/** Entries one after the other, as one thread hands them to another: objects would take ten times as long. */
export interface SeriesColumns {
  /** Product id, SKU id, sequence, number of `words`, first observed, first recorded. */
  readonly entries: Float64Array
  readonly words: readonly SkuWords[]
}

const columnCount = 6

/**
 * All series that were ever observed, as they follow from the segments, which may come month by month.
 * @param standing sequences of the segments that were not withdrawn
 */
export const createReplayedSeries = (words: WordTable, standing: ReadonlySet<number>) => {
  const products = new Map<number, SeriesEntry[]>()

  /**
   * Of two that stand, or two that are gone, the first by sequence counts; in whatever order they come. Most are known,
   * so that nothing is made of them.
   */
  const addEntry = (
    productId: number,
    skuId: number,
    sequence: number,
    wordNumber: number,
    firstObservedAtMs: number,
    firstRecordedAtMs: number,
  ): void => {
    const entries = products.get(productId)
    const known = entries?.find((entry) => entry.skuId === skuId)
    if (known === undefined) {
      const entry = { skuId, sequence, wordNumber, firstObservedAtMs, firstRecordedAtMs }
      if (entries === undefined) products.set(productId, [entry])
      else entries.push(entry)
      return
    }
    const wasGone = isGone(known)
    const isOther = wasGone !== (firstRecordedAtMs === goneAtMs)
    if (isOther && !wasGone) return
    if (isOther || sequence < known.sequence) Object.assign(known, { sequence, wordNumber, firstRecordedAtMs })
    if (isOther || firstObservedAtMs < known.firstObservedAtMs) known.firstObservedAtMs = firstObservedAtMs
  }

  const addRow = (table: SeriesTable, row: number, { sequence, observedAtMs, recordedAtMs }: IndexedSegment): void =>
    addEntry(
      table.productIds[row] as number,
      table.skuIds[row] as number,
      sequence,
      table.wordNumbers[row] as number,
      observedAtMs - (table.ages?.[row] ?? 0),
      standing.has(sequence) ? recordedAtMs : goneAtMs,
    )

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
      for (const entries of products.values()) for (const entry of entries) if (!isGone(entry)) count += 1
      return count
    },
    columns: (): SeriesColumns => {
      let count = 0
      for (const { length } of products.values()) count += length
      const entries = new Float64Array(count * columnCount)
      let at = 0
      for (const [productId, ofProduct] of products)
        for (const { skuId, sequence, wordNumber, firstObservedAtMs, firstRecordedAtMs } of ofProduct) {
          entries.set([productId, skuId, sequence, wordNumber, firstObservedAtMs, firstRecordedAtMs], at)
          at += columnCount
        }
      return { entries, words: words.all }
    },
    addColumns: ({ entries, words: theirs }: SeriesColumns): void => {
      const numbers = theirs.map((one) => words.numberOf(one))
      for (let start = 0; start < entries.length; start += columnCount) {
        const at = (column: number): number => entries[start + column] as number
        addEntry(at(0), at(1), at(2), numbers[at(3)] as number, at(4), at(5))
      }
    },
    productIds: (): readonly number[] => [...products.keys()].sort((a, b) => a - b),
    allOfProduct,
    ofProduct: (productId: number): readonly ArchivedSeries[] => allOfProduct(productId).filter((one) => !isGone(one)),
  }
}

/** Headers by month of their observations, in order of month and sequence. */
export const byMonth = <T extends { readonly observedAtMs: number }>(
  headers: readonly T[],
): readonly (readonly [string, readonly T[]])[] =>
  [...Map.groupBy(headers, ({ observedAtMs }) => monthOf(observedAtMs))].sort(([a], [b]) => (a < b ? -1 : 1))
