import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, type TestContext, test } from 'node:test'
import type { Kysely } from 'kysely'
import { Client } from 'pg'
import { type MigrateOptions, migratePostgres, migrateSqlite } from '../../src/stores/migrate.ts'
import { type Migrations, postgresMigrations, sqliteMigrations } from '../../src/stores/migrations/index.ts'
import { openConnections, untimedQueries } from '../../src/stores/postgres-database.ts'
import { openPostgresStore } from '../../src/stores/postgres-store.ts'
import { openSqlite, sqliteQueries } from '../../src/stores/sqlite-database.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { type AccessStore, UnusableDatabaseError } from '../../src/stores/store.ts'
import type { Tables } from '../../src/stores/tables.ts'
import { databaseForTests, runSql } from '../support/postgres.ts'
import { tempFolder } from '../support/temp.ts'

const { skip, schema } = await databaseForTests()

const closing = async <T>(queries: Kysely<Tables>, work: (queries: Kysely<Tables>) => Promise<T>): Promise<T> => {
  try {
    return await work(queries)
  } finally {
    await queries.destroy()
  }
}

/** The migrations of a next release, which adds a column. */
const nextRelease = (migrations: Migrations): Migrations => ({
  ...migrations,
  '0002-note': { up: (db) => db.schema.alterTable('accounts').addColumn('note', 'text').execute() },
})

const upgradePostgres = (url: string, options: MigrateOptions = {}) =>
  closing(untimedQueries(openConnections(url, { max: 1, query_timeout: undefined })), (queries) =>
    migratePostgres(queries, { migrations: nextRelease(postgresMigrations), pauseMs: 300, ...options }),
  )

interface Database {
  readonly open: () => Promise<AccessStore>
  readonly run: (statement: string) => Promise<unknown>
  /** Upgrades it to the next release. @returns the migrations that ran */
  readonly upgrade: () => Promise<readonly string[]>
  /** Something that differs after any change of the schema or of the table of migrations. */
  readonly content: () => Promise<unknown>
}

const sqliteDatabase = (t: TestContext): Database => {
  const file = join(tempFolder(t), 'accounts.db')
  return {
    open: () => openSqliteStore({ file, durability: 'process', now: Date.now }),
    run: async (statement) => {
      const database = new DatabaseSync(file)
      database.exec(statement)
      database.close()
    },
    upgrade: async () =>
      closing(sqliteQueries(await openSqlite({ file, durability: 'process' })), (queries) =>
        migrateSqlite(queries, { migrations: nextRelease(sqliteMigrations) }),
      ),
    content: async () => readFileSync(file),
  }
}

const postgresDatabase = async (): Promise<Database> => {
  const url = await schema()
  const inSchema = 'namespace = current_schema()::regnamespace'
  return {
    open: () => openPostgresStore({ url, now: Date.now }),
    run: (statement) => runSql(url, statement),
    upgrade: () => upgradePostgres(url),
    content: () =>
      runSql(
        url,
        `select 'row ' || name || "timestamp" as part from kysely_migration union all
        select 'function ' || proname from pg_proc where pro${inSchema} union all
        select 'table ' || relname || relnatts || relfilenode from pg_class where rel${inSchema} order by part`,
      ),
  }
}

/** The migrations of clones from before 1.0.0. */
const earlier = [
  ...['0001-accounts', '0003-cache-secret', '0004-price-archive', '0005-market-sync', '0006-request-counts'],
  ...['0007-request-count-writers', '0008-request-months', '0009-suspension', '0010-audit-trail'],
]
const engines = [
  { name: 'SQLite', skip: false, earlier, prepare: sqliteDatabase },
  {
    name: 'PostgreSQL',
    skip: skip ?? false,
    earlier: [...earlier, '0002-large-counts', '0011-account-epochs'].sort(),
    prepare: postgresDatabase,
  },
]

