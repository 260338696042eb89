import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptySyncRecord } from '../../market/sync-ledger.ts'
import { whyEmpty } from './open-tcgcsv.ts'

test('before the first day an answer says how far its sync has come', () => {
  const at = '2026-07-23T20:31:00.000Z'
  const nowMs = Date.parse(at) + 1_000
  const pulling = { ...emptySyncRecord, progress: { step: 'sets', done: 12, total: 217, at } }
  assert.match(whyEmpty(null, nowMs), /has not begun/)
  assert.match(whyEmpty(emptySyncRecord, nowMs), /has not begun/)
  assert.match(whyEmpty(pulling, nowMs), /under way \(sets: 12 of 217\)/)
  assert.match(whyEmpty(pulling, nowMs + 120_000), /has not begun/, 'it has died')
  const failed = whyEmpty({ ...emptySyncRecord, failure: { reason: 'connect ECONNREFUSED 10.0.0.5:443', at } }, nowMs)
  assert.match(failed, /failed/)
  assert.doesNotMatch(failed, /10\.0\.0\.5/)
})
