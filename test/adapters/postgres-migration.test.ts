import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Migrator } from 'kysely/migration'
import { Client } from 'pg'
import { postgresMigrations } from '../../src/stores/migrations/index.ts'
import { openConnections, untimedQueries } from '../../src/stores/postgres-database.ts'
import { openPostgresStore } from '../../src/stores/postgres-store.ts'
import { databaseForTests, runSql } from '../support/postgres.ts'

const { skip, schema } = await databaseForTests()

/** A schema as the release before suspensions left it, with a session that reads its accounts until `end`. */
const olderSchema = async (t: { after: (done: () => Promise<void>) => void }) => {
  const url = await schema()
  const queries = untimedQueries(openConnections(url, { max: 1 }))
  const schemaName = /search_path=(\w+)/.exec(decodeURIComponent(url))?.[1] as string
  await queries.transaction().execute(async (trx) => {
    const provider = { getMigrations: async () => ({ ...postgresMigrations }) }
    const migrator = new Migrator({ db: trx, provider, migrationTableSchema: schemaName })
    const { error } = await migrator.migrateTo('0008-request-months')
    assert.equal(error, undefined)
  })
  await queries.destroy()
  const reader = new Client({ connectionString: url, application_name: 'pg_dump' })
  await reader.connect()
  t.after(() => reader.end())
  await reader.query('begin')
  await reader.query('select * from accounts')
  return { url, end: () => reader.query('commit') }
}

test('a migration that waits for a long reader keeps no other from reading accounts, and says whom it waits for', {
  skip,
}, async (t) => {
  const { url, end } = await olderSchema(t)
  const reasons: string[] = []
  let hasMigrated = false
  const opening = openPostgresStore({ url, now: Date.now, onMigrationWait: (reason) => reasons.push(reason) }).then((store) => {
    hasMigrated = true
    return store
  })
  t.after(async () => (await opening).close())
  const untilMs = performance.now() + 6_000
  let longestMs = 0
  while (performance.now() < untilMs) {
    const startedMs = performance.now()
    await runSql(url, "set lock_timeout = '3s'; select * from accounts")
    longestMs = Math.max(longestMs, performance.now() - startedMs)
    await delay(20)
  }
  t.diagnostic(`the longest read took ${Math.round(longestMs)} ms`)
  assert.ok(longestMs < 1_500, `${longestMs} ms`)
  assert.equal(hasMigrated, false)
  assert.equal(reasons.length, 1)
  assert.match(reasons[0] ?? '', /waits until pg_dump \(process \d+ of PostgreSQL, in a transaction since \S+Z\) has ended/)
  const applied = await runSql(url, 'select max(name) as last from kysely_migration')
  assert.equal(applied[0]?.last, '0008-request-months', 'nothing of it has happened')
  await end()
  assert.deepEqual((await opening).migrated, Object.keys(postgresMigrations).slice(8))
})

test('of several that start while a reader holds the accounts, one migrates once it has ended', { skip }, async (t) => {
  const { url, end } = await olderSchema(t)
  const opening = Array.from({ length: 4 }, () => openPostgresStore({ url, now: Date.now }))
  await delay(1_500)
  await end()
  const stores = await Promise.all(opening)
  t.after(() => Promise.all(stores.map((store) => store.close())).then(() => {}))
  assert.deepEqual(stores.map(({ migrated }) => migrated.length).sort(), [0, 0, 0, Object.keys(postgresMigrations).length - 8])
})
