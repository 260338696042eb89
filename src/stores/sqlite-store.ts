import { stat } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { ServiceError } from '../contract/errors.ts'
import { sqliteArchive } from './archive/sqlite-archive.ts'
import { migrateSqlite, refuseOtherSqliteSchema } from './migrate.ts'
import { observeReadiness } from './readiness.ts'
import { createSqlAccounts } from './sql-accounts.ts'
import type { StatementRows } from './sql-request-counts.ts'
import { backupSqlite } from './sqlite-backup.ts'
import { type Durability, isSqliteDamaged, isSqliteUnavailable, openSqlite, sqliteQueries } from './sqlite-database.ts'
import { isNewDatabase, readMark, refuseLost, refuseOlder } from './sqlite-mark.ts'
import { checkpoint, readSealedEpoch, sealAccounts } from './sqlite-seal.ts'
import { createSqliteUnitCounter } from './sqlite-unit-counter.ts'
import { startSqliteUpkeep, type Upkeep } from './sqlite-upkeep.ts'
import { type AccessStore, UnusableDatabaseError } from './store.ts'
import { createStoreParts } from './store-parts.ts'
import type { Tables } from './tables.ts'
import { type LeasePolicy, leasePolicy } from './unit-leases.ts'

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

/**
 * Hundreds of megabytes, which a start does not wait for: each content of prices has its hash, nobody is served by
 * request counts, and `check` reads all.
 */
const uncheckedTables: ReadonlySet<string> = new Set([
  'price_segments',
  'price_pages',
  'product_pages',
  'price_series',
  'request_counts',
  'request_months',
])

const readPragma = async (queries: Kysely<Tables>, pragma: string): Promise<readonly string[]> => {
  const { rows } = await sql<Record<string, string>>`pragma ${sql.raw(pragma)}`.execute(queries)
  return rows.map((row) => Object.values(row)[0] as string)
}

const refuseDamaged = async (queries: Kysely<Tables>, file: string, tables: readonly string[]): Promise<void> => {
  for (const table of tables.filter((name) => !uncheckedTables.has(name))) {
    const [found = 'ok'] = await readPragma(queries, `quick_check('${table}')`)
    if (found !== 'ok')
      throw new UnusableDatabaseError(
        `The database ${file} is damaged (${found.replace(/\s+/g, ' ')}); restore a backup.`,
      )
  }
}

/** What kept a file from being opened, for its operator; a defect of ours is returned as it is. */
const openError = (file: string, thrown: unknown): unknown => {
  const error = thrown instanceof ServiceError ? thrown.cause : thrown
  if (isSqliteDamaged(error))
    return new UnusableDatabaseError(`The database ${file} is damaged or no SQLite database; restore a backup.`)
  if (error instanceof Error && (isSqliteUnavailable(error) || 'syscall' in error))
    return new UnusableDatabaseError(`The database ${file} cannot be opened: ${error.message}.`, { cause: error })
  return thrown
}

/** Bytes of a file with its write-ahead log. */
const sizeOf = async (file: string): Promise<number> => {
  const sizes = await Promise.all([file, `${file}-wal`].map((one) => stat(one).catch(() => ({ size: 0 }))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

export interface SqliteStoreOptions {
  readonly file: string
  readonly durability: Durability
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /**
   * Reads the file for damage first (`quick_check`), kept prices and request counts aside; without it only what SQLite
   * finds in the pages it reads is noticed.
   */
  readonly isChecked?: boolean
  /** How long a change of accounts waits for readers that keep it in the log, in milliseconds. */
  readonly readerWaitMs?: number
  /** Who copies the write-ahead log into the file; by default whoever commits. */
  readonly upkeep?: Upkeep
  /** Units that a busy account's process commits ahead. */
  readonly leases?: LeasePolicy
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

const openStoreFile = async ({
  file,
  durability,
  now,
  isChecked = true,
  readerWaitMs = 5_000,
  upkeep = 'commits',
  leases = leasePolicy,
}: SqliteStoreOptions): Promise<AccessStore> => {
  const isNew = isNewDatabase(file)
  // Read before the database: another process may raise both meanwhile.
  const mark = readMark(file)
  refuseLost(file, mark)
  const connection = { file, durability, checkpoints: upkeep === 'commits' }
  const forQueries = await openSqlite(connection)
  const queries = sqliteQueries(forQueries)
  try {
    // What is deleted of an account is overwritten in the file.
    forQueries.exec('pragma secure_delete = on')
    const tables = isNew ? [] : await tablesOf(queries, file)
    if (isChecked) await refuseDamaged(queries, file, tables)
    await refuseOtherSqliteSchema(queries)
    refuseOlder(file, mark, tables.includes('access_epoch') ? await readSealedEpoch(queries) : 0)
    const migrated = await migrateSqlite(queries)
    const seal = () => sealAccounts(file, queries, readerWaitMs)
    await seal()
    // Its own connection: a transaction of the queries may span turns of the event loop, one of the counters never
    // does.
    const forUnits = await openSqlite(connection)
    const forArchive = await openSqlite(connection)
    const counter = createSqliteUnitCounter({ database: forUnits, now, leases })
    const thread = upkeep === 'thread' ? startSqliteUpkeep(forUnits, { file, now }) : null
    const accounts = createSqlAccounts({ db: queries, epochColumn: 'access_epoch.epoch', onChanged: seal })
    return {
      accounts: {
        ...accounts,
        deleteAccount: async (accountId, by) => {
          const deleted = await accounts.deleteAccount(accountId, by)
          if (deleted?.outcome !== 'deleted') return deleted
          // A disk that fails now undoes nothing; the next hour will do.
          return {
            ...deleted,
            isStillRead: !(await checkpoint(queries, 'truncate', readerWaitMs / 5).catch(() => false)),
          }
        },
        readUsage: counter.read,
        listBusiest: (query) => counter.settle().then(() => accounts.listBusiest(query)),
        listMonthUnits: (month) => counter.settle().then(() => accounts.listMonthUnits(month)),
      },
      ...observeReadiness(counter),
      ...createStoreParts(sqliteArchive(forArchive, now), queries, countRows),
      migrated,
      now,
      sizeBytes: () => sizeOf(file),
      check: () => readPragma(queries, 'integrity_check(1)'),
      backup: (target) => backupSqlite({ file, durability }, target),
      close: async () => {
        await thread?.close()
        await counter.settle()
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
