import { setImmediate } from 'node:timers/promises'
import { type ArchivedSeries, type ArchiveStore, goneAtMs, type MonthPage, type Segment } from '../../archive/ports.ts'
import type { ArchiveDatabase, PageTable } from './archive-database.ts'
import { type HeaderRow, headerColumns, headerOf, type Kind, kindOf } from './archive-rows.ts'

/** The source's number, looked up each time: numbers that were remembered would outlive a purge. */
export const sourceId = '(select id from price_sources where name = $1)'

const pageStatement = (table: PageTable) =>
  `select content from ${table} where source_id = ${sourceId} and month = $2 and page = $3 and sequence <= $4
  order by sequence desc limit 1`

/** Few enough to keep nobody waiting, at some kilobytes each. */
const pagesAtOnce = 128

const pagesStatement = (table: PageTable) =>
  `select page, content from ${table} as found where source_id = ${sourceId} and month = $2 and page > $3
  and sequence = (
    select max(sequence) from ${table} as version
    where version.source_id = found.source_id and version.month = found.month and version.page = found.page
      and version.sequence <= $4)
  order by page limit ${pagesAtOnce}`

const monthsOfPageStatement = (months: number) =>
  `select month, content from price_pages as found
  where source_id = ${sourceId} and page = $2
  and month in (${Array.from({ length: months }, (_, index) => `$${index + 4}`)})
  and sequence = (
    select max(sequence) from price_pages as version
    where version.source_id = found.source_id and version.month = found.month and version.page = found.page
      and version.sequence <= $3)`

/**
 * Steps from month to month along the key: a distinct one would read all pages of all months, and so would the index by
 * sequence, which `+` keeps out.
 */
const monthsStatement = `
with recursive found (month) as (
  select min(month) from price_pages where source_id = ${sourceId}
  union all
  select (select min(month) from price_pages where source_id = ${sourceId} and month > found.month)
  from found where found.month is not null)
select month from found where month is not null and (
  select page from price_pages
  where source_id = ${sourceId} and price_pages.month = found.month and +sequence <= $2 limit 1) is not null
order by month`

const isWithdrawal = '(is_complete = 0 and base_sequence is not null)'

/** Whether a segment stands by what was recorded until `$3` up to the sequence `$4`. */
const stands = `not ${isWithdrawal} and not exists (
  select 1 from price_segments as later
  where later.source_id = found.source_id and later.observed_at_ms = found.observed_at_ms
    and later.sequence > found.sequence and later.is_complete = 0 and later.base_sequence is not null
    and later.recorded_at_ms <= $3 and later.sequence <= $4)`

/** Stepped through from the newest time back; `+` keeps the key by sequence out, which would sort them all. */
const newestStatement = `
select ${headerColumns} from price_segments as found
where source_id = ${sourceId} and observed_at_ms <= $2 and recorded_at_ms <= $3 and +sequence <= $4 and ${stands}
order by observed_at_ms desc, sequence desc limit 1`

const firstTimeStatement = `
select observed_at_ms from price_segments as found
where source_id = ${sourceId} and observed_at_ms >= $2 and recorded_at_ms <= $3 and +sequence <= $4 and ${stands}
order by observed_at_ms limit 1`

const withdrawalsStatement = `
select ${headerColumns} from price_segments
where source_id = ${sourceId} and sequence > $2 and sequence <= $3 and ${isWithdrawal} order by sequence`

const seriesStatement = `
select source_id, product_id, sku_id, kind_id, first_observed_at_ms, first_recorded_at_ms from price_series
where source_id = ${sourceId} and product_id between $2 and $3 and sequence <= $4 order by product_id, sku_id, sequence`

interface SeriesRecord {
  readonly source_id: number
  readonly product_id: number
  readonly sku_id: number
  readonly kind_id: number
  readonly first_observed_at_ms: number
  readonly first_recorded_at_ms: number
}

interface PageRow {
  readonly page: number
  readonly content: Uint8Array
}

type Read = ArchiveDatabase['read']

const createPageRead = (read: Read, table: PageTable) => {
  const statement = pageStatement(table)
  return async (source: string, month: string, number: number, upTo: number) =>
    (await read<PageRow>(statement, [source, month, number, upTo]))[0]?.content ?? null
}

const createPagesRead = (read: Read, table: PageTable) => {
  const statement = pagesStatement(table)
  return async function* (source: string, month: string, upTo: number): AsyncGenerator<MonthPage> {
    for (let last = -1; ; ) {
      const rows = await read<PageRow>(statement, [source, month, last, upTo])
      for (const row of rows) yield { month, page: row.page, content: row.content }
      if (rows.length < pagesAtOnce) return
      last = rows.at(-1)?.page ?? last
      await setImmediate()
    }
  }
}

const kindsStatement = 'select id, words from price_kinds where source_id = $1'

