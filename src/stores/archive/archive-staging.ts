import { randomUUID } from 'node:crypto'
import type { ArchivedSeries, ArchiveStore, MonthPage, Segment } from '../../archive/ports.ts'
import type { ArchiveDatabase, PageTable, SeriesRow, StagingOwner, Statement } from './archive-database.ts'
import { deleteRows } from './archive-deletes.ts'
import { headerColumns, headerValues, kindWords } from './archive-rows.ts'

/** Another writer of the same source has begun meanwhile; nothing of this one will become valid. */
export class WriterReplacedError extends Error {
  override readonly name = 'WriterReplacedError'
  readonly exitStatus = 1
}

/** Parts of a list, each of at most so many entries and bytes, and of one entry at least. */
const portionsOf = function* <T>(
  entries: readonly T[],
  { rows, bytes }: ArchiveDatabase['portion'],
  bytesOf: (entry: T) => number,
): Generator<readonly T[]> {
  for (let start = 0; start < entries.length; ) {
    let end = start
    let held = 0
    do held += bytesOf(entries[end++] as T)
    while (end < entries.length && end - start < rows && held + bytesOf(entries[end] as T) <= bytes)
    yield entries.slice(start, end)
    start = end
  }
}

/** Takes a source's staging area for a writer, if nobody else has anything in it. */
const claimed = ({ source, writer, sequence }: StagingOwner): Statement => ({
  text: `update price_sources set writer = $2, staged_sequence = $3
    where name = $1 and (writer = $2 or staged_sequence is null) returning id`,
  values: [source, writer, sequence],
})

/** Goes on while the area is this writer's. It locks the row, so a successor waits for the transaction's end. */
const prolonged = ({ source, writer, sequence }: StagingOwner): Statement => ({
  text: 'update price_sources set staged_sequence = $3 where name = $1 and writer = $2 returning id',
  values: [source, writer, sequence],
})

const addKind = ({ source, writer }: StagingOwner, words: string): Statement => ({
  text: `insert into price_kinds (source_id, id, words)
    select id,
      (select coalesce(max(kind.id), 0) + 1 from price_kinds as kind where kind.source_id = price_sources.id), $3
    from price_sources where name = $1 and writer = $2 on conflict (source_id, words) do nothing`,
  values: [source, writer, words],
})

/** Notes that a sequence staged a further version of a series, so that a sweep looks for the former ones. */
const noteMoved = ({ source, writer, sequence }: StagingOwner, products: readonly [number, number]): Statement => ({
  text: `update price_sources set moved_sequence = $3 where name = $1 and writer = $2 and exists (
    select 1 from price_series as staged
    where staged.source_id = price_sources.id and staged.product_id between $4 and $5
      and staged.sequence = $3 and $3 > (
      select min(former.sequence) from price_series as former where former.source_id = staged.source_id
        and former.product_id = staged.product_id and former.sku_id = staged.sku_id))`,
  values: [source, writer, sequence, ...products],
})

/** A chain that begins anew names no hash before it. */
const noHash = '0'.repeat(64)

/** Moves the head after comparing it, only for the writer that staged, or when nobody did. */
const moveHead = `
insert into price_heads (source_id, ${headerColumns})
select id, $3, $4, $5, $6, $7, $8, $9, $10 from price_sources
where name = $1 and (writer = $2 or ($2 = '' and staged_sequence is null))
and (cast($3 as bigint) = 1 or exists (
  select 1 from price_heads where source_id = id and price_heads.sequence + 1 = $3))
on conflict (source_id) do update set ${headerColumns
  .split(', ')
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')}
where price_heads.sequence = excluded.sequence - 1 and excluded.previous_hash in (price_heads.hash, '${noHash}')
returning sequence`

const addSegment = `
insert into price_segments (source_id, ${headerColumns}, content)
select source_id, ${headerColumns}, $3 from price_heads
where hash = $2 and source_id = (select id from price_sources where name = $1)
on conflict (source_id, sequence) do nothing`

const addSource = 'insert into price_sources (name) values ($1) on conflict (name) do nothing'

/** The database, and the name under which this process writes each source until another takes over. */
interface Staging {
  readonly database: ArchiveDatabase
  readonly writers: Map<string, string>
}

const replaced = (source: string) => new WriterReplacedError(`Another process writes the prices of ${source}.`)

/** Takes the staging area of a source, unless this process has it. @throws WriterReplacedError */
const takeStaging = async ({ database, writers }: Staging, source: string, sequence: number): Promise<StagingOwner> => {
  const known = writers.get(source)
  if (known !== undefined) return { source, writer: known, sequence }
  const owner = { source, writer: randomUUID(), sequence }
  const [, rows] = await database.transact([{ text: addSource, values: [source] }, claimed(owner)])
  if (!rows?.length) throw replaced(source)
  writers.set(source, owner.writer)
  return owner
}

