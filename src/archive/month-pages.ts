import { openMonthPage } from './format/append-section.ts'
import type { TableChanges } from './format/compare-tables.ts'
import { createPageChanges, pageChangesOf } from './format/page-changes.ts'
import type { SectionHeader } from './format/page-sections.ts'
import { unpackPage } from './format/read-page.ts'
import type { SeriesTable } from './format/series-table.ts'
import { monthOf } from './months.ts'
import type { ArchiveStore, MonthPage } from './ports.ts'

/** A segment as the index takes it: what it says, and against what. */
export interface IndexedSegment extends SectionHeader {
  readonly baseSequence: number | null
  readonly base: SeriesTable
  readonly table: SeriesTable
  readonly changes: TableChanges
}

type ChangedPage = ReturnType<typeof pageChangesOf> extends Generator<infer T> ? T : never

const noChanges = createPageChanges()

/**
 * The pages of a month as they are with one more segment. In a complete one every page gets a section, since it says
 * what is not there; in a partial one those that it touches.
 */
export const extendPages = async function* (
  existing: AsyncIterable<MonthPage>,
  segment: IndexedSegment,
): AsyncGenerator<MonthPage> {
  const month = monthOf(segment.observedAtMs)
  const changes = pageChangesOf(segment.base, segment.table, segment.changes)
  let next = changes.next()

  const extended = (page: number, content: Uint8Array | null, changed: ChangedPage[1]): MonthPage => {
    const builder = openMonthPage(content === null ? null : unpackPage(content), page, month)
    builder.append(segment, segment.baseSequence, changed)
    return { month, page, content: builder.pack(segment) }
  }

  for await (const { page, content } of existing) {
    for (; !next.done && next.value[0] < page; next = changes.next()) yield extended(next.value[0], null, next.value[1])
    if (!next.done && next.value[0] === page) {
      yield extended(page, content, next.value[1])
      next = changes.next()
    } else if (segment.isComplete) yield extended(page, content, noChanges)
  }
  for (; !next.done; next = changes.next()) yield extended(next.value[0], null, next.value[1])
}

/** The pages of a month that a table has a part in. */
export const touchedPages = async function* (
  store: ArchiveStore,
  source: string,
  month: string,
  upTo: number,
  pages: Iterable<number>,
): AsyncGenerator<MonthPage> {
  for (const page of pages) {
    const content = await store.monthPage(source, month, page, upTo)
    if (content !== null) yield { month, page, content }
  }
}