/** Reads the kinds of a source, and remembers them by its number, which no other gets; they are only added. */
const createKinds = (read: Read) => {
  const knownKinds = new Map<number, ReadonlyMap<number, Kind>>()
  return async (id: number, rows: readonly SeriesRecord[]): Promise<ReadonlyMap<number, Kind>> => {
    const known = knownKinds.get(id)
    if (known && rows.every((row) => known.has(row.kind_id))) return known
    const stored = await read<{ id: number; words: string }>(kindsStatement, [id])
    const kinds = new Map(stored.map((row) => [row.id, kindOf(row.words)]))
    knownKinds.set(id, kinds)
    return kinds
  }
}

/** The series in rows; of the versions of one, which stand beside each other, the newest is the last. */
const seriesOf = (rows: readonly SeriesRecord[], kinds: ReadonlyMap<number, Kind>): readonly ArchivedSeries[] =>
  rows
    .filter((row, index) => row.sku_id !== rows[index + 1]?.sku_id || row.product_id !== rows[index + 1]?.product_id)
    .map((row) => ({
      productId: row.product_id,
      skuId: row.sku_id,
      ...(kinds.get(row.kind_id) as Kind),
      firstObservedAtMs: row.first_observed_at_ms,
      firstRecordedAtMs: row.first_recorded_at_ms,
    }))

type Writes =
  | 'stage'
  | 'discardStaged'
  | 'commit'
  | 'forget'
  | 'sweep'
  | 'sweptSequence'
  | 'dropIndex'
  | 'purge'
  | 'size'

/** Reads of the archive; none sees what is above the sequence that it names. */
export const createArchiveReads = ({ read }: ArchiveDatabase): Omit<ArchiveStore, Writes> => {
  const kindsOf = createKinds(read)
  const productPage = createPageRead(read, 'product_pages')
  const productPages = createPagesRead(read, 'product_pages')
  const monthsStatements: string[] = []

  return {
    sources: async () => {
      const rows = await read<{ name: string }>(
        'select name from price_sources where exists (select 1 from price_heads where source_id = id) order by name',
        [],
      )
      return rows.map(({ name }) => name)
    },
    head: async (source) => {
      const [row] = await read<HeaderRow>(`select ${headerColumns} from price_heads where source_id = ${sourceId}`, [
        source,
      ])
      return row ? headerOf(source, row) : null
    },
    headers: async (source, { fromMs = 0, toMs = Number.MAX_SAFE_INTEGER } = {}) => {
      const rows = await read<HeaderRow>(
        `select ${headerColumns} from price_segments
        where source_id = ${sourceId} and observed_at_ms between $2 and $3 order by sequence`,
        [source, fromMs, toMs],
      )
      return rows.map((row) => headerOf(source, row))
    },
    newest: async (source, upTo, { asOfMs, knownAtMs }) => {
      const [asOf, knownAt] = [asOfMs ?? Number.MAX_SAFE_INTEGER, knownAtMs ?? Number.MAX_SAFE_INTEGER]
      const [row] = await read<HeaderRow>(newestStatement, [source, asOf, knownAt, upTo])
      return row ? headerOf(source, row) : null
    },
    withdrawals: async (source, after, upTo) => {
      const rows = await read<HeaderRow>(withdrawalsStatement, [source, after, upTo])
      return rows.map((row) => headerOf(source, row))
    },
    firstObservedAtMs: async (source) => {
      const values = [source, 0, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
      return (await read<Pick<HeaderRow, 'observed_at_ms'>>(firstTimeStatement, values))[0]?.observed_at_ms ?? null
    },
    segment: async (source, sequence) => {
      const [row] = await read<HeaderRow & Pick<Segment, 'content'>>(
        `select ${headerColumns}, content from price_segments where source_id = ${sourceId} and sequence = $2`,
        [source, sequence],
      )
      return row ? { ...headerOf(source, row), content: row.content } : null
    },
    months: async (source, upTo) =>
      (await read<{ month: string }>(monthsStatement, [source, upTo])).map(({ month }) => month),
    monthPage: createPageRead(read, 'price_pages'),
    monthsOfPage: async (source, months, page, upTo) => {
      const statement = monthsStatements[months.length] ?? monthsOfPageStatement(months.length)
      monthsStatements[months.length] = statement
      const rows = await read<Pick<MonthPage, 'month' | 'content'>>(statement, [source, page, upTo, ...months])
      return new Map(rows.map(({ month, content }) => [month, content]))
    },
    monthPages: createPagesRead(read, 'price_pages'),
    series: async (source, firstProductId, lastProductId, upTo, includesGone = false) => {
      const rows = await read<SeriesRecord>(seriesStatement, [source, firstProductId, lastProductId, upTo])
      if (rows.length === 0) return []
      const series = seriesOf(rows, await kindsOf(rows[0]?.source_id as number, rows))
      return includesGone ? series : series.filter(({ firstRecordedAtMs }) => firstRecordedAtMs !== goneAtMs)
    },
    productPage: (source, number, upTo) => productPage(source, '', number, upTo),
    productPages: async function* (source, upTo) {
      for await (const { page, content } of productPages(source, '', upTo)) yield { page, content }
    },
  }
}
