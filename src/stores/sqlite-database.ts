import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as delay, setImmediate as nextIteration } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { makeFile } from '../files/make-file.ts'
import { makeFolder } from '../files/make-folder.ts'
import { storeUnavailable } from './store-unavailable.ts'
import type { Tables } from './tables.ts'

/** What a committed unit survives: the death of the process, or also the loss of power. */
export type Durability = 'process' | 'power'

export interface SqliteOptions {
  /** A file's path; its folder is made on first use. */
  readonly file: string
  readonly durability: Durability
  /** Whether a commit copies a long write-ahead log into the file, which waits for the disk; it does by default. */
  readonly checkpoints?: boolean
}

/** How long work waits for another process's lock, in milliseconds. */
const lockWaitMs = 5_000

/**
 * Opens a connection in WAL mode; the file and its folder are made on first use, readable by the owner alone.
 * Statements never wait for a lock, as that would block the event loop: `retryWhileBusy` does.
 */
export const openSqlite = async ({ file, durability, checkpoints = true }: SqliteOptions): Promise<DatabaseSync> => {
  makeFolder(dirname(file))
  makeFile(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  const synchronous = durability === 'power' ? 'FULL' : 'NORMAL'
  const settings = `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON`
  try {
    // The change to WAL fails at once while another process makes the same file.
    await retryWhileBusy(lockWaitMs, () => database.exec(settings))
    if (!checkpoints) database.exec('pragma wal_autocheckpoint = 0')
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** Takes the write lock at the start, so that a transaction never fails half-way; waits never block the event loop. */
class BusyRetryDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      executeQuery: (query) => retryWhileBusy(lockWaitMs, () => connection.executeQuery(query)),
      streamQuery: connection.streamQuery.bind(connection),
    }
  }

  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    // After a full disk SQLite has rolled back by itself; failing to do it again would hide the reason.
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
  }
}

/** SQLite can undo a change of the schema, so a migration that is cut off leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** Queries over an open connection, which is closed with them. */
export const sqliteQueries = (database: DatabaseSync): Kysely<Tables> => {
  const dialect: Dialect = {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () =>
      new BusyRetryDriver({
        database: {
          close: () => database.close(),
          prepare: (sql) => {
            const statement = database.prepare(sql)
            const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
            return {
              reader: statement.columns().length > 0,
              all: (parameters) => statement.all(...values(parameters)),
              run: (parameters) => statement.run(...values(parameters)),
              iterate: (parameters) => statement.iterate(...values(parameters)),
            }
          },
        },
      }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return new Kysely<Tables>({ dialect })
}

/** The primary result codes that are looked for: https://sqlite.org/rescode.html. */
const resultCodes = {
  busy: 5,
  locked: 6,
  noMemory: 7,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  protocol: 15,
  tooBig: 18,
  notADatabase: 26,
} as const

const outageCodes: ReadonlySet<number> = new Set(Object.values(resultCodes))

/** The primary result code of SQLite's error, or `null` for any other error. */
const resultCodeOf = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : null

/** Whether file, disk or another process keeps the database from serving; any other error is our defect. */
export const isSqliteUnavailable = (error: unknown): boolean => {
  const code = resultCodeOf(error)
  return code !== null && outageCodes.has(code)
}

/** Whether another connection holds the lock. */
export const isSqliteBusy = (error: unknown): boolean => resultCodeOf(error) === resultCodes.busy

/** Whether the disk has no room for what was to be written. */
export const isSqliteFull = (error: unknown): boolean => resultCodeOf(error) === resultCodes.full

/** Nothing that we write is too big, so a length that is was damaged. */
const damageCodes: ReadonlySet<number> = new Set([resultCodes.corrupt, resultCodes.tooBig, resultCodes.notADatabase])

/** Whether the file holds no database, or a damaged one. */
export const isSqliteDamaged = (error: unknown): boolean => {
  const code = resultCodeOf(error)
  return code !== null && damageCodes.has(code)
}

/**
 * For so long a lock is asked for in each iteration of the event loop: another process's commit of units takes a tenth
 * of it, and a pause many times as long.
 */
const maxIterationsMs = 2

/**
 * Does what needs a lock, trying again for at most `waitMs` while another connection holds it.
 * @throws ServiceError `access_store_unavailable` for an outage; any other error as it is
 */
export const retryWhileBusy = async <T>(waitMs: number, work: () => T | Promise<T>): Promise<T> => {
  const startMs = performance.now()
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const waitedMs = performance.now() - startMs
      if (!isSqliteBusy(error) || waitedMs >= waitMs) throw isSqliteUnavailable(error) ? storeUnavailable(error) : error
      await (waitedMs < maxIterationsMs ? nextIteration() : delay(1 + Math.random() * 4))
    }
  }
}
