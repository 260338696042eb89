import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay, setImmediate as nextIteration } from 'node:timers/promises'
import { ServiceError } from '../contract/errors.ts'
import type { RequestCount, RequestCountBatch, RequestCountStore } from './ports.ts'
import type { CountedRequest } from './request-counter.ts'
import { createRequestStatistics, lastDays } from './request-statistics.ts'

const request: CountedRequest = { accountId: 'acc_a', keyId: 'key_a', operation: 'getPrices', status: 200, code: null }

/** A store in memory that fails while it is told to, adds and then fails, or says nothing. */
const fakeStore = () => {
  const rows: RequestCount[] = []
  const state = { calls: 0, isUnavailable: false, isUnheard: false, isSilent: false, removedBefore: [] as string[] }
  let added = 0
  const store: RequestCountStore = {
    add: async ({ sequence, counts }) => {
      state.calls++
      if (state.isSilent) return new Promise(() => {})
      if (state.isUnavailable) throw new ServiceError('access_store_unavailable', 'The store is unavailable.')
      if (sequence > added) rows.push(...counts)
      added = Math.max(added, sequence)
      if (state.isUnheard) throw new ServiceError('access_store_unavailable', 'The connection broke.')
    },
    read: async function* (day, accountId) {
      yield rows.filter((row) => row.day === day && (accountId === undefined || row.accountId === accountId))
    },
    firstDay: async () => rows.map(({ day }) => day).sort()[0] ?? null,
    readMonth: async () => [],
    firstMonth: async () => null,
    lastDays: async () => new Map(),
    removeBefore: async (day) => void state.removedBefore.push(day),
  }
  return { store, rows, state }
}

const start = (options: { everyMs?: number } = {}) => {
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') }
  const fake = fakeStore()
  const events: unknown[] = []
  const statistics = createRequestStatistics({
    store: fake.store,
    now: () => clock.now,
    onWritten: (error) => void events.push(error),
    everyMs: 3_600_000,
    ...options,
  })
  return { clock, events, statistics, ...fake }
}

const written = (rows: readonly RequestCount[]): number => rows.reduce((sum, row) => sum + row.requests, 0)

test('a request calls no store: counts are written later, together', async (t) => {
  const { statistics, state, rows } = start({ everyMs: 20 })
  t.after(statistics.close)
  for (let i = 0; i < 1_000; i++) statistics.count(request)
  assert.equal(state.calls, 0)
  while (rows.length === 0) await delay(5)
  assert.deepEqual([state.calls, written(rows)], [1, 1_000])
  await delay(60)
  assert.equal(state.calls, 1, 'nothing is written when nothing was counted')
})

test('an outage of the store delays the counts, loses none, and is told once', async (t) => {
  const { statistics, state, rows, events } = start()
  t.after(statistics.close)
  state.isUnavailable = true
  for (let round = 0; round < 5; round++) {
    statistics.count(request)
    await assert.rejects(statistics.write(), { code: 'access_store_unavailable' })
  }
  assert.equal(events.length, 1)
  state.isUnavailable = false
  await statistics.write()
  assert.equal(written(rows), 5)
  assert.equal(events[1], null)
})

test('of many counts those that were written before a failure are not written again', async (t) => {
  const { statistics, state, rows, store } = start()
  t.after(statistics.close)
  for (let i = 0; i < 1_200; i++) statistics.count({ ...request, keyId: `key_${i}` })
  const { add } = store
  Object.assign(store, {
    add: async (batch: RequestCountBatch) => {
      if (state.calls === 1) state.isUnavailable = true
      await add(batch)
    },
  })
  await assert.rejects(statistics.write())
  assert.equal(written(rows), 200)
  state.isUnavailable = false
  await statistics.write()
  assert.equal(written(rows), 1_200)
  assert.equal(new Set(rows.map(({ keyId }) => keyId)).size, 1_200)
})

