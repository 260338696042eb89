import type { ArchiveDatabase, PageTable } from './archive-database.ts'

/** Rows whose sequence lies between the two, neither included. */
interface Sequences {
  readonly above?: number
  readonly below?: number
}

const sourceId = '(select id from price_sources where name = $1)'

/** Ranges of product ids that hold a portion of series each, in order. */
const productRanges = async function* (
  { read, portion }: ArchiveDatabase,
  source: string,
): AsyncGenerator<readonly [first: number, last: number]> {
  for (let first = 0; ; ) {
    const [row] = await read<{ product_id: number }>(
      `select product_id from price_series where source_id = ${sourceId} and product_id >= $2
      order by product_id limit 1 offset ${portion.rows}`,
      [source, first],
    )
    if (row === undefined) return yield [first, Number.MAX_SAFE_INTEGER]
    yield [first, row.product_id]
    first = row.product_id + 1
  }
}

interface PageKey {
  readonly month: string
  readonly page: number
}

/** Runs of pages of one month, with the first and last page of each. */
const runsOf = (keys: readonly PageKey[]): readonly { month: string; first: number; last: number }[] => {
  const runs: { month: string; first: number; last: number }[] = []
  for (const { month, page } of keys) {
    const run = runs.at(-1)
    if (run?.month === month) run.last = page
    else runs.push({ month, first: page, last: page })
  }
  return runs
}

const deletePages = async (
  database: ArchiveDatabase,
  source: string,
  table: PageTable,
  { above, below }: Required<Sequences>,
) => {
  const { read, transact, portion, pause } = database
  for (;;) {
    const [next] = await read<{ sequence: number | null }>(
      `select min(sequence) as sequence from ${table} where source_id = ${sourceId} and sequence > $2 and sequence < $3`,
      [source, above, below],
    )
    const sequence = next?.sequence ?? null
    if (sequence === null) return
    const keys = await read<PageKey>(
      `select month, page from ${table} where source_id = ${sourceId} and sequence = $2 order by month, page limit ${portion.rows}`,
      [source, sequence],
    )
    await transact(
      runsOf(keys).map(({ month, first, last }) => ({
        text: `delete from ${table} where source_id = ${sourceId} and month = $2 and page between $3 and $4 and sequence = $5`,
        values: [source, month, first, last, sequence],
      })),
    )
    await pause()
  }
}

const deleteSeries = async (database: ArchiveDatabase, source: string, { above, below }: Required<Sequences>) => {
  for await (const [first, last] of productRanges(database, source)) {
    await database.transact([
      {
        text: `delete from price_series where source_id = ${sourceId} and product_id between $2 and $3 and sequence > $4 and sequence < $5`,
        values: [source, first, last, above, below],
      },
    ])
    await database.pause()
  }
}

const deleteSegments = async (
  { read, transact, pause }: ArchiveDatabase,
  source: string,
  { above, below }: Required<Sequences>,
) => {
  for (;;) {
    // One at a time: each may hold megabytes.
    const [next] = await read<{ sequence: number | null }>(
      `select min(sequence) as sequence from price_segments where source_id = ${sourceId} and sequence > $2 and sequence < $3`,
      [source, above, below],
    )
    const sequence = next?.sequence ?? null
    if (sequence === null) return
    await transact([
      { text: `delete from price_segments where source_id = ${sourceId} and sequence = $2`, values: [source, sequence] },
    ])
    await pause()
  }
}

type VersionedTable = PageTable | 'price_series' | 'price_segments'

/** Deletes what a source has in tables, in small transactions. */
export const deleteRows = async (
  database: ArchiveDatabase,
  source: string,
  tables: readonly VersionedTable[],
  { above = 0, below = Number.MAX_SAFE_INTEGER }: Sequences = {},
): Promise<void> => {
  const sequences = { above, below }
  for (const table of tables) {
    if (table === 'price_series') await deleteSeries(database, source, sequences)
    else if (table === 'price_segments') await deleteSegments(database, source, sequences)
    else await deletePages(database, source, table, sequences)
  }
}

/** Deletes the versions that the pages of one sequence replaced. */
const sweepPages = async (database: ArchiveDatabase, source: string, table: PageTable, sequence: number) => {
  const { read, transact, portion, pause } = database
  for (let last: PageKey = { month: '', page: -1 }; ; ) {
    const keys = await read<PageKey>(
      `select month, page from ${table} where source_id = ${sourceId} and sequence = $2 and (month, page) > ($3, $4)
      order by month, page limit ${portion.rows}`,
      [source, sequence, last.month, last.page],
    )
    if (keys.length === 0) return
    await transact(
      runsOf(keys).map(({ month, first, last }) => ({
        text: `delete from ${table} where source_id = ${sourceId} and month = $2 and page between $3 and $4 and sequence < $5
          and exists (select 1 from ${table} as newer where newer.source_id = ${table}.source_id and newer.month = ${table}.month
            and newer.page = ${table}.page and newer.sequence = $5)`,
        values: [source, month, first, last, sequence],
      })),
    )
    last = keys.at(-1) as PageKey
    await pause()
  }
}

const sweepSeries = async (database: ArchiveDatabase, source: string, upTo: number) => {
  for await (const [first, last] of productRanges(database, source)) {
    await database.transact([
      {
        text: `delete from price_series where source_id = ${sourceId} and product_id between $2 and $3 and exists (
          select 1 from price_series as newer where newer.source_id = price_series.source_id and newer.product_id = price_series.product_id
          and newer.sku_id = price_series.sku_id and newer.sequence > price_series.sequence and newer.sequence <= $4)`,
        values: [source, first, last, upTo],
      },
    ])
    await database.pause()
  }
}

/** Deletes versions that were replaced by a segment recorded before an instant; what earlier sweeps went through is not read again. */
export const sweepRows = async (database: ArchiveDatabase, source: string, beforeMs: number): Promise<void> => {
  const [state] = await database.read<{ swept_sequence: number; moved_sequence: number; up_to: number | null }>(
    `select swept_sequence, moved_sequence, (
      select max(sequence) from price_segments where source_id = id and recorded_at_ms < $2) as up_to
    from price_sources where name = $1`,
    [source, beforeMs],
  )
  if (state === undefined || state.up_to === null || state.up_to <= state.swept_sequence) return
  for (let sequence = state.swept_sequence + 1; sequence <= state.up_to; sequence++)
    for (const table of ['price_pages', 'product_pages'] as const) await sweepPages(database, source, table, sequence)
  if (state.moved_sequence > state.swept_sequence) await sweepSeries(database, source, state.up_to)
  await database.transact([
    {
      text: 'update price_sources set swept_sequence = $2 where name = $1 and swept_sequence < $2',
      values: [source, state.up_to],
    },
  ])
}
