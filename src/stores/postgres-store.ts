import { type Kysely, sql } from 'kysely'
import { tryFor } from '../concurrency/try-for.ts'
import { ServiceError } from '../contract/errors.ts'
import { hourMs } from '../time/units.ts'
import { openArchiveConnections, postgresArchive } from './archive/postgres-archive.ts'
import { migratePostgres } from './migrate.ts'
import { openConnections, postgresQueries, untimedQueries } from './postgres-database.ts'
import { createPostgresUnitCounter } from './postgres-unit-counter.ts'
import { observeReadiness } from './readiness.ts'
import { createSqlAccounts } from './sql-accounts.ts'
import type { StatementRows } from './sql-request-counts.ts'
import { type AccessStore, minutesKeptMs, UnsupportedBackupError, UnusableDatabaseError } from './store.ts'
import { createStoreClock } from './store-clock.ts'
import { createStoreParts } from './store-parts.ts'
import type { Tables } from './tables.ts'

/** Connections of one process: a batch of counters and refunds beside it; the rest reads accounts and keys. */
const connectionsFor = { units: 2, queries: 4 } as const

/** Any number, as long as all processes use the same. */
const pruningLock = 7_301_994_102

/**
 * Rows of request counts in one statement: a whole batch. Each statement is a way there and back; and its triggers run
 * when it has all its rows, so that nobody who holds the sums of a month waits for a day.
 */
const countRows: StatementRows = (left) => Math.min(left, 200)

const pruningBatch = 20_000

/** Whoever starts may wait longer for the server than a call. */
const maxOpenMs = 10_000

const migrated = async (url: string, onWait: (reason: string) => void): Promise<readonly string[]> => {
  const queries = untimedQueries(
    openConnections(url, { max: 1, query_timeout: undefined, connectionTimeoutMillis: maxOpenMs }),
  )
  try {
    return await migratePostgres(queries, { onWait })
  } finally {
    await queries.destroy()
  }
}

/**
 * Refuses a database that was emptied beneath its schema: every key would be unknown, as if it had never been issued.
 * One that was dropped and made anew cannot be told from a new one.
 */
const refuseEmptied = async (queries: Kysely<Tables>): Promise<void> => {
  const { rows } = await sql<{ is_emptied: boolean }>`
    select not exists (select from access_epoch)
      or (not exists (select from accounts) and exists (
        select from usage_windows where account_id <> '' and not exists (
          select from audit_trail
          where audit_trail.account_id = usage_windows.account_id and action = 'account.deleted'
        ))) as is_emptied`.execute(queries)
  if (rows[0]?.is_emptied)
    throw new UnusableDatabaseError(
      'The PostgreSQL database has lost its accounts though other tables tell of them; ' +
        'restore a dump (pg_restore), or drop its schema to begin anew.',
    )
}

const isAway = (error: unknown): boolean => error instanceof ServiceError && error.code === 'access_store_unavailable'

export interface PostgresStoreOptions {
  readonly url: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Told, as a sentence, whom a change of the schema waits for. */
  readonly onMigrationWait?: (reason: string) => void
}

/**
 * Opens the access store in PostgreSQL and brings its schema up to date.
 * @throws ServiceError `access_store_unavailable` when the database is unavailable
 * @throws UnusableDatabaseError when its schema is newer than this program, or its accounts are lost
 */
export const openPostgresStore = async ({
  url,
  now,
  onMigrationWait = () => {},
}: PostgresStoreOptions): Promise<AccessStore> => {
  const ranNow = await migrated(url, onMigrationWait)
  const forUnits = openConnections(url, { max: connectionsFor.units })
  const forQueries = openConnections(url, { max: connectionsFor.queries })
  const forArchive = openArchiveConnections(url)
  const queries = postgresQueries(forQueries)
  const clock = createStoreClock(now)
  const counter = createPostgresUnitCounter({ connections: forUnits, clock })

  /** Deletes expired minutes, a batch at a time and in one process at a time. */
  const prune = async () => {
    const oldest = new Date(clock.read() - minutesKeptMs).toISOString().slice(0, 16)
    const deleteBatch = () =>
      queries.transaction().execute(async (trx) => {
        const { numAffectedRows } = await sql`
          delete from usage_windows where ctid = any (array(
            select ctid from usage_windows
            where length("window") > 7 and "window" < ${oldest} limit ${sql.lit(pruningBatch)}
          )) and pg_try_advisory_xact_lock(${sql.lit(pruningLock)})`.execute(trx)
        return Number(numAffectedRows ?? 0)
      })
    while ((await deleteBatch()) === pruningBatch);
  }
  // After an outage the next hour will do.
  const pruning = setInterval(() => void prune().catch(() => {}), hourMs).unref()

  const close = async () => {
    clearInterval(pruning)
    await Promise.all([forUnits.end(), forArchive.end(), queries.destroy()])
  }
  try {
    await tryFor(maxOpenMs, () => refuseEmptied(queries), isAway)
    // Sets the clock.
    await tryFor(maxOpenMs, () => counter.read(''), isAway)
  } catch (error) {
    await close()
    throw error
  }
  return {
    accounts: {
      ...createSqlAccounts({ db: queries, epochColumn: 'accounts.epoch' }),
      readUsage: counter.read,
    },
    ...observeReadiness(counter),
    ...createStoreParts(postgresArchive(forArchive, url), queries, countRows),
    migrated: ranNow,
    now: clock.read,
    sizeBytes: async () => {
      const { rows } = await sql<{ bytes: number }>`
        select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint as bytes from pg_class
        where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(queries)
      return rows[0]?.bytes ?? 0
    },
    check: async () => {
      await queries.selectFrom('access_epoch').select('epoch').executeTakeFirstOrThrow()
      return ['ok']
    },
    backup: async () => {
      throw new UnsupportedBackupError(
        'A PostgreSQL database is backed up with its own tools, also while serving: ' +
          'pg_dump --format=custom --file=FILE "$DATABASE_URL".',
      )
    },
    close,
  }
}
