import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { retryWhileBusy } from '../sqlite-database.ts'
import { storeUnavailable } from '../store-unavailable.ts'
import { type ArchiveDatabase, replaceSeries } from './archive-database.ts'

/** How long reads wait for a lock, which they hardly need, and writes, which can: nobody is kept waiting by them. */
const waitMs = { read: 800, write: 10_000, vacuum: 60_000 } as const

/** Some two milliseconds of the one writer that SQLite has, and as long for others after it. */
const portion = { rows: 1_000, bytes: 262_144 } as const
const pauseMs = 2

const insertPages: ArchiveDatabase['insertPages'] = (table, { source, writer, sequence }, pages) =>
  pages.map(({ month, page, content }) => ({
    text: `insert into ${table} (source_id, month, page, sequence, content)
      select id, $3, $4, $5, $6 from price_sources where name = $1 and writer = $2
      on conflict (source_id, month, page, sequence) do update set content = excluded.content`,
    values: [source, writer, month, page, sequence, content],
  }))

const insertSeries: ArchiveDatabase['insertSeries'] = ({ source, writer, sequence }, rows) =>
  rows.map(({ productId, skuId, kindId, firstObservedAtMs, firstRecordedAtMs }) => ({
    text: `insert into price_series
        (source_id, product_id, sku_id, sequence, kind_id, first_observed_at_ms, first_recorded_at_ms)
      select id, $3, $4, $5, $6, $7, $8 from price_sources where name = $1 and writer = $2 ${replaceSeries}`,
    values: [source, writer, productId, skuId, sequence, kindId, firstObservedAtMs, firstRecordedAtMs],
  }))

/** The archive on a SQLite file, over a connection of its own. `now` is in milliseconds since the epoch. */
export const sqliteArchive = (database: DatabaseSync, now: () => number): ArchiveDatabase => {
  const prepared = new Map<string, StatementSync>()
  const prepare = (text: string): StatementSync => {
    const known = prepared.get(text)
    if (known) return known
    // A parameter by number is `?1` here.
    const statement = database.prepare(text.replaceAll(/\$(?=\d)/g, '?'))
    prepared.set(text, statement)
    return statement
  }
  const run = (text: string, values: readonly unknown[]): readonly unknown[] =>
    prepare(text).all(...(values as SQLInputValue[]))

  database.function('store_now_ms', { deterministic: false }, () => Math.floor(now()))

  const checkpointed = () => database.prepare('pragma wal_checkpoint(truncate)').all()[0]?.busy === 0

  return {
    read: <R>(text: string, values: readonly unknown[]) =>
      retryWhileBusy(waitMs.read, () => run(text, values) as readonly R[]),

    transact: (statements) =>
      retryWhileBusy(waitMs.write, () => {
        run('begin immediate', [])
        try {
          const results = statements.map(({ text, values }) => run(text, values))
          run('commit', [])
          return results
        } catch (error) {
          if (database.isTransaction) run('rollback', [])
          throw error
        }
      }),

    portion,
    pause: () => delay(pauseMs),

    insertPages,
    insertSeries,

    reclaim: async () => {},

    vacuum: async () => {
      await retryWhileBusy(waitMs.vacuum, () => database.exec('pragma secure_delete = on; vacuum'))
      const deadline = performance.now() + waitMs.vacuum
      // Readers of the former state keep it in the log until they are done.
      while (!(await retryWhileBusy(waitMs.vacuum, checkpointed))) {
        if (performance.now() > deadline) throw storeUnavailable(new Error('The write-ahead log is being read.'))
        await delay(10)
      }
    },

    bytesOf: async (table) => {
      const [row] = database
        .prepare(
          'select sum(pgsize) as bytes from dbstat where name in (select name from sqlite_schema where tbl_name = ?)',
        )
        .all(table)
      return Number(row?.bytes ?? 0)
    },

    nowMs: 'store_now_ms()',
  }
}
