import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openPriceArchive } from '../../src/archive/open-price-archive.ts'
import type { ObservationBatch, PriceObservation } from '../../src/archive/ports.ts'
import { rebuildIndex } from '../../src/archive/rebuild-index.ts'
import { recordBatch } from '../../src/archive/record-batch.ts'
import type { RecordRequest } from '../../src/archive/recording.ts'
import { verifyArchive } from '../../src/archive/verify-archive.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { observation } from '../support/archive.ts'
import { tempFolder } from '../support/temp.ts'

const source = 'tcgcsv'
const at = (day: string): number => Date.parse(`${day}T20:00:00Z`)

const price = (productId: number, marketCents: number | null, more: Partial<PriceObservation> = {}): PriceObservation =>
  observation({
    productId,
    skuId: 1_000_000_000_000 + productId * 1000 + 1,
    marketCents,
    midCents: 500,
    ...more,
  })

const day = (date: string, ...observations: readonly PriceObservation[]): ObservationBatch => ({
  source,
  observedAtMs: at(date),
  isComplete: true,
  observations,
})

const openArchive = async (t: TestContext) => {
  const opened = await openSqliteStore({ file: join(tempFolder(t), 'prices.db'), durability: 'process', now: Date.now })
  t.after(() => opened.close())
  const store = opened.archive
  const record = (batch: ObservationBatch, more: Partial<RecordRequest> = {}) =>
    recordBatch({
      store,
      batch,
      now: () => new Date(batch.observedAtMs + 600_000),
      onConflict: 'report',
      keep: 'all',
      ...more,
    })
  const read = async () => {
    const archive = await openPriceArchive({ store, source, pollMs: 5_000 })
    t.after(archive.close)
    return archive
  }
  return { store, record, read }
}

const everything = { asOfMs: null, knownAtMs: null }

test('a day is asked back as of its time and later, with the two times of its observation', async (t) => {
  const { record, read } = await openArchive(t)
  await record(day('2026-10-30', price(1, 100), price(2, null)))
  await record(day('2026-11-01', price(1, 120, { lowestCents: 2 ** 53 - 1 })))
  const archive = await read()
  const priceAt = async (productId: number, asOfMs: number | null) =>
    (await archive.prices(productId, { asOfMs, knownAtMs: null })).map(({ price }) => price)
  const first = {
    marketCents: 100,
    lowestCents: null,
    observedAtMs: at('2026-10-30'),
    recordedAtMs: at('2026-10-30') + 600_000,
  }
  assert.deepEqual(await priceAt(1, at('2026-10-30') - 1), [null])
  assert.deepEqual(await priceAt(1, at('2026-10-30')), [first])
  assert.deepEqual(await priceAt(1, at('2026-11-01') - 1), [first])
  assert.deepEqual(await priceAt(1, null), [
    {
      marketCents: 120,
      lowestCents: 2 ** 53 - 1,
      observedAtMs: at('2026-11-01'),
      recordedAtMs: at('2026-11-01') + 600_000,
    },
  ])
  assert.deepEqual(await priceAt(2, null), [{ ...first, marketCents: null }])
  assert.deepEqual(await priceAt(3, null), [])
  assert.deepEqual(
    (await archive.history(1, 0, everything)).map(({ prices }) => prices.map(({ marketCents }) => marketCents)),
    [[100, 120]],
  )
  assert.equal(await archive.firstObservedAtMs(1), at('2026-10-30'))
})

test('the same day again is known; other content is reported, and a correction where that is asked for', async (t) => {
  const { store, record, read } = await openArchive(t)
  const batch = day('2026-11-01', price(1, 100), price(2, 200))
  assert.equal((await record(batch)).status, 'recorded')
  assert.equal((await record(batch)).status, 'known')
  const changed = day('2026-11-01', price(1, 101), price(3, 300))
  const conflict = await record(changed)
  assert.equal(conflict.status === 'conflict' && conflict.count, 3)
  assert.equal((await store.headers(source)).length, 1)

  const laterMs = at('2026-11-09')
  assert.equal((await record(changed, { onConflict: 'correct', now: () => new Date(laterMs) })).status, 'recorded')
  const archive = await read()
  const markets = async (knownAtMs: number | null) =>
    (await Promise.all([1, 2, 3].map((id) => archive.prices(id, { asOfMs: null, knownAtMs })))).map(
      ([row]) => row && (row.price?.marketCents ?? null),
    )
  assert.deepEqual(await markets(laterMs - 1), [100, 200, undefined])
  assert.deepEqual(await markets(laterMs), [101, null, 300])
})

test('records of products come back as given; one that the newest file lacks is gone, its prices stay', async (t) => {
  const { record, read } = await openArchive(t)
  const batch = day('2026-11-01', price(1, 100), price(64, 200))
  const records = [
    { productId: 64, record: { name: 'Blastoise\n64 "x"' } },
    { productId: 1, record: { name: 'Abra' } },
  ]
  await record(batch, { productRecords: records })
  assert.equal((await record(batch, { productRecords: records })).status, 'known')
  const archive = await read()
  assert.deepEqual(await archive.productRecord(1), { name: 'Abra' })
  assert.deepEqual(await archive.productRecord(64), { name: 'Blastoise\n64 "x"' })
  assert.equal(await archive.productRecord(2), null)

  assert.equal((await record(batch, { productRecords: records.slice(1) })).status, 'recorded')
  await archive.refresh()
  assert.equal(await archive.productRecord(64), null)
  assert.equal((await archive.prices(64, everything))[0]?.price?.marketCents, 200)
})

test('where only the newest day is kept, nothing of those before is left, and the log begins anew', async (t) => {
  const { store, record, read } = await openArchive(t)
  const more = { keep: 'newest', graceMs: 0 } as const
  await record(day('2026-10-30', price(1, 100), price(2, 200)), more)
  await record(day('2026-10-31', price(1, 110)), more)
  assert.equal((await record(day('2026-10-29', price(1, 90)), more)).status, 'known')
  assert.deepEqual(
    (await store.headers(source)).map(({ sequence, previousHash }) => [sequence, previousHash]),
    [[2, '0'.repeat(64)]],
  )
  const archive = await read()
  assert.deepEqual(await archive.prices(2, everything), [])
  assert.equal((await archive.history(1, 0, everything))[0]?.prices.length, 1)
})

test('a forgetting that was cut off is no damage, and what it left is read by nobody', async (t) => {
  const { store, record, read } = await openArchive(t)
  await record(day('2026-10-30', price(1, 100), price(200, 200)))
  await record(day('2026-10-31', price(1, 110)), {
    keep: 'newest',
    store: { ...store, forget: async () => {} },
    graceMs: 0,
  })
  assert.equal((await store.headers(source)).length, 2)
  assert.deepEqual((await verifyArchive(store, source)).damages, [])
  await rebuildIndex(store, source)
  assert.deepEqual((await verifyArchive(store, source)).damages, [])
  await record(day('2026-11-01', price(1, 120)))
  assert.deepEqual((await verifyArchive(store, source)).damages, [])
  const archive = await read()
  assert.deepEqual(
    (await archive.history(1, 0, everything))[0]?.prices.map(({ marketCents }) => marketCents),
    [110, 120],
  )
})