test('counts whose end was not heard of are brought again as they were, and so count once', async (t) => {
  const { statistics, state, rows } = start()
  t.after(statistics.close)
  state.isUnheard = true
  for (let i = 0; i < 500; i++) statistics.count({ ...request, keyId: `key_${i}` })
  for (let round = 0; round < 3; round++) {
    await assert.rejects(statistics.write())
    statistics.count(request)
  }
  state.isUnheard = false
  await statistics.write()
  assert.equal(written(rows), 503)
})

test('between the portions of many counts requests have their turn', async (t) => {
  const { statistics } = start()
  t.after(statistics.close)
  for (let i = 0; i < 2_000; i++) statistics.count({ ...request, keyId: `key_${i}` })
  let [turns, isWritten] = [0, false]
  const counted = (async () => {
    for (; !isWritten; turns++) await nextIteration()
  })()
  await statistics.write()
  isWritten = true
  await counted
  assert.ok(turns >= 9, String(turns))
})

test('the end writes what is left, also to a store that was away, and waits for no silent one', async () => {
  const ending = start()
  ending.statistics.count(request)
  await ending.statistics.close()
  assert.equal(written(ending.rows), 1)

  const away = start()
  away.state.isUnavailable = true
  away.statistics.count(request)
  const closed = away.statistics.close()
  while (away.state.calls === 0) await nextIteration()
  away.state.isUnavailable = false
  await closed
  assert.equal(written(away.rows), 1)

  const silent = start()
  silent.state.isSilent = true
  silent.statistics.count(request)
  const startedMs = performance.now()
  const held = setInterval(() => {}, 1_000)
  await silent.statistics.close()
  clearInterval(held)
  // It says nothing for as long as anybody waits.
  assert.ok(performance.now() - startedMs < 10_000)
})

test('400 days are kept: with each new day the one before them goes', async (t) => {
  const { statistics, state, clock } = start({ everyMs: 5 })
  t.after(statistics.close)
  while (state.removedBefore.length < 1) await delay(5)
  await delay(30)
  clock.now += 86_400_000
  while (state.removedBefore.length < 2) await delay(5)
  assert.deepEqual(state.removedBefore, ['2025-10-18', '2025-10-19'])
  assert.equal(lastDays(Date.parse('2026-11-21T12:00:00Z'), 400)[0], '2025-10-18')
})

test('sums hold what was counted a moment ago, and days before the first count are unknown', async (t) => {
  const { statistics, clock } = start()
  t.after(statistics.close)
  statistics.count(request)
  statistics.count({ ...request, accountId: null, keyId: null, operation: null, status: 401, code: 'invalid_api_key' })
  clock.now += 2 * 86_400_000
  for (let i = 0; i < 3; i++) statistics.count({ ...request, operation: 'identify', status: 503, code: 'service_busy' })
  const sums = await statistics.read({ days: 30 })
  assert.deepEqual(sums, {
    countedSince: '2026-11-21',
    total: { ok: 1, refused: 1, failed: 3 },
    byDay: [
      { day: '2026-11-21', ok: 1, refused: 1, failed: 0 },
      { day: '2026-11-22', ok: 0, refused: 0, failed: 0 },
      { day: '2026-11-23', ok: 0, refused: 0, failed: 3 },
    ],
    byAccount: [
      { accountId: 'acc_a', ok: 1, refused: 0, failed: 3 },
      { accountId: null, ok: 0, refused: 1, failed: 0 },
    ],
    byKey: [{ accountId: 'acc_a', keyId: 'key_a', ok: 1, refused: 0, failed: 3 }],
    byOperation: [
      { operation: 'identify', ok: 0, refused: 0, failed: 3 },
      { operation: 'getPrices', ok: 1, refused: 0, failed: 0 },
      { operation: null, ok: 0, refused: 1, failed: 0 },
    ],
    byCode: [
      { outcome: 'failed', code: 'service_busy', requests: 3 },
      { outcome: 'refused', code: 'invalid_api_key', requests: 1 },
    ],
  })
  assert.deepEqual((await statistics.read({ days: 1, accountId: null })).total, { ok: 0, refused: 0, failed: 0 })
  assert.deepEqual((await statistics.read({ days: 7, accountId: null })).total, { ok: 0, refused: 1, failed: 0 })
})
