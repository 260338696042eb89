import { type Kysely, sql, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type Migrations, postgresMigrations, sqliteMigrations } from './migrations/index.ts'
import { installTakeUnits } from './postgres-take-units.ts'
import { UnusableDatabaseError } from './store.ts'
import type { Tables } from './tables.ts'

/**
 * Clones from before 1.0.0 made the schema in eleven migrations, ten of them on SQLite. The last leaves exactly what
 * `0001-schema` makes.
 */
const beforeRelease = {
  first: '0001-accounts',
  last: { sqlite: '0010-audit-trail', postgres: '0011-account-epochs' },
  commit: '82190e8',
} as const

type Engine = keyof typeof beforeRelease.last

interface MigrationTable {
  readonly kysely_migration: { readonly name: string; readonly timestamp: string }
}

const executedMigrations = async (db: Kysely<Tables>, schema?: string): Promise<readonly string[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration' && (schema === undefined || table.schema === schema)))
    return []
  const table = db as unknown as Kysely<MigrationTable>
  return (await table.selectFrom('kysely_migration').select('name').orderBy('name').execute()).map(({ name }) => name)
}

/**
 * Refuses a database whose schema this program cannot bring up to date, and changes nothing.
 * @returns whether a clone from before 1.0.0 made the schema, and it is that of `0001-schema`
 */
const refuseOtherSchema = (executed: readonly string[], engine: Engine, migrations: Migrations): boolean => {
  if (executed[0] === beforeRelease.first) {
    const last = executed.at(-1)
    if (last === beforeRelease.last[engine]) return true
    throw new UnusableDatabaseError(
      `The database was made by a clone from before 1.0.0 and stands at ${last}; ` +
        `run "database migrate" once with commit ${beforeRelease.commit} of this program, then start this version, ` +
        'or set the database aside to begin anew.',
    )
  }
  const unknown = executed.filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length > 0)
    throw new UnusableDatabaseError(
      `The database was changed by a newer version of this program (${unknown.join(', ')}); start that version.`,
    )
  return false
}

/** @throws UnusableDatabaseError when this program cannot bring the schema of the SQLite file up to date */
export const refuseOtherSqliteSchema = async (db: Kysely<Tables>): Promise<void> => {
  refuseOtherSchema(await executedMigrations(db), 'sqlite', sqliteMigrations)
}

export interface MigrateOptions {
  readonly migrations?: Migrations
  /** Told who uses a table that is to be changed, while that is waited for. */
  readonly onWait?: (reason: string) => void
  /** Between two attempts at a table that others use, in milliseconds. */
  readonly pauseMs?: number
}

/**
 * Runs the migrations that have not run yet, within a transaction. `schema` is where a database of several schemas
 * keeps the table of migrations.
 */
const runMigrations = async (
  trx: Transaction<Tables>,
  engine: Engine,
  migrations: Migrations,
  schema?: string,
): Promise<readonly string[]> => {
  if (refuseOtherSchema(await executedMigrations(trx, schema), engine, migrations)) {
    const table = trx as unknown as Kysely<MigrationTable>
    await table.deleteFrom('kysely_migration').execute()
    const timestamp = new Date().toISOString()
    await table.insertInto('kysely_migration').values({ name: '0001-schema', timestamp }).execute()
  }
  const provider = { getMigrations: async () => ({ ...migrations }) }
  const inSchema = schema === undefined ? {} : { migrationTableSchema: schema }
  const migrator = new Migrator({ db: trx, provider, ...inSchema })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return (results ?? []).map(({ migrationName }) => migrationName)
}

/**
 * Brings the schema of a SQLite file up to date in one transaction: of several processes one migrates, and the others
 * wait. Interrupted anywhere, nothing has happened.
 * @returns the names of the migrations that ran now
 * @throws UnusableDatabaseError when a newer version made the schema, or a clone from before 1.0.0 that was not current
 */
export const migrateSqlite = (
  db: Kysely<Tables>,
  { migrations = sqliteMigrations }: Pick<MigrateOptions, 'migrations'> = {},
): Promise<readonly string[]> => db.transaction().execute((trx) => runMigrations(trx, 'sqlite', migrations))

/** Any number, as long as all processes use the same. */
const migrationLock = 7_301_994_101

/** As `migrateSqlite`, under a lock that ends with the transaction. While others use a table, it tries again. */
export const migratePostgres = async (
  db: Kysely<Tables>,
  { migrations = postgresMigrations, onWait = () => {}, pauseMs = 3_000 }: MigrateOptions = {},
): Promise<readonly string[]> => {
  // It loads the driver of PostgreSQL, which a process on SQLite does not need.
  const { retryWhileLocked } = await import('./retry-while-locked.ts')
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx)
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(trx)
    const run = () => runMigrations(trx, 'postgres', migrations, rows[0]?.schema)
    const migrated = await retryWhileLocked(trx, run, { onWait, pauseMs })
    await installTakeUnits(trx)
    return migrated
  })
}
