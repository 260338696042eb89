import type { ArchiveStore } from '../../archive/ports.ts'
import type { ArchiveDatabase } from './archive-database.ts'
import { deleteRows } from './archive-deletes.ts'
import { createArchiveReads, sourceId } from './archive-reads.ts'
import { createArchiveStaging } from './archive-staging.ts'
import { sweepRows } from './archive-sweep.ts'

const indexTables = ['price_pages', 'price_series'] as const

/** Tables that are emptied in portions. */
const largeTables = ['price_segments', 'price_pages', 'product_pages', 'price_series'] as const

/** Other tables that hold a source by its number. */
const smallTables = ['price_heads', 'price_kinds'] as const

const allTables = [...largeTables, ...smallTables, 'price_sources', 'market_sync'] as const

/** The price archive in a database of either engine. */
export const createArchiveStore = (database: ArchiveDatabase): ArchiveStore => {
  const { read, transact } = database

  /** Whoever writes it. */
  const ofSource = (source: string) => ({ database, source, writer: '' })

  /** What a source takes of a table: by its rows, where several sources lie in one. */
  const shareOf = async (source: string, table: (typeof allTables)[number]): Promise<number> => {
    const [rows] = await read<{ own: number; total: number }>(
      `select sum(case when source_id = ${sourceId} then 1 else 0 end) as own, count(*) as total from ${table}`,
      [source],
    )
    return rows?.own ? ((await database.bytesOf(table)) * Number(rows.own)) / Number(rows.total) : 0
  }

  return {
    ...createArchiveReads(database),
    ...createArchiveStaging(database),
    forget: async (source, beforeSequence) => {
      const tables = ['price_segments', ...indexTables] as const
      await deleteRows(ofSource(source), tables, { below: beforeSequence })
      await database.reclaim(tables)
    },
    sweep: (source, beforeMs) => sweepRows(database, source, beforeMs),
    sweptSequence: async (source) => {
      const text = 'select swept_sequence from price_sources where name = $1'
      const [row] = await read<{ swept_sequence: number }>(text, [source])
      return row?.swept_sequence ?? 0
    },

    dropIndex: async (source) => {
      await deleteRows(ofSource(source), indexTables)
      await transact([
        { text: 'update price_sources set swept_sequence = 0, moved_sequence = 0 where name = $1', values: [source] },
      ])
    },

    purge: async (source) => {
      // From here on nobody finds it; the rest goes in portions. Cut off anywhere, a further purge goes on.
      await transact([
        { text: `delete from price_heads where source_id = ${sourceId}`, values: [source] },
        { text: 'update price_sources set writer = null where name = $1', values: [source] },
      ])
      await deleteRows(ofSource(source), largeTables)
      await transact([
        ...smallTables.map((table) => ({
          text: `delete from ${table} where source_id = ${sourceId}`,
          values: [source],
        })),
        { text: 'delete from price_sources where name = $1', values: [source] },
        { text: 'delete from market_sync where source = $1', values: [source] },
      ])
      await database.vacuum(allTables)
    },

    size: async (source) => {
      const [log, pages, series, products] = [
        await shareOf(source, 'price_segments'),
        await shareOf(source, 'price_pages'),
        await shareOf(source, 'price_series'),
        await shareOf(source, 'product_pages'),
      ]
      return { log: Math.round(log), index: Math.round(pages + series), products: Math.round(products) }
    },
  }
}