const agreed = { requestsPerMinute: null, monthlyRequests: null, activeKeys: null }
const account = { id: 'acc_1', name: 'Shop', plan: 'starter', createdAt: '2026-11-21T09:30:00.000Z', closedAt: null }

/** Makes a database with an account, and records migrations as if an earlier clone had run them. */
const made = async ({ open, run }: Database, migrations: readonly string[] = []): Promise<void> => {
  const store = await open()
  await store.accounts.createAccount({ ...account, plan: 'starter' }, agreed, 'test')
  await store.close()
  if (migrations.length === 0) return
  const rows = migrations.map((name) => `('${name}', '2026-11-25T08:00:00.000Z')`)
  await run(`delete from kysely_migration; insert into kysely_migration (name, "timestamp") values ${rows.join(', ')}`)
}

for (const { name, skip, earlier, prepare } of engines)
  describe(`migrations on ${name}`, { skip }, () => {
    test('a later migration runs once, on a database that keeps its data', async (t) => {
      const database = await prepare(t)
      await made(database)
      assert.deepEqual(await database.upgrade(), ['0002-note'])
      assert.deepEqual(await database.upgrade(), [])
      await database.run(`update accounts set note = 'kept' where id = 'acc_1'`)
      await assert.rejects(database.open(), /changed by a newer version of this program \(0002-note\)/)
    })

    test('the last schema of a clone from before 1.0.0 is taken as it is, with all data', async (t) => {
      const database = await prepare(t)
      await made(database, earlier)
      const stores = await Promise.all([database.open(), database.open()])
      for (const store of stores) {
        assert.deepEqual(store.migrated, [])
        assert.deepEqual(
          (await store.accounts.listAccounts()).map(({ id }) => id),
          ['acc_1'],
        )
        await store.close()
      }
      assert.deepEqual(await database.upgrade(), ['0002-note'])
    })

    test('an earlier schema of such a clone is refused with what to do, and left as it is', async (t) => {
      for (const count of [1, earlier.length - 1]) {
        const database = await prepare(t)
        await made(database, earlier.slice(0, count))
        const before = await database.content()
        await assert.rejects(
          database.open(),
          (error) =>
            error instanceof UnusableDatabaseError &&
            error.message ===
              `The database was made by a clone from before 1.0.0 and stands at ${earlier[count - 1]}; ` +
                'run "database migrate" once with commit 82190e8 of this program, then start this version, ' +
                'or set the database aside to begin anew.',
        )
        assert.deepEqual(await database.content(), before)
      }
    })
  })

test('of migrations beside a long reader one says whom it waits for, keeps no reader waiting and runs', {
  skip,
}, async (t) => {
  const url = await schema()
  await (await openPostgresStore({ url, now: Date.now })).close()
  const reader = new Client({ connectionString: url, application_name: 'pg_dump' })
  await reader.connect()
  t.after(() => reader.end())
  await reader.query('begin; select * from accounts')
  const reasons: string[] = []
  const waited = Promise.withResolvers<void>()
  const onWait = (reason: string) => {
    reasons.push(reason)
    waited.resolve()
  }
  const upgrading = Array.from({ length: 4 }, () => upgradePostgres(url, { onWait }))
  // A reader that waits longer for a lock fails.
  const read = () => runSql(url, "set lock_timeout = '1500ms'; select * from accounts")
  // A first attempt is undone, a second begins after the pause.
  await waited.promise
  for (const untilMs = performance.now() + 700; performance.now() < untilMs; ) await read()
  assert.equal(reasons.length, 1)
  assert.match(
    reasons[0] ?? '',
    /waits until pg_dump \(process \d+ of PostgreSQL, in a transaction since \S+Z\) has ended/,
  )
  const applied = await runSql(url, 'select max(name) as last from kysely_migration')
  assert.equal(applied[0]?.last, '0001-schema', 'nothing of it has happened')
  await reader.query('commit')
  assert.deepEqual((await Promise.all(upgrading)).map(({ length }) => length).sort(), [0, 0, 0, 1])
})
