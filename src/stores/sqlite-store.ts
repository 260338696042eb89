import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { backup } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { ServiceError } from '../contract/errors.ts'
import { migrate } from './migrate.ts'
import { createSqlAccounts } from './sql-accounts.ts'
import { type Durability, openSqlite, sqliteErrorCode, sqliteQueries } from './sqlite-database.ts'
import { createSqliteUnitCounter } from './sqlite-unit-counter.ts'
import { type AccessStore, UnusableDatabaseError } from './store.ts'
import type { Tables } from './tables.ts'

const damagedCodes = new Set([11, 26])
const hourMs = 3_600_000

/** Refuses a database that another program has put its tables into. */
const refuseForeign = async (queries: Kysely<Tables>, file: string) => {
  const tables = (await queries.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)
  if (tables.length > 0 && !tables.includes('kysely_migration')) {
    throw new UnusableDatabaseError(
      `The database ${file} belongs to another program (it holds ${tables.slice(0, 3).join(', ')}).`,
    )
  }
}

/**
 * Opens the access store on a SQLite file and brings its schema up to date.
 * @throws UnusableDatabaseError when the file is damaged, foreign or newer than this program
 */
export const openSqliteStore = async ({
  file,
  durability,
  now,
}: {
  file: string
  durability: Durability
  now: () => number
}): Promise<AccessStore> => {
  const existed = existsSync(file) && statSync(file).size > 0
  try {
    const forQueries = await openSqlite({ file, durability })
    const queries = sqliteQueries(forQueries)
    const integrity = async () => {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(queries)
      return rows.map((row) => row.integrity_check)
    }
    try {
      const found = existed ? await integrity() : ['ok']
      if (found[0] !== 'ok')
        throw new UnusableDatabaseError(`The database ${file} is damaged (${found[0]?.replace(/\s+/g, ' ')}); restore a backup.`)
      await refuseForeign(queries, file)
      const migrated = await migrate(queries)
      // Its own connection: a transaction of the queries may span turns of the event loop, one of the counters never does.
      const forUnits = await openSqlite({ file, durability })
      const counter = createSqliteUnitCounter({ database: forUnits, now })
      const pruning = setInterval(() => {
        try {
          counter.prune()
        } catch {
          // Another process holds the lock, or the disk is full; the next hour will do.
        }
      }, hourMs).unref()
      return {
        accounts: {
          ...createSqlAccounts({ db: queries }),
          readUsage: async (accountId) => {
            try {
              return counter.read(accountId)
            } catch (cause) {
              throw new ServiceError('access_store_unavailable', 'The store of counters is out of reach; try again.', {
                cause,
                retryAfterSeconds: 1,
              })
            }
          },
        },
        counter,
        migrated,
        now,
        check: integrity,
        isReady: counter.canWrite,
        backup: async (target) => {
          // Made first, so that no other account of the machine can read it even while it grows.
          closeSync(openSync(target, 'wx', 0o600))
          await backup(forQueries, target)
        },
        close: async () => {
          clearInterval(pruning)
          forUnits.close()
          await queries.destroy()
        },
      }
    } catch (error) {
      await queries.destroy()
      throw error
    }
  } catch (error) {
    if (damagedCodes.has((sqliteErrorCode(error) ?? 0) & 0xff)) {
      throw new UnusableDatabaseError(`The database ${file} is damaged or no SQLite database; restore a backup.`)
    }
    if (error instanceof UnusableDatabaseError) throw error
    throw new UnusableDatabaseError(`The database ${file} cannot be opened: ${error instanceof Error ? error.message : error}.`)
  }
}
