import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMetrics } from '../../test/support/read-metrics.ts'
import { emptySyncRecord, type SyncRecord } from '../market/sync-ledger.ts'
import { figuresBetween } from '../telemetry/live-figures.ts'
import { checksOf } from './checks.ts'
import type { Overview } from './overview.ts'
import { syncFiguresOf } from './sync-figures.ts'

const observedAt = '2026-11-21T12:00:00.000Z'
const nowMs = Date.parse(observedAt)

const spanOf = (metrics: string): Overview['now'] => ({
  ...figuresBetween([], readMetrics(metrics), 60),
  seconds: 60,
  sampledAt: observedAt,
})

const known = (changes: Partial<Overview> = {}): Omit<Overview, 'checks'> => ({
  observedAt,
  service: { version: '1.0.0', startedAt: observedAt, marketSource: 'tcgcsv', database: 'SQLite', workers: 1 },
  unavailable: [],
  now: spanOf(''),
  memory: { residentBytes: 1, heapUsedBytes: 1, outsideHeapBytes: 0 },
  requests: null,
  accounts: [],
  sync: null,
  catalogue: { source: 'tcgcsv', fetchedAt: observedAt, products: 1_234, sets: 5, lines: [], problem: null },
  certificate: null,
  archive: null,
  databaseBytes: 2_097_152,
  ...changes,
})

const check = (name: string, changes: Partial<Overview>) =>
  checksOf(known(changes), { isKept: true }).find((one) => one.name === name)

const syncCheck = (record: Partial<SyncRecord>) =>
  check('Sync', { sync: syncFiguresOf({ ...emptySyncRecord, ...record }, nowMs) })

test('a source is looked at when a circuit is open, a host asks to slow down, or a fifth of fetches fail', () => {
  const source = (metrics: string) => check('Source', { now: spanOf(metrics) })
  assert.deepEqual(source(''), { name: 'Source', state: 'good', detail: 'tcgcsv; no fetches' })
  assert.equal(source('card_market_upstream_breaker_state{host="prices"} 1')?.state, 'attention')
  assert.match(source('card_market_upstream_breaker_state{host="prices"} 2')?.detail ?? '', /rate limited: prices/)
  const fetches = (fetched: number, failed: number) =>
    `card_market_observations_total{outcome="fetched"} ${fetched}\n` +
    `card_market_observations_total{outcome="failed"} ${failed}`
  assert.deepEqual([source(fetches(80, 20))?.state, source(fetches(79, 21))?.state], ['good', 'attention'])
  assert.equal(check('Source', { now: null })?.state, 'unknown')
})

test('a sync is looked at when it was refused, failed, was turned away or is old, and tells how far it is', () => {
  const build = '2026-11-20T20:05:00.000Z'
  const detail = 'no build yet; 0 requests to the mirror in the last day'
  assert.deepEqual(syncCheck({}), { name: 'Sync', state: 'unknown', detail })
  const reserved = [{ count: 12, at: '2026-11-20T21:00:00.000Z', mirrorAt: null }]
  const current = syncCheck({ lastBuild: build, reserved })
  assert.deepEqual(current, {
    name: 'Sync',
    state: 'good',
    detail: 'build of 2026-11-20 20:05 UTC, 15 h 55 min old; 12 requests to the mirror in the last day',
  })
  assert.equal(syncCheck({ lastBuild: '2026-11-19T09:00:00.000Z' })?.state, 'attention')
  const refused = { build: observedAt, reason: 'half is gone.', folder: '/srv/x', at: observedAt }
  const refusal = syncCheck({ lastBuild: build, refused })?.detail ?? ''
  assert.match(refusal, /build of 2026-11-21 12:00 UTC refused: half is gone;/)
  assert.ok(!refusal.includes('/srv'))
  assert.match(syncCheck({ failure: { reason: 'no answer', at: observedAt } })?.detail ?? '', /failed at .*: no answer/)
  assert.match(
    syncCheck({ pausedUntil: '2026-11-21T13:00:00.000Z' })?.detail ?? '',
    /left alone until 2026-11-21 13:00 UTC/,
  )
  assert.equal(syncCheck({ lastBuild: build, pausedUntil: '2026-11-21T11:00:00.000Z' })?.state, 'good')
  const progress = { step: 'prices', done: 3, total: 9, at: observedAt }
  assert.match(syncCheck({ lastBuild: build, progress })?.detail ?? '', /under way: prices, 3 of 9/)
})

test('the archive tells its days and what is missing, the database whose part did not answer', () => {
  const [firstDay, lastDay] = ['2026-01-01', '2026-11-20']
  const archive = { source: 'tcgcsv', firstDay, lastDay, lastObservedAt: observedAt, gaps: [] }
  assert.match(check('Archive', { archive })?.detail ?? '', /^2026-01-01 to 2026-11-20; no day is missing$/)
  assert.match(
    check('Archive', { archive: { ...archive, firstDay: '2023-01-01' } })?.detail ?? '',
    /^2023-01-01 to 2026-11-20; no day of the newest year is missing$/,
  )
  const gaps = ['02', '03', '04', '05'].map((month) => ({ from: `2026-${month}-01`, to: `2026-${month}-02` }))
  assert.deepEqual(check('Archive', { archive: { ...archive, gaps } }), {
    name: 'Archive',
    state: 'attention',
    detail:
      '2026-01-01 to 2026-11-20; days missing: 2026-03-01 to 2026-03-02, 2026-04-01 to 2026-04-02, ' +
      '2026-05-01 to 2026-05-02 and 1 more',
  })
  assert.match(check('Database', {})?.detail ?? '', /^SQLite; 2\.0 MiB on disk$/)
  const silent = check('Database', { unavailable: ['requests'], databaseBytes: null })
  const detail = 'SQLite; – on disk; did not answer in time: requests'
  assert.deepEqual(silent, { name: 'Database', state: 'attention', detail })
  const { catalogue } = known()
  assert.equal(check('Catalogue', { catalogue: { ...catalogue, problem: 'There is none yet.' } })?.state, 'attention')
})

test('a certificate is reported two weeks before its end, and when it cannot be read; not without TLS', () => {
  const endingIn = (days: number) =>
    check('Certificate', { certificate: { endsAt: new Date(nowMs + days * 86_400_000).toISOString() } })
  const detail = 'ends 2026-11-24 12:00 UTC, in 3 d'
  assert.deepEqual(endingIn(3), { name: 'Certificate', state: 'attention', detail })
  assert.deepEqual([endingIn(13.9)?.state, endingIn(14)?.state], ['attention', 'good'])
  assert.match(endingIn(-1)?.detail ?? '', /^ended 2026-11-20/)
  assert.equal(check('Certificate', { certificate: { endsAt: null } })?.state, 'attention')
  assert.equal(check('Certificate', {}), undefined)
})
