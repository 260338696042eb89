import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '../../src/contract/errors.ts'
import { openPostgresStore } from '../../src/stores/postgres-store.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import type { AccessStore } from '../../src/stores/store.ts'
import { series } from '../support/archive.ts'
import { appendDay, assertWholeDays } from '../support/archive-days.ts'
import { failingDisk, noFailingDisk } from '../support/failing-disk.ts'
import { databaseForTests, runSql, skipUnless } from '../support/postgres.ts'
import { collectPrinted, ended, spawned } from '../support/process.ts'
import { scaled } from '../support/scaled.ts'
import { canOwnPostgres, ownPostgres } from '../support/servers.ts'
import { tempFolder } from '../support/temp.ts'

const script = fileURLToPath(new URL('../support/append-archive.ts', import.meta.url))
const { skip, schema } = await databaseForTests()
const size = { pages: 900, series: 1_500 }
const segmentBytes = 400_000

/** A process that appends days until it is ended; `committed` is the last day that it has told of. */
const startWriter = async (kind: 'sqlite' | 'postgres', address: string, env = {}) => {
  const args = [script, kind, address, '100000', String(size.pages), String(size.series), String(segmentBytes)]
  const child = spawned(process.execPath, args, env)
  const printed = collectPrinted(child)
  while (!printed.out.includes('opened')) {
    assert.equal(child.exitCode, null, printed.err)
    await delay(5)
  }
  return { child, err: () => printed.err, committed: () => Number(printed.out.split('\n').at(-2)) || 0 }
}

/** Kills writers at random moments; no day that one told of is lost, and none is there in part. */
const killWriters = async (
  t: TestContext,
  kind: 'sqlite' | 'postgres',
  address: string,
  open: () => Promise<AccessStore>,
) => {
  const kills = scaled(20, 200)
  let [days, told, repeated] = [0, 0, 0]
  for (let kill = 0; kill < kills; kill++) {
    const writer = await startWriter(kind, address)
    await delay(Math.random() * 600)
    writer.child.kill('SIGKILL')
    assert.equal(await ended(writer.child), null, writer.err())
    told = Math.max(told, writer.committed())
    const store = await open()
    const found = await assertWholeDays(store.archive, size)
    assert.ok(found >= told, `day ${told} was committed, and ${found} is the last`)
    if (found === days) repeated++
    days = found
    await store.close()
  }
  const store = await open()
  await appendDay(store.archive, size)
  assert.equal(await assertWholeDays(store.archive, size), days + 1)
  assert.deepEqual(await store.check(), ['ok'])
  await store.close()
  t.diagnostic(`${kills} kills, ${days} days, ${repeated} kills before the first day of a writer was done`)
  assert.ok(days > 0 && repeated < kills)
}

test('a writer of SQLite that is killed at any moment loses no day and shows no half of one', (t) => {
  const file = join(tempFolder(t), 'accounts.db')
  return killWriters(t, 'sqlite', file, () => openSqliteStore({ file, durability: 'process', now: Date.now }))
})

test('a writer of PostgreSQL that is killed at any moment loses no day and shows no half of one', {
  skip,
}, async (t) => {
  const url = await schema()
  await killWriters(t, 'postgres', url, () => openPostgresStore({ url, now: Date.now }))
})

test('a writer whose PostgreSQL connections are cut fails as unavailable, and the next one goes on whole', {
  skip,
}, async (t) => {
  const url = await schema()
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ~ 'price_'`
  const open = () => openPostgresStore({ url, now: Date.now })
  const writer = await open()
  t.after(writer.close)
  // Reads by connections made after the cut: the writer may still hold one that is dead and not yet known to be.
  const wholeDays = async () => {
    const reader = await open()
    return assertWholeDays(reader.archive, size).finally(reader.close)
  }
  let [rounds, failures, days] = [0, 0, 0]
  for (; rounds < scaled(8, 60) || failures === 0; rounds++) {
    const appending = appendDay(writer.archive, size).then(
      () => 'done',
      (error) => error.code ?? String(error),
    )
    await delay(Math.random() * 60)
    await runSql(url, cut)
    const outcome = await appending
    assert.ok(['done', 'access_store_unavailable'].includes(outcome), outcome)
    if (outcome !== 'done') failures++
    const found = await wholeDays()
    assert.ok(found >= days)
    days = found
  }
  const next = await open()
  t.after(next.close)
  await appendDay(next.archive, size)
  assert.equal(await wholeDays(), days + 1)
  t.diagnostic(`${failures} of ${rounds} days cut off, ${days} whole`)
})

test('while PostgreSQL is gone archive and ledger are unavailable, and serve again when it is back', async (t) => {
  if (!canOwnPostgres()) return t.skip(skipUnless(false, 'PostgreSQL binaries to run as root', '/usr/lib/postgresql'))
  const server = await ownPostgres(t)
  const { archive, syncLedger, close } = await openPostgresStore({ url: server.url, now: Date.now })
  t.after(close)
  await appendDay(archive, size)
  const lease = await syncLedger.acquire('tcgcsv', 60_000)
  const works = [
    () => archive.head('tcgcsv'),
    () => archive.monthPage('tcgcsv', '2026-11', 1, 1),
    () => archive.segment('tcgcsv', 1),
    () => archive.stage('tcgcsv', 2, { months: [], products: [], series: [series(1)] }),
    () => syncLedger.read('tcgcsv'),
    () => lease?.update({ lastBuild: 'x' }),
  ]
  await server.kill()
  for (const work of works)
    await assert.rejects(
      async () => work(),
      (error) => error instanceof ServiceError && error.code === 'access_store_unavailable',
    )
  await server.restart()
  for (const work of works) await work()
  await appendDay(archive, size)
  assert.equal(await assertWholeDays(archive, size), 2)
  assert.equal((await syncLedger.read('tcgcsv'))?.lastBuild, 'x')
})

test('a writer whose disk is full or fails in mid-append ends as unavailable, and the next one goes on whole', {
  skip: noFailingDisk,
}, async (t) => {
  const file = join(tempFolder(t), 'accounts.db')
  const disk = failingDisk(t, 'accounts.db')
  const open = () => openSqliteStore({ file, durability: 'process', now: Date.now })
  let days = 0
  for (let round = 0; round < scaled(4, 40); round++) {
    const writer = await startWriter('sqlite', file, disk.env)
    await delay(Math.random() * 300)
    disk.fail(round % 2 ? 'write EIO' : 'write ENOSPC')
    assert.equal(await ended(writer.child), 1)
    assert.match(writer.err(), /database of accounts is unavailable/)
    disk.heal()
    const store = await open()
    const found = await assertWholeDays(store.archive, size)
    assert.ok(found >= days && found >= writer.committed())
    await appendDay(store.archive, size)
    days = await assertWholeDays(store.archive, size)
    assert.equal(days, found + 1)
    await store.close()
  }
})
