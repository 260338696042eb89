import type { PageTable } from './archive-database.ts'
import { type OwnedSource, ownedSourceId, type PageKey, productRanges, runsOf } from './archive-portions.ts'

/** Rows whose sequence lies between the two, neither included. */
interface Deletion extends OwnedSource {
  readonly above: number
  readonly below: number
}

const lowestSequence = async (
  table: string,
  { database, source, writer, above, below }: Deletion,
): Promise<number | null> => {
  const [row] = await database.read<{ sequence: number | null }>(
    `select min(sequence) as sequence from ${table}
    where source_id = ${ownedSourceId} and sequence > $3 and sequence < $4`,
    [source, writer, above, below],
  )
  return row?.sequence ?? null
}

const deletePages = async (table: PageTable, deletion: Deletion): Promise<void> => {
  const { database, source, writer } = deletion
  const { read, transact, portion, pause } = database
  for (;;) {
    const sequence = await lowestSequence(table, deletion)
    if (sequence === null) return
    const keys = await read<PageKey>(
      `select month, page from ${table} where source_id = ${ownedSourceId} and sequence = $3
      order by month, page limit ${portion.rows}`,
      [source, writer, sequence],
    )
    await transact(
      runsOf(keys).map(({ month, first, last }) => ({
        text: `delete from ${table}
          where source_id = ${ownedSourceId} and month = $3 and page between $4 and $5 and sequence = $6`,
        values: [source, writer, month, first, last, sequence],
      })),
    )
    await pause()
  }
}

const deleteSegments = async (deletion: Deletion): Promise<void> => {
  const { database, source, writer } = deletion
  for (;;) {
    // One at a time: each may hold megabytes.
    const sequence = await lowestSequence('price_segments', deletion)
    if (sequence === null) return
    const text = `delete from price_segments where source_id = ${ownedSourceId} and sequence = $3`
    await database.transact([{ text, values: [source, writer, sequence] }])
    await database.pause()
  }
}

const deleteSeries = async (deletion: Deletion): Promise<void> => {
  const { database, source, writer, above, below } = deletion
  for await (const [first, last] of productRanges(deletion)) {
    const text = `delete from price_series
      where source_id = ${ownedSourceId} and product_id between $3 and $4 and sequence > $5 and sequence < $6`
    await database.transact([{ text, values: [source, writer, first, last, above, below] }])
    await database.pause()
  }
}

type VersionedTable = PageTable | 'price_series' | 'price_segments'

/** Deletes what a source has in tables, in small transactions; without bounds all of it. */
export const deleteRows = async (
  owned: OwnedSource,
  tables: readonly VersionedTable[],
  { above = 0, below = Number.MAX_SAFE_INTEGER }: { readonly above?: number; readonly below?: number } = {},
): Promise<void> => {
  const deletion = { ...owned, above, below }
  for (const table of tables) {
    if (table === 'price_series') await deleteSeries(deletion)
    else if (table === 'price_segments') await deleteSegments(deletion)
    else await deletePages(table, deletion)
  }
}
