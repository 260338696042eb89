import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptySyncRecord } from '../../../sync-ledger.ts'
import { whyEmpty } from './why-empty.ts'

test('before the first day an answer says how far its sync has come', () => {
  const at = '2026-07-23T20:31:00.000Z'
  assert.match(whyEmpty(null), /has not begun/)
  assert.match(whyEmpty(emptySyncRecord), /has not begun/)
  assert.match(
    whyEmpty({ ...emptySyncRecord, progress: { step: 'sets', done: 12, total: 217, at } }),
    /under way \(sets: 12 of 217\)/,
  )
  const failed = whyEmpty({ ...emptySyncRecord, failure: { reason: 'connect ECONNREFUSED 10.0.0.5:443', at } })
  assert.match(failed, /failed/)
  assert.doesNotMatch(failed, /10\.0\.0\.5/)
})
