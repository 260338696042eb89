import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type Migrations, postgresMigrations, sqliteMigrations } from './migrations/index.ts'
import { installTakeUnits } from './postgres-take-units.ts'
import { UnusableDatabaseError } from './store.ts'
import type { Tables } from './tables.ts'

/** Brings the schema of a SQLite file up to date. @returns the names of the migrations that ran now */
export const migrateSqlite = (db: Kysely<Tables>): Promise<readonly string[]> => migrate(db, sqliteMigrations)

/**
 * Brings the schema up to date; safe when several processes start at once. `schema` is where a database of several schemas keeps the ledger.
 * @returns the names of the migrations that ran now
 * @throws UnusableDatabaseError when the database was made by a newer version
 */
const migrate = async (db: Kysely<Tables>, migrations: Migrations, schema?: string): Promise<readonly string[]> => {
  const provider = { getMigrations: async () => ({ ...migrations }) }
  const migrator = new Migrator({ db, provider, ...(schema === undefined ? {} : { migrationTableSchema: schema }) })
  const unknown = (await executedMigrations(db, schema)).filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new UnusableDatabaseError(
      `The database was changed by a newer version of this program (${unknown.join(', ')}); start that version.`,
    )
  }
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return (results ?? []).map(({ migrationName }) => migrationName)
}

/** Any number, as long as all processes use the same. */
const migrationLock = 7_301_994_101

/**
 * Brings a PostgreSQL schema up to date in one transaction, under a lock that ends with it: of many processes one migrates and the others wait; interrupted
 * anywhere, nothing has happened. While others use a table that it changes it tries again, and `onWait` is told who they are.
 */
export const migratePostgres = async (
  db: Kysely<Tables>,
  onWait: (reason: string) => void = () => {},
): Promise<readonly string[]> => {
  // It brings the driver of PostgreSQL, which a process on SQLite does not load.
  const { retryWhileLocked } = await import('./retry-while-locked.ts')
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx)
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(trx)
    const migrated = await retryWhileLocked(trx, () => migrate(trx, postgresMigrations, rows[0]?.schema), onWait)
    await installTakeUnits(trx)
    return migrated
  })
}

const executedMigrations = async (db: Kysely<Tables>, schema: string | undefined): Promise<readonly string[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration' && (schema === undefined || table.schema === schema))) return []
  const ledger = db as unknown as Kysely<{ kysely_migration: { name: string } }>
  return (await ledger.selectFrom('kysely_migration').select('name').execute()).map(({ name }) => name)
}
