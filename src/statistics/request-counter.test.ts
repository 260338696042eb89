import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RequestCount } from './ports.ts'
import { type CountedRequest, createRequestCounter } from './request-counter.ts'

const request = (changes: Partial<CountedRequest> = {}): CountedRequest => ({
  accountId: 'acc_a',
  keyId: 'key_a',
  operation: 'getPrices',
  status: 200,
  code: null,
  ...changes,
})

const counterAt = (instant: string, maxCounts?: number) => {
  const clock = { now: Date.parse(instant) }
  const counter = createRequestCounter({ now: () => clock.now, ...(maxCounts === undefined ? {} : { maxCounts }) })
  return { clock, counter }
}

const sum = (counts: readonly RequestCount[]): number => counts.reduce((all, { requests }) => all + requests, 0)

test('requests are told apart by day, account, key, operation, outcome and code', () => {
  const { clock, counter } = counterAt('2026-11-21T23:59:59.999Z')
  counter.count(request())
  counter.count(request({ status: 304 }))
  counter.count(request({ status: 429, code: 'rate_limited' }))
  counter.count(request({ accountId: null, keyId: null, operation: null, status: 404, code: 'route_not_found' }))
  counter.count(request({ status: 503, operation: 'readyz' }))
  clock.now += 1
  counter.count(request())
  // The clock jumps back: the day it shows is the day that counts.
  clock.now -= 1
  counter.count(request())
  const rows = counter
    .take()
    .map((one) => [one.day, one.accountId, one.keyId, one.operation, one.outcome, one.code, one.requests])
  assert.deepEqual(rows, [
    ['2026-11-21', 'acc_a', 'key_a', 'getPrices', 'ok', null, 3],
    ['2026-11-21', 'acc_a', 'key_a', 'getPrices', 'refused', 'rate_limited', 1],
    ['2026-11-21', 'acc_a', 'key_a', 'readyz', 'failed', null, 1],
    ['2026-11-21', null, null, null, 'refused', 'route_not_found', 1],
    ['2026-11-22', 'acc_a', 'key_a', 'getPrices', 'ok', null, 1],
  ])
  assert.deepEqual(counter.take(), [])
})

test('beyond its bound it tells keys apart no more, and loses none', () => {
  const { counter } = counterAt('2026-11-21T12:00:00Z', 100)
  for (let i = 0; i < 100_000; i++)
    counter.count(request({ accountId: `acc_${i}`, keyId: `key_${i}`, status: i % 2 ? 200 : 500 }))
  const counts = counter.take()
  assert.equal(sum(counts), 100_000)
  assert.equal(counts.length, 102)
  assert.equal(sum(counts.filter(({ keyId, accountId }) => keyId === 'other' && accountId === 'other')), 99_900)
})

test('requests without a key stay what they are beyond the bound, too', () => {
  const { counter } = counterAt('2026-11-21T12:00:00Z', 10)
  for (let i = 0; i < 20; i++) counter.count(request({ keyId: `key_${i}` }))
  counter.count(request({ accountId: null, keyId: null, status: 401, code: 'invalid_api_key' }))
  const refused = counter.take().filter(({ outcome }) => outcome === 'refused')
  assert.deepEqual(
    refused.map(({ accountId, keyId, requests }) => [accountId, keyId, requests]),
    [[null, null, 1]],
  )
})

test('what is put back is added to what was counted meanwhile, within the same bound', () => {
  const { counter } = counterAt('2026-11-21T12:00:00Z', 50)
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 40; i++) counter.count(request({ keyId: `key_${round * 20 + i}` }))
    counter.putBack(counter.take())
  }
  const counts = counter.take()
  assert.equal(sum(counts), 400)
  assert.ok(counts.length <= 51, String(counts.length))
})

test('counting takes no longer than a request can spare', () => {
  const { counter } = counterAt('2026-11-21T12:00:00Z')
  const requests = Array.from({ length: 512 }, (_, i) =>
    request({
      keyId: `key_${i % 64}`,
      operation: `operation_${i % 8}`,
      ...(i % 16 ? {} : { status: 429, code: 'rate_limited' }),
    }),
  )
  const round = (count: number) => {
    const startedMs = performance.now()
    for (let i = 0; i < count; i++) counter.count(requests[i & 511] as CountedRequest)
    return ((performance.now() - startedMs) * 1e6) / count
  }
  round(200_000)
  const nanoseconds = Math.min(...Array.from({ length: 5 }, () => round(200_000)))
  // A tenth of a microsecond on a quiet machine; ten times as much is let pass on a busy one.
  assert.ok(nanoseconds < 1_000, `${nanoseconds.toFixed(0)} ns`)
})
