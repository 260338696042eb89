import assert from 'node:assert/strict'
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ServiceError } from '../../src/contract/errors.ts'
import { restoreSqlite } from '../../src/stores/sqlite-restore.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { UnusableDatabaseError } from '../../src/stores/store.ts'
import { type ArchiveUnderTest, type Hooks, segmentAfter, source } from '../support/archive.ts'
import { appendDay, assertWholeDays } from '../support/archive-days.ts'
import { memoryFolder, tempFolder } from '../support/temp.ts'
import { describeArchiveRemoval } from './archive-removal.ts'
import { describeArchiveStore } from './archive-store.ts'
import { describeSyncLedger } from './sync-ledger.ts'

const prepare = (t: Hooks): ArchiveUnderTest => {
  const file = join(memoryFolder(t), 'accounts.db')
  return {
    open: (now = Date.now) => openSqliteStore({ file, durability: 'process', now }),
    usesClock: true,
    runSql: async (statement) => {
      const database = new DatabaseSync(file)
      database.exec(statement)
      database.close()
    },
    filesOf: async () =>
      ['', '-wal', '-shm'].filter((part) => existsSync(file + part)).map((part) => readFileSync(file + part)),
  }
}

describeArchiveStore('SQLite', prepare)
describeArchiveRemoval('SQLite', prepare)
describeSyncLedger('SQLite', prepare)

test('a backup ends while another connection writes all the time, and has every day that was whole', async (t) => {
  const folder = tempFolder(t)
  const store = await openSqliteStore({ file: join(folder, 'accounts.db'), durability: 'process', now: Date.now })
  const size = { pages: 5_000, series: 20_000 }
  for (let day = 0; day < 2; day++) await appendDay(store.archive, size, 8_000_000)
  let isDone = false
  const writing = (async () => {
    for (let written = 0; ; written++) {
      if (isDone) return written
      await store.syncLedger.acquire(`source ${written}`, 1_000)
      await setImmediate()
    }
  })()
  const copy = join(folder, 'backup.db')
  await store.backup(copy)
  isDone = true
  assert.ok((await writing) > 0)
  await store.close()
  const restored = await openSqliteStore({ file: copy, durability: 'process', now: Date.now })
  assert.equal(await assertWholeDays(restored.archive, size), 2)
  assert.deepEqual(await restored.check(), ['ok'])
  await restored.close()
})

test('damage in kept prices is found by a check, stops no call from being counted, and cannot be read', async (t) => {
  const file = join(tempFolder(t), 'accounts.db')
  const open = () => openSqliteStore({ file, durability: 'process', now: Date.now })
  const store = await open()
  assert.equal(
    await store.archive.commit(segmentAfter(null, { content: Buffer.alloc(4_000_000, 'of many pages') })),
    true,
  )
  await store.close()
  const database = new DatabaseSync(file)
  const statement = "select pageno from dbstat where name = 'price_segments' and pagetype = 'leaf'"
  const leaf = Number(database.prepare(statement).all()[0]?.pageno)
  database.close()
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(4_096, 0x5a), 0, 4_096, (leaf - 1) * 4_096)
  closeSync(handle)
  const damaged = await open()
  assert.notDeepEqual(await damaged.check(), ['ok'])
  await assert.rejects(
    damaged.archive.segment(source, 1),
    (error) => error instanceof ServiceError && error.code === 'access_store_unavailable',
  )
  assert.ok(await damaged.isReady())
  await damaged.close()
  const place = join(tempFolder(t), 'accounts.db')
  await assert.rejects(restoreSqlite(place, file, '2026-11-21T09:30:00.000Z'), UnusableDatabaseError)
  assert.equal(existsSync(place), false)
})
