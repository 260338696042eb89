import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { readConfig } from '../../src/app/configuration/config.ts'
import type { RequestCount, RequestCountStore } from '../../src/statistics/ports.ts'
import { createRequestStatistics } from '../../src/statistics/request-statistics.ts'
import { openStore } from '../../src/stores/open-store.ts'
import { engines } from '../support/engines.ts'
import { databaseForTest, runSql, testPostgres } from '../support/postgres.ts'

const count = (changes: Partial<RequestCount> = {}): RequestCount => ({
  day: '2026-11-21',
  accountId: 'acc_a',
  keyId: 'key_a',
  operation: 'getPrices',
  outcome: 'ok',
  code: null,
  requests: 1,
  ...changes,
})

let sequence = 0
const add = (store: RequestCountStore, counts: readonly RequestCount[]) =>
  store.add({ writer: 'w', sequence: ++sequence, counts })

const all = async (store: RequestCountStore, day: string, accountId?: string | null): Promise<RequestCount[]> => {
  const rows: RequestCount[] = []
  for await (const portion of store.read(day, accountId)) rows.push(...portion)
  return rows
}

for (const { name, skip, prepare } of await engines())
  describe(`request counts in ${name}`, { skip: skip ?? false, concurrency: 3 }, () => {
    /** A fresh store, opened as so many processes would. */
    const opened = async (t: TestContext, times = 1) => {
      const config = await readConfig(await prepare(t))
      return Promise.all(
        Array.from({ length: times }, async () => {
          const store = await openStore(config, Date.now)
          t.after(() => store.close())
          return store
        }),
      )
    }

    test('counts are added to those that are there, and read as they were written', async (t) => {
      const [store] = await opened(t)
      const { requestCounts, sizeBytes } = store as NonNullable<typeof store>
      assert.equal(await requestCounts.firstDay(), null)
      const refused = count({
        accountId: null,
        keyId: null,
        operation: null,
        outcome: 'refused',
        code: 'invalid_api_key',
      })
      await add(requestCounts, [count(), refused, count({ day: '2026-11-22' })])
      await add(requestCounts, [count({ requests: 2 ** 40 })])
      assert.deepEqual(await all(requestCounts, '2026-11-21'), [refused, count({ requests: 2 ** 40 + 1 })])
      assert.deepEqual(await all(requestCounts, '2026-11-21', 'acc_a'), [count({ requests: 2 ** 40 + 1 })])
      assert.deepEqual(await all(requestCounts, '2026-11-21', null), [refused])
      assert.equal(await requestCounts.firstDay(), '2026-11-21')
      assert.ok((await sizeBytes()) > 10_000)
    })

    test('a day of many keys is read in portions, each row once, and old days are removed', async (t) => {
      const [store] = await opened(t)
      const { requestCounts } = store as NonNullable<typeof store>
      const many = Array.from({ length: 4_001 }, (_, i) =>
        count({ accountId: `acc_${i % 7}`, keyId: `key_${i}`, requests: i }),
      )
      await add(requestCounts, many)
      await add(requestCounts, [count({ day: '2026-11-22', accountId: `'; drop table request_counts; --` })])
      const read = await all(requestCounts, '2026-11-21')
      assert.equal(read.length, 4_001)
      assert.equal(new Set(read.map(({ keyId }) => keyId)).size, 4_001)
      assert.equal((await all(requestCounts, '2026-11-21', 'acc_3')).length, 572)
      await requestCounts.removeBefore('2026-11-22')
      assert.equal(await requestCounts.firstDay(), '2026-11-22')
      assert.deepEqual(await all(requestCounts, '2026-11-21'), [])
    })

    test('a batch counts once, however often it is brought, also while its first attempt is under way', async (t) => {
      const stores = await opened(t, 3)
      const [first] = stores.map(({ requestCounts }) => requestCounts)
      const counts = Array.from({ length: 45 }, (_, i) => count({ keyId: `key_${i}` }))
      const bring = (writer: string, sequence: number) =>
        Promise.all(stores.map(({ requestCounts }) => requestCounts.add({ writer, sequence, counts })))
      for (const [writer, sequence] of [
        ['one', 1],
        ['other', 1],
        ['one', 2],
        ['one', 1],
      ] as const)
        await bring(writer, sequence)
      const rows = await all(first as RequestCountStore, '2026-11-21')
      assert.deepEqual([rows.length, ...new Set(rows.map(({ requests }) => requests))], [45, 3])
    })

    test('requests have their turn while many old days are removed', async (t) => {
      const [store] = await opened(t)
      const { requestCounts } = store as NonNullable<typeof store>
      await add(
        requestCounts,
        Array.from({ length: 4_000 }, (_, i) => count({ keyId: `key_${i}` })),
      )
      let [turns, isRemoved] = [0, false]
      const counted = (async () => {
        for (; !isRemoved; turns++) await nextIteration()
      })()
      await requestCounts.removeBefore('2026-11-22')
      isRemoved = true
      await counted
      assert.ok(turns >= 8, String(turns))
    })

    test('processes that add at the same time sum up', async (t) => {
      const stores = await opened(t, 3)
      const counters = stores.map(({ requestCounts }) =>
        createRequestStatistics({ store: requestCounts, now: Date.now }),
      )
      const keys = Array.from({ length: 40 }, (_, i) => `key_${i}`)
      for (let round = 0; round < 10; round++) {
        await Promise.all(
          counters.map((counter, index) => {
            // In another order in each process.
            for (const keyId of index % 2 ? keys : keys.toReversed())
              counter.count({ accountId: 'acc_a', keyId, operation: 'getPrices', status: 200, code: null })
            return counter.write()
          }),
        )
      }
      const [first] = counters
      const sums = await first?.read({ days: 2, accountId: 'acc_a' })
      assert.deepEqual(sums?.total, { ok: 1_200, refused: 0, failed: 0 })
      assert.deepEqual([...new Set(sums?.byKey.map(({ ok }) => ok))], [30])
      for (const counter of counters) await counter.close()
    })
  })

const postgres = await testPostgres()

test('connections to PostgreSQL that are cut delay the counts and lose none', {
  skip: postgres.skip ?? false,
}, async (t) => {
  const url = await databaseForTest(t, postgres.url)
  const store = await openStore(await readConfig({ DATABASE_URL: url }), Date.now)
  t.after(() => store.close())
  const events: unknown[] = []
  const statistics = createRequestStatistics({
    store: store.requestCounts,
    now: Date.now,
    onWritten: (error) => void events.push(error),
    everyMs: 5,
  })
  t.after(statistics.close)
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database()`
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 100; i++)
      statistics.count({ accountId: 'acc_a', keyId: `key_${i}`, operation: 'getPrices', status: 200, code: null })
    await Promise.all([statistics.write().catch(() => {}), runSql(url, cut)])
  }
  let total = 0
  for (const until = performance.now() + 60_000; total < 1_000 && performance.now() < until; )
    total = await statistics.read({ days: 2 }).then(
      (sums) => sums.total.ok,
      () => 0,
    )
  // One that was cut as it was confirmed is brought again, and known.
  assert.equal(total, 1_000)
  t.diagnostic(`${events.length / 2} outages`)
})
