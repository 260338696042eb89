import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { createMeter } from '../../src/accounts/metering.ts'
import type { AgreedAllowances } from '../../src/accounts/ports.ts'
import { ServiceError } from '../../src/contract/errors.ts'
import { backupSqlite } from '../../src/stores/sqlite-backup.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { BackupError, UnusableDatabaseError } from '../../src/stores/store.ts'
import { memoryFolder, tempFolder } from '../support/temp.ts'
import { describeAccessStore, type StoreUnderTest } from './access-store.ts'
import { describeAccountStates } from './account-states.ts'

const prepare = (t: Parameters<typeof tempFolder>[0]): StoreUnderTest => {
  const file = join(memoryFolder(t), 'accounts.db')
  return {
    usesClock: true,
    open: (clock) => openSqliteStore({ file, durability: 'process', now: clock.read }),
    runSql: async (statement) => {
      const database = new DatabaseSync(file)
      try {
        return database.prepare(statement).all()
      } finally {
        database.close()
      }
    },
  }
}

describeAccessStore('SQLite', prepare)
describeAccountStates('SQLite', prepare)

const asPlan: AgreedAllowances = { requestsPerMinute: null, monthlyRequests: null, activeKeys: null }

const withAccount = async (
  file: string,
  now: () => number,
  options: Pick<Parameters<typeof openSqliteStore>[0], 'readerWaitMs' | 'upkeep'> = {},
) => {
  const store = await openSqliteStore({ file, durability: 'process', now, ...options })
  const accounts = createAccounts({ store: store.accounts, meter: createMeter({ counter: store.counter }), now })
  const agreed = { requestsPerMinute: 1_000_000, monthlyRequests: 10_000_000, activeKeys: 5 }
  const { id } = await accounts.create({ name: 'Load', plan: 'scale', agreed })
  const { key } = await accounts.issueKey({ accountId: id, label: null, expiresAt: null })
  return { store, accounts, id, key }
}

test('the write-ahead log stays below 8 MiB over 100,000 units', async (t) => {
  const file = join(tempFolder(t), 'accounts.db')
  const { store, accounts, id, key } = await withAccount(file, Date.now)
  let largest = 0
  for (let done = 0; done < 100_000; done += 50) {
    await Promise.all(Array.from({ length: 50 }, () => accounts.admit(key)))
    if (done % 5_000 === 0) largest = Math.max(largest, statSync(`${file}-wal`).size)
  }
  largest = Math.max(largest, statSync(`${file}-wal`).size)
  t.diagnostic(`largest write-ahead log: ${(largest / 1_048_576).toFixed(1)} MiB`)
  assert.ok(largest <= 8 * 1_048_576, `${largest} bytes`)
  assert.equal((await accounts.usageOf(id)).month.used, 100_000)
  await store.close()
})

test('a thread empties a long write-ahead log where commits do not', async (t) => {
  const file = join(tempFolder(t), 'accounts.db')
  const { store } = await withAccount(file, Date.now, { upkeep: 'thread' })
  const other = new DatabaseSync(file)
  other.exec('pragma wal_autocheckpoint = 0; create table filler (bytes blob)')
  other.exec('insert into filler values (zeroblob(70_000_000))')
  assert.ok(statSync(`${file}-wal`).size > 70_000_000)
  while (statSync(`${file}-wal`).size > 0) await delay(5)
  other.close()
  await store.close()
})

test('the database and its folder are readable by the owner alone, and hold no key', async (t) => {
  const folder = join(tempFolder(t), 'data')
  const file = join(folder, 'accounts.db')
  const { store, key } = await withAccount(file, Date.now)
  assert.equal(statSync(folder).mode & 0o777, 0o700)
  for (const part of [file, `${file}-wal`]) {
    assert.equal(statSync(part).mode & 0o077, 0, part)
    assert.ok(!readFileSync(part).includes(key.split('_')[2] as string), part)
  }
  await store.close()
})

test('a lock of another process is waited for without blocking, then refused and never granted', async (t) => {
  const file = join(tempFolder(t), 'accounts.db')
  const { store, accounts, id, key } = await withAccount(file, Date.now)
  const intruder = new DatabaseSync(file)
  intruder.exec('begin immediate')
  let turns = 0
  const watch = setInterval(() => turns++, 10)
  await assert.rejects(
    accounts.admit(key),
    (error) => error instanceof ServiceError && error.code === 'access_store_unavailable',
  )
  clearInterval(watch)
  // Waiting in SQLite itself would stand still for the whole 1.5 s; a busy machine still has some turns.
  assert.ok(turns > 5, `the event loop had ${turns} turns`)
  intruder.exec('rollback')
  await accounts.admit(key)
  assert.equal((await accounts.usageOf(id)).month.used, 1)
  intruder.close()
  await store.close()
})

