import { stat } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { ServiceError } from '../contract/errors.ts'
import { createArchiveStore } from './archive/archive-store.ts'
import { sqliteArchive } from './archive/sqlite-archive.ts'
import { createSyncLedger } from './archive/sync-ledger.ts'
import { readCacheSecret } from './cache-secret.ts'
import { migrateSqlite } from './migrate.ts'
import { observeReadiness } from './readiness.ts'
import { createSqlAccounts } from './sql-accounts.ts'
import { createRequestCountStore, type StatementRows } from './sql-request-counts.ts'
import { backupSqlite } from './sqlite-backup.ts'
import { checkpoint } from './sqlite-checkpoint.ts'
import { type Durability, isSqliteDamaged, isSqliteUnavailable, openSqlite, sqliteQueries } from './sqlite-database.ts'
import { isNewDatabase, readMark, refuseLost, refuseOlder } from './sqlite-mark.ts'
import { readSealedEpoch, sealAccounts } from './sqlite-seal.ts'
import { createSqliteUnitCounter } from './sqlite-unit-counter.ts'
import { type AccessStore, UnusableDatabaseError } from './store.ts'
import type { Tables } from './tables.ts'

const hourMs = 3_600_000

/** Rows of request counts in one statement: statements are kept ready, of two sizes. */
const countRows: StatementRows = (left) => (left < 20 ? 1 : 20)

/** The tables of a database that no other program has put its own into. */
const tablesOf = async (queries: Kysely<Tables>, file: string): Promise<readonly string[]> => {
  const tables = (await queries.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)
  if (tables.length > 0 && !tables.includes('kysely_migration')) {
    throw new UnusableDatabaseError(
      `The database ${file} belongs to another program (it holds ${tables.slice(0, 3).join(', ')}).`,
    )
  }
  return tables
}

/** Hundreds of megabytes, which a start does not wait for: each content of prices has its hash, nobody is served by request counts, and `check` reads all. */
const uncheckedTables: ReadonlySet<string> = new Set([
  'price_segments',
  'price_pages',
  'product_pages',
  'price_series',
  'request_counts',
  'request_months',
])

/** Reads tables whole for damage. @returns what is wrong, or `null` */
const firstDamage = async (
  tables: readonly string[],
  check: (pragma: string) => Promise<readonly string[]>,
): Promise<string | null> => {
  for (const table of tables.filter((name) => !uncheckedTables.has(name))) {
    const [found = 'ok'] = await check(`quick_check('${table}')`)
    if (found !== 'ok') return found
  }
  return null
}

/** What kept a file from being opened, for its operator; a defect of ours is returned as it is. */
const openError = (file: string, thrown: unknown): unknown => {
  const error = thrown instanceof ServiceError ? thrown.cause : thrown
  if (isSqliteDamaged(error))
    return new UnusableDatabaseError(`The database ${file} is damaged or no SQLite database; restore a backup.`)
  if (error instanceof Error && (isSqliteUnavailable(error) || 'syscall' in error))
    return new UnusableDatabaseError(`The database ${file} cannot be opened: ${error.message}.`)
  return thrown
}

/** Bytes of a file with its write-ahead log. */
const sizeOf = async (file: string): Promise<number> => {
  const sizes = await Promise.all(
    [file, `${file}-wal`].map((one) =>
      stat(one).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Where a SQLite store lies, and how it is opened. */
export interface SqliteStoreOptions {
  readonly file: string
  readonly durability: Durability
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Reads the file for damage first (`quick_check`), kept prices and request counts aside; without it only what SQLite finds in the pages it reads is noticed. */
  readonly isChecked?: boolean
}

/**
 * Opens the access store on a SQLite file and brings its schema up to date.
 * @throws UnusableDatabaseError when the file is damaged, foreign, newer than this program, or cannot be opened
 */
export const openSqliteStore = async (options: SqliteStoreOptions): Promise<AccessStore> => {
  try {
    return await openStoreFile(options)
  } catch (error) {
    throw openError(options.file, error)
  }
}

const openStoreFile = async ({ file, durability, now, isChecked = true }: SqliteStoreOptions): Promise<AccessStore> => {
  const isNew = isNewDatabase(file)
  // Read before the database: another process may raise both meanwhile.
  const mark = readMark(file)
  refuseLost(file, mark)
  const forQueries = await openSqlite({ file, durability })
  const queries = sqliteQueries(forQueries)
  const check = async (pragma: string) => {
    const { rows } = await sql<Record<string, string>>`pragma ${sql.raw(pragma)}`.execute(queries)
    return rows.map((row) => Object.values(row)[0] as string)
  }
  try {
    // What is deleted of an account is overwritten in the file.
    forQueries.exec('pragma secure_delete = on')
    const tables = isNew ? [] : await tablesOf(queries, file)
    const found = isChecked ? await firstDamage(tables, check) : null
    if (found !== null)
      throw new UnusableDatabaseError(`The database ${file} is damaged (${found.replace(/\s+/g, ' ')}); restore a backup.`)
    refuseOlder(file, mark, tables.includes('access_epoch') ? await readSealedEpoch(queries, tables.includes('audit_trail')) : 0)
    const migrated = await migrateSqlite(queries)
    const seal = () => sealAccounts(file, queries)
    await seal()
    // Its own connection: a transaction of the queries may span turns of the event loop, one of the counters never does.
    const forUnits = await openSqlite({ file, durability })
    const forArchive = await openSqlite({ file, durability })
    const archive = sqliteArchive(forArchive, now)
    const counter = createSqliteUnitCounter({ database: forUnits, now })
    const readiness = observeReadiness(counter, counter.probe)
    const pruning = setInterval(() => {
      try {
        counter.prune()
        // The log holds what was deleted until it is written over.
        forUnits.exec('pragma wal_checkpoint(truncate)')
      } catch {
        // Another process holds the lock, or the disk is full; the next hour will do.
      }
    }, hourMs).unref()
    const accounts = createSqlAccounts({ db: queries, epochColumn: 'access_epoch.epoch', onChanged: seal })
    return {
      accounts: {
        ...accounts,
        deleteAccount: async (accountId, by) => {
          const deleted = await accounts.deleteAccount(accountId, by)
          if (deleted?.outcome !== 'deleted') return deleted
          // A disk that fails now undoes nothing; the next hour will do.
          return { ...deleted, isStillRead: !(await checkpoint(queries, 'truncate', 1_000).catch(() => false)) }
        },
        readUsage: counter.read,
      },
      counter: readiness.counter,
      archive: createArchiveStore(archive),
      syncLedger: createSyncLedger(archive),
      requestCounts: createRequestCountStore(archive, countRows),
      cacheSecret: () => readCacheSecret(queries),
      migrated,
      now,
      sizeBytes: () => sizeOf(file),
      check: () => check('integrity_check(1)'),
      probe: counter.probe,
      isReady: readiness.isReady,
      backup: (target) => backupSqlite({ file, durability }, target),
      close: async () => {
        clearInterval(pruning)
        forUnits.close()
        forArchive.close()
        await queries.destroy()
      },
    }
  } catch (error) {
    await queries.destroy()
    throw error
  }
}
