import type { ArchiveDatabase, PageTable } from './archive-database.ts'
import { type OwnedSource, ownedSourceId, type PageKey, productRanges, runsOf } from './archive-portions.ts'

/*
 * Versions are compared with a single value, not with `exists`: of that a planner without statistics would make a join
 * that reads a whole day for each page.
 */

/** Deletes the versions that the pages of one sequence replaced. @returns how many pages it has */
const sweepPages = async (
  { database, source, writer }: OwnedSource,
  table: PageTable,
  sequence: number,
): Promise<number> => {
  const { read, transact, portion, pause } = database
  let count = 0
  for (let from: PageKey = { month: '', page: -1 }; ; ) {
    const keys = await read<PageKey>(
      `select month, page from ${table}
      where source_id = ${ownedSourceId} and sequence = $3 and (month, page) > ($4, $5)
      order by month, page limit ${portion.rows}`,
      [source, writer, sequence, from.month, from.page],
    )
    if (keys.length === 0) return count
    count += keys.length
    await transact(
      runsOf(keys).map(({ month, first, last }) => ({
        text: `delete from ${table}
          where source_id = ${ownedSourceId} and month = $3 and page between $4 and $5 and sequence < (
          select max(newer.sequence) from ${table} as newer where newer.source_id = ${table}.source_id
            and newer.month = ${table}.month and newer.page = ${table}.page and newer.sequence <= $6)`,
        values: [source, writer, month, first, last, sequence],
      })),
    )
    from = keys.at(-1) as PageKey
    await pause()
  }
}

const sweepSeries = async (owned: OwnedSource, upTo: number): Promise<void> => {
  const { database, source, writer } = owned
  for await (const [first, last] of productRanges(owned)) {
    const text = `delete from price_series
      where source_id = ${ownedSourceId} and product_id between $3 and $4 and sequence < (
      select max(newer.sequence) from price_series as newer where newer.source_id = price_series.source_id
        and newer.product_id = price_series.product_id and newer.sku_id = price_series.sku_id and newer.sequence <= $5)`
    await database.transact([{ text, values: [source, writer, first, last, upTo] }])
    await database.pause()
  }
}

const pageTables = ['price_pages', 'product_pages'] as const

/** Fewer wait for more. */
const pagesWorthReclaiming = 500

interface SweepState {
  readonly swept_sequence: number
  readonly moved_sequence: number
  /** The newest segment recorded before the instant. */
  readonly up_to: number | null
}

/** Deletes versions replaced by a segment recorded before an instant; earlier sweeps' rows are not read again. */
export const sweepRows = async (database: ArchiveDatabase, source: string, beforeMs: number): Promise<void> => {
  const [state] = await database.read<SweepState>(
    `select swept_sequence, moved_sequence, (
      select max(sequence) from price_segments where source_id = id and recorded_at_ms < $2) as up_to
    from price_sources where name = $1`,
    [source, beforeMs],
  )
  if (state === undefined || state.up_to === null || state.up_to <= state.swept_sequence) return
  const owned = { database, source, writer: '' }
  let count = 0
  for (let sequence = state.swept_sequence + 1; sequence <= state.up_to; sequence++)
    for (const table of pageTables) count += await sweepPages(owned, table, sequence)
  if (state.moved_sequence > state.swept_sequence) await sweepSeries(owned, state.up_to)
  const text = 'update price_sources set swept_sequence = $2 where name = $1 and swept_sequence < $2'
  await database.transact([{ text, values: [source, state.up_to] }])
  if (count >= pagesWorthReclaiming) await database.reclaim(pageTables)
}