test('a new file that another process is just making is waited for without blocking', async (t) => {
  for (const lock of ['immediate', 'exclusive']) {
    const file = join(tempFolder(t), 'accounts.db')
    const maker = new DatabaseSync(file)
    maker.exec(`begin ${lock}`)
    const made = delay(50).then(() => maker.exec('commit'))
    const store = await openSqliteStore({ file, durability: 'process', now: Date.now })
    await made
    assert.equal(await store.isReady(), true)
    await store.close()
    maker.close()
  }
})

test('a deleted name stays in the file while a reader needs it, which is said, and leaves in an hour', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const file = join(tempFolder(t), 'accounts.db')
  const { store, accounts } = await withAccount(file, Date.now, { readerWaitMs: 250, upkeep: 'thread' })
  const hasName = (name: string) => [file, `${file}-wal`].some((part) => readFileSync(part).includes(name))
  const created = async (name: string) => (await accounts.create({ name, plan: 'starter', agreed: asPlan })).id
  const first = await created('Corner Shop')
  assert.deepEqual([await accounts.delete(first), hasName('Corner Shop')], [{ isStillRead: false }, false])
  const second = await created('Market Stall')
  const reader = new DatabaseSync(file)
  reader.exec('begin; select * from accounts')
  assert.deepEqual([await accounts.delete(second), hasName('Market Stall')], [{ isStillRead: true }, true])
  reader.exec('commit')
  t.mock.timers.tick(3_600_000)
  while (hasName('Market Stall')) await delay(5)
  reader.close()
  await store.close()
})

test('a backup of what cannot be opened says why, and leaves no empty copy', async (t) => {
  const folder = tempFolder(t)
  const file = join(folder, 'accounts.db')
  writeFileSync(file, 'this is a text and no database, and it is long enough to be looked at as one '.repeat(100))
  const target = join(folder, 'copy.db')
  await assert.rejects(
    backupSqlite({ file, durability: 'process' }, target),
    (error) =>
      error instanceof BackupError && error.message === `No backup was written: ${target}: file is not a database.`,
  )
  assert.equal(existsSync(target), false)
})

test('a damaged, foreign or newer database is refused in one clear line and left as it is', async (t) => {
  const folder = tempFolder(t)
  const file = join(folder, 'accounts.db')
  const { store } = await withAccount(file, Date.now)
  await store.close()

  const foreign = join(folder, 'foreign.db')
  writeFileSync(foreign, 'this is a text, not a database, and long enough to be looked at '.repeat(100))
  const damaged = join(folder, 'damaged.db')
  copyFileSync(file, damaged)
  const bytes = readFileSync(damaged)
  bytes.fill(0x5a, 4096, 4096 * 3)
  writeFileSync(damaged, bytes)
  const newer = join(folder, 'newer.db')
  copyFileSync(file, newer)
  const database = new DatabaseSync(newer)
  database.exec("insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030-01-01')")
  database.close()

  for (const bad of [foreign, damaged, newer]) {
    const before = readFileSync(bad)
    await assert.rejects(openSqliteStore({ file: bad, durability: 'process', now: Date.now }), (error) => {
      assert.ok(error instanceof UnusableDatabaseError, String(error))
      assert.ok(!error.message.includes('\n'))
      return true
    })
    assert.deepEqual(readFileSync(bad), before)
  }
})

test('a file that is damaged while it is served is unavailable, not a defect', async (t) => {
  const file = join(tempFolder(t), 'accounts.db')
  const { store, accounts } = await withAccount(file, Date.now)
  for (let i = 0; i < 50; i++) await accounts.create({ name: `Shop ${i}`, plan: 'starter', agreed: asPlan })
  await store.close()
  const served = await openSqliteStore({ file, durability: 'process', now: Date.now, isChecked: false })
  const bytes = readFileSync(file)
  bytes.fill(0x5a, 4_096 * 4)
  writeFileSync(file, bytes)
  await assert.rejects(
    served.accounts.listAccounts(),
    (error) => error instanceof ServiceError && error.code === 'access_store_unavailable',
  )
  await served.close()
})

test('months and minutes are those of UTC in every time zone', () => {
  const script = `
    import { windowsAt } from ${JSON.stringify(new URL('../../src/accounts/windows.ts', import.meta.url).href)}
    const edges = [
      ...['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z', '2028-02-29T23:59:59.999Z'],
      ...['2028-03-01T00:00:00.000Z', '2026-11-21T09:29:59.999Z'],
    ]
    console.log(JSON.stringify(edges.map((edge) => windowsAt(Date.parse(edge)))))`
  const answers = ['UTC', 'Pacific/Kiritimati', 'Pacific/Niue', 'Asia/Kathmandu', 'America/New_York'].map((zone) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    }),
  )
  assert.equal(new Set(answers).size, 1)
  const windows = JSON.parse(answers[0] as string) as { minute: string; month: string }[]
  assert.deepEqual(
    windows.map(({ minute, month }) => `${month} ${minute}`),
    [
      '2026-12 2026-12-31T23:59',
      '2027-01 2027-01-01T00:00',
      '2028-02 2028-02-29T23:59',
      '2028-03 2028-03-01T00:00',
      '2026-11 2026-11-21T09:29',
    ],
  )
})
