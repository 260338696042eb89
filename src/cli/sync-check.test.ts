import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptySyncRecord } from '../market/sync-ledger.ts'
import { checkSync } from './sync-check.ts'

const nowMs = Date.parse('2026-11-21T09:30:00Z')
const config = { marketSync: true }
const taken = { ...emptySyncRecord, lastBuild: '2026-11-20T20:05:33.000Z' }

test('the daily files are well, old, missing, refused or kept from us, and each says what to do', () => {
  assert.deepEqual(checkSync(config, null, nowMs).fix, 'serve syncs by itself')
  assert.deepEqual(checkSync({ marketSync: false }, null, nowMs).fix, 'run market sync')
  assert.match(checkSync(config, taken, nowMs).detail, /13 hours old/)
  const failure = { reason: 'TCGCSV did not answer', at: '2026-11-21T09:00:00.000Z' }
  assert.equal(checkSync(config, { ...taken, failure }, nowMs).state, 'ok')
  assert.equal(checkSync(config, taken, nowMs + 36 * 3_600_000).state, 'ok', 'the mirror’s hour was waited for')
  const old = checkSync(config, { ...taken, failure }, nowMs + 48 * 3_600_000)
  assert.deepEqual([old.state, old.fix], ['warning', 'correct what it names'])
  assert.match(old.detail, /61 hours old: TCGCSV did not answer/)
  assert.equal(checkSync(config, { ...taken, pausedUntil: '2026-11-21T10:00:00.000Z' }, nowMs).state, 'warning')
  const refused = {
    build: '2026-11-21T20:05:33.000Z',
    reason: 'half is gone',
    folder: '/data/x',
    at: '2026-11-21T21:00:00.000Z',
  }
  const finding = checkSync(config, { ...taken, refused }, nowMs)
  assert.equal(finding.state, 'error')
  assert.match(`${finding.detail} ${finding.fix}`, /half is gone.*\/data\/x.*--accept/)
})
