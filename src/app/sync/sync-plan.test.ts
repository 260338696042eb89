import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs } from '../../time/units.ts'
import { nextSyncInMs, type SyncOutcome } from './sync-plan.ts'

const nowMs = Date.parse('2026-11-21T09:30:00Z')
const after = (end: SyncOutcome['end'], more: Partial<SyncOutcome> = {}) =>
  nextSyncInMs({ end, failures: 0, isOwnMirror: false, nowMs, random: 0.5, ...more })

test('the next sync starts when something may be due, a little spread', () => {
  const current = { kind: 'current', text: '' } as const
  assert.equal(after({ ...current, nextAt: '2026-11-22T07:30:00.000Z' }), (22 * 60 + 0.25) * minuteMs)
  assert.equal(after({ ...current, nextAt: '2026-11-21T08:30:00.000Z' }), 0.25 * minuteMs, 'it is due already')
  assert.equal(after({ ...current, nextAt: null }), 15 * minuteMs, 'the mirror is late')
  assert.equal(after({ ...current, nextAt: '2036-11-21T08:30:00.000Z' }), 36 * 60 * minuteMs, 'a clock was wrong')
  assert.equal(after({ ...current, nextAt: null }, { isOwnMirror: true }), minuteMs)
  assert.equal(after({ kind: 'busy' }), minuteMs / 2)
})

test('a service started in the afternoon waits once for the mirror, and then has each day when it is made', () => {
  const nextAt = '2026-11-22T15:00:00.000Z'
  assert.equal(nowMs + after({ kind: 'current', text: '', nextAt }, { random: 0 }), Date.parse('2026-11-22T20:10:00Z'))
  const evening = '2026-11-22T20:12:00.000Z'
  assert.equal(nowMs + after({ kind: 'current', text: '', nextAt: evening }, { random: 0 }), Date.parse(evening))
})

test('a sync that fails again and again is tried ever more seldom, and never within a pause', () => {
  const failed = { kind: 'failed', reason: '', retryAt: null } as const
  const pauses = [1, 2, 3, 4, 20].map((failures) => after(failed, { failures }) / minuteMs)
  assert.deepEqual(pauses, [1, 2, 4, 8, 60])
  assert.equal(after({ ...failed, retryAt: '2026-11-21T10:00:00.000Z' }, { failures: 1 }), 30 * minuteMs)
  assert.equal(after(null, { failures: 1 }), minuteMs)
})