/** @throws WriterReplacedError, with nothing written, when another has the area by now */
const write = async (
  { transact, pause }: ArchiveDatabase,
  owner: StagingOwner,
  statements: readonly Statement[],
): Promise<void> => {
  const [rows] = await transact([prolonged(owner), ...statements])
  if (!rows?.length) throw replaced(owner.source)
  await pause()
}

const stagePages = async (
  database: ArchiveDatabase,
  owner: StagingOwner,
  table: PageTable,
  pages: readonly MonthPage[],
) => {
  for (const some of portionsOf(pages, database.portion, ({ content }) => content.length))
    await write(database, owner, database.insertPages(table, owner, some))
}

const readKinds = async ({ read }: ArchiveDatabase, source: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await read<{ id: number; words: string }>(
    'select id, words from price_kinds where source_id = (select id from price_sources where name = $1)',
    [source],
  )
  return new Map(rows.map(({ id, words }) => [words, id]))
}

/** The number of each kind of the series; new kinds are added. */
const numberKinds = async (database: ArchiveDatabase, owner: StagingOwner, series: readonly ArchivedSeries[]) => {
  const known = await readKinds(database, owner.source)
  const missing = [...new Set(series.map(kindWords))].filter((words) => !known.has(words))
  if (missing.length === 0) return known
  for (const some of portionsOf(missing, database.portion, () => 0))
    await write(
      database,
      owner,
      some.map((words) => addKind(owner, words)),
    )
  return readKinds(database, owner.source)
}

const stageSeries = async (database: ArchiveDatabase, owner: StagingOwner, series: readonly ArchivedSeries[]) => {
  if (series.length === 0) return
  const kinds = await numberKinds(database, owner, series)
  const rows = series.map(
    (one): SeriesRow => ({
      productId: one.productId,
      skuId: one.skuId,
      firstObservedAtMs: one.firstObservedAtMs,
      firstRecordedAtMs: one.firstRecordedAtMs,
      kindId: kinds.get(kindWords(one)) as number,
    }),
  )
  const ordered = rows.sort((a, b) => a.productId - b.productId || a.skuId - b.skuId)
  for (const some of portionsOf(ordered, database.portion, () => 0)) {
    const products = [some[0]?.productId as number, some.at(-1)?.productId as number] as const
    const moved = owner.sequence === 1 ? [] : [noteMoved(owner, products)]
    await write(database, owner, [...database.insertSeries(owner, some), ...moved])
  }
}

/** Takes the staging area from whoever has it, and deletes what lies there. */
const discardStaged = async ({ database, writers }: Staging, source: string): Promise<void> => {
  const writer = randomUUID()
  const takeOver = 'update price_sources set writer = $2 where name = $1 returning staged_sequence'
  const [rows] = await database.transact([{ text: takeOver, values: [source, writer] }])
  const [found] = rows as readonly { staged_sequence: number | null }[]
  // A source that was purged is begun anew.
  if (found === undefined) writers.delete(source)
  else writers.set(source, writer)
  const stagedSequence = found?.staged_sequence ?? null
  if (stagedSequence === null) return
  const [head] = await database.read<{ sequence: number }>(
    'select sequence from price_heads where source_id = (select id from price_sources where name = $1)',
    [source],
  )
  const above = head?.sequence ?? 0
  // A rebuild stages rows of the head itself, which stay.
  if (stagedSequence > above)
    await deleteRows({ database, source, writer }, ['price_pages', 'product_pages', 'price_series'], { above })
  const free = 'update price_sources set staged_sequence = null where name = $1 and writer = $2'
  await database.transact([{ text: free, values: [source, writer] }])
}

const commit = async ({ database, writers }: Staging, segment: Segment): Promise<boolean> => {
  const { source, hash } = segment
  const [, , moved] = await database.transact([
    { text: addSource, values: [source] },
    // The row's lock puts writers in order; each later statement has an effect only if the head moved.
    { text: 'update price_sources set writer = writer where name = $1', values: [source] },
    { text: moveHead, values: [source, writers.get(source) ?? '', ...headerValues(segment)] },
    { text: addSegment, values: [source, hash, segment.content] },
    {
      text: `update price_sources set staged_sequence = null
        where name = $1 and exists (select 1 from price_heads where source_id = id and hash = $2)`,
      values: [source, hash],
    },
  ])
  return moved !== undefined && moved.length > 0
}

/** The writing side of the archive: staged rows lie above the head, where no reader looks, until `commit` moves it. */
export const createArchiveStaging = (
  database: ArchiveDatabase,
): Pick<ArchiveStore, 'stage' | 'discardStaged' | 'commit'> => {
  const staging: Staging = { database, writers: new Map() }
  return {
    stage: async (source, sequence, { months, products, series }) => {
      const owner = await takeStaging(staging, source, sequence)
      await stagePages(database, owner, 'price_pages', months)
      const productPages = products.map(({ page, content }) => ({ month: '', page, content }))
      await stagePages(database, owner, 'product_pages', productPages)
      await stageSeries(database, owner, series)
    },
    discardStaged: (source) => discardStaged(staging, source),
    commit: (segment) => commit(staging, segment),
  }
}
