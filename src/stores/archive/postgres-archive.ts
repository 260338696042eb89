import { type Connections, openConnections } from '../postgres-database.ts'
import { type ArchiveDatabase, replaceSeries, type Statement } from './archive-database.ts'

/** Longer than calls of accounts may take: a segment has megabytes, and nobody waits for it. */
const limits = { connectMs: 5_000, statementMs: 20_000, lockMs: 10_000, idleInTransactionMs: 20_000 } as const

/** The pool that the archive reads and writes by. */
export const openArchiveConnections = (url: string): Connections =>
  openConnections(url, { max: 3, connectionTimeoutMillis: limits.connectMs, query_timeout: limits.statementMs })

const begin = `begin; set local statement_timeout = ${limits.statementMs}; set local lock_timeout = ${limits.lockMs};
set local idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}`

/**
 * A column of each table whose new type, the same as before, has PostgreSQL write the table anew with the rows that are
 * there. `vacuum (full)` would keep deleted ones as long as any transaction of the database, such as a dump, may still
 * see them.
 */
const rewrittenColumns: ReadonlyMap<string, { readonly name: string; readonly type: string }> = new Map(
  Object.entries({
    price_sources: { name: 'moved_sequence', type: 'bigint' },
    market_sync: { name: 'lease_ms', type: 'bigint' },
  }),
)

const portion = { rows: 10_000, bytes: 2_097_152 } as const

/** Runs statements in one transaction. @returns the rows of each */
const transact = async (connections: Connections, statements: readonly Statement[]) => {
  const connection = await connections.connect()
  try {
    await connection.query(begin)
    const results: (readonly unknown[])[] = []
    for (const { text, values } of statements) results.push((await connection.query(text, values)).rows)
    await connection.query('commit')
    return results
  } catch (error) {
    await connection.query('rollback').catch(() => {})
    throw error
  } finally {
    connection.release()
  }
}

/** One value for all contents: an array of them would be sent as text, twice as long. */
const insertPages: ArchiveDatabase['insertPages'] = (table, { source, writer, sequence }, pages) => {
  let end = 1
  const starts = pages.map(({ content }) => {
    const start = end
    end += content.length
    return start
  })
  return [
    {
      text: `insert into ${table} (source_id, month, page, sequence, content)
        select id, row.month, row.page, $3, substring($4::bytea from row.start for row.length)
        from price_sources, unnest($5::text[], $6::bigint[], $7::integer[], $8::integer[])
          as row (month, page, start, length)
        where name = $1 and writer = $2
        on conflict (source_id, month, page, sequence) do update set content = excluded.content`,
      values: [
        source,
        writer,
        sequence,
        Buffer.concat(pages.map(({ content }) => content)),
        pages.map(({ month }) => month),
        pages.map(({ page }) => page),
        starts,
        pages.map(({ content }) => content.length),
      ],
    },
  ]
}

const insertSeries: ArchiveDatabase['insertSeries'] = ({ source, writer, sequence }, rows) => [
  {
    text: `insert into price_series
        (source_id, product_id, sku_id, sequence, kind_id, first_observed_at_ms, first_recorded_at_ms)
      select id, row.product_id, row.sku_id, $3, row.kind_id, row.first_observed_at_ms, row.first_recorded_at_ms
      from price_sources, unnest($4::bigint[], $5::bigint[], $6::integer[], $7::bigint[], $8::bigint[])
        as row (product_id, sku_id, kind_id, first_observed_at_ms, first_recorded_at_ms)
      where name = $1 and writer = $2 ${replaceSeries}`,
    values: [
      source,
      writer,
      sequence,
      rows.map(({ productId }) => productId),
      rows.map(({ skuId }) => skuId),
      rows.map(({ kindId }) => kindId),
      rows.map(({ firstObservedAtMs }) => firstObservedAtMs),
      rows.map(({ firstRecordedAtMs }) => firstRecordedAtMs),
    ],
  },
]

/** The archive in PostgreSQL. Rewriting its tables has no time limit, hence a connection of its own, to `url`. */
export const postgresArchive = (connections: Connections, url: string): ArchiveDatabase => ({
  read: (text, values) => connections.query(text, values) as never,
  transact: (statements) => transact(connections, statements),
  portion,
  pause: async () => {},
  insertPages,
  insertSeries,

  // Its own vacuum comes within minutes, too late when a year is brought in at once. Whatever keeps this one from it,
  // that one will do.
  reclaim: async (tables) => {
    await connections.query(`vacuum (skip_locked, truncate false) ${tables.join(', ')}`, []).catch(() => {})
  },

  vacuum: async (tables) => {
    const alone = openConnections(url, { max: 1, query_timeout: undefined })
    try {
      for (const table of tables) {
        const { name, type } = rewrittenColumns.get(table) ?? { name: 'source_id', type: 'integer' }
        await alone.query(`alter table ${table} alter column ${name} type ${type} using ${name} + 0`, [])
      }
    } finally {
      await alone.end()
    }
  },

  bytesOf: async (table) => {
    const [row] = await connections.query<{ bytes: number }>('select pg_total_relation_size($1::regclass) as bytes', [
      table,
    ])
    return row?.bytes ?? 0
  },

  nowMs: 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint',
})
