import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { ArchiveStore } from '../../src/archive/ports.ts'
import { rebuildIndex } from '../../src/archive/rebuild-index.ts'
import { recordBatch } from '../../src/archive/record-batch.ts'
import { verifyArchive } from '../../src/archive/verify-archive.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { dayMs } from '../../src/time/units.ts'
import { collect, observation, source } from '../support/archive.ts'
import { tempFolder } from '../support/temp.ts'

const firstMs = Date.parse('2026-01-20T20:00:00Z')
const days = 160

/** Five months of products that come and go, in the archive that their days left behind. */
const recordDays = async (t: TestContext): Promise<ArchiveStore> => {
  const opened = await openSqliteStore({ file: join(tempFolder(t), 'prices.db'), durability: 'process', now: Date.now })
  t.after(() => opened.close())
  for (let day = 0; day < days; day += 4) {
    const listed = Array.from({ length: 300 }, (_, at) => at + 1).filter((id) => (id + day) % 23 > 1)
    const observations = listed.map((id) =>
      observation({ productId: id, skuId: id * 1000 + 1, marketCents: 100 + ((id * day) % 7) }),
    )
    const observedAtMs = firstMs + day * dayMs
    const now = () => new Date(observedAtMs + 3_600_000)
    const batch = { source, observedAtMs, isComplete: true, observations }
    await recordBatch({ store: opened.archive, batch, now, onConflict: 'report', keep: 'all' })
  }
  return opened.archive
}

const readIndex = async (store: ArchiveStore) => {
  const { sequence } = (await store.head(source)) ?? { sequence: 0 }
  const months = await store.months(source, sequence)
  const pages = await Promise.all(months.map((month) => collect(store.monthPages(source, month, sequence))))
  return { pages, series: await store.series(source, 0, 2 ** 31 - 1, sequence) }
}

test('the index that threads build is byte for byte the one that the days left behind', async (t) => {
  const store = await recordDays(t)
  const before = await readIndex(store)
  assert.equal(before.pages.length, 6)
  await rebuildIndex(store, source, { fromScratch: true })
  assert.deepEqual(await readIndex(store), before)
})

test('a thread that dies ends the rebuild with an error that says so, and the index is as it was', async (t) => {
  const store = await recordDays(t)
  const before = await readIndex(store)
  process.once('worker', (worker) => worker.terminate())
  await assert.rejects(rebuildIndex(store, source), {
    name: 'RebuildStoppedError',
    message: 'A thread that builds the index ended before its work was done.',
  })
  assert.deepEqual(await readIndex(store), before)
  assert.deepEqual((await verifyArchive(store, source)).damages, [])
})

test('no more months are in memory than there are threads', async (t) => {
  const store = await recordDays(t)
  const headers = await store.headers(source)
  const inMemory = new Set<string>()
  let reads = 0
  let most = 0
  await rebuildIndex(
    {
      ...store,
      segment: async (name, sequence) => {
        const { observedAtMs = 0 } = headers.find((header) => header.sequence === sequence) ?? {}
        // The first time all are read to see that the log is sound, one after the other.
        if (++reads > headers.length) inMemory.add(new Date(observedAtMs).toISOString().slice(0, 7))
        most = Math.max(most, inMemory.size)
        return store.segment(name, sequence)
      },
      stage: async (name, sequence, rows) => {
        await store.stage(name, sequence, rows)
        for (const { month } of rows.months) inMemory.delete(month)
      },
    },
    source,
  )
  assert.ok(most >= 1 && most <= availableParallelism(), `${most} months`)
})
