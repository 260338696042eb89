import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptySyncRecord } from '../../../market/sync-ledger.ts'
import { dayMs } from '../../../time/units.ts'
import {
  askableAtMs,
  beginPull,
  hasPassed,
  isBegun,
  isOwnMirror,
  mayBeDue,
  pausedUntilMs,
  reservedLately,
} from './etiquette.ts'

const noonMs = Date.parse('2026-11-20T12:00:00Z')
const at = (ms: number) => new Date(ms).toISOString()
const noon = { at: at(noonMs), mirrorAt: at(noonMs) }
const clocks = (nowMs: number, mirrorNowMs: number | null = nowMs) => ({ nowMs, mirrorNowMs })

test('a day has passed when both clocks say so', () => {
  assert.equal(hasPassed(noon, dayMs, clocks(noonMs + dayMs - 1)), false)
  assert.equal(hasPassed(noon, dayMs, clocks(noonMs + dayMs)), true)
  assert.equal(hasPassed(noon, dayMs, clocks(noonMs + 400 * dayMs, noonMs + 1000)), false, 'ours has jumped ahead')
  assert.equal(
    hasPassed(noon, dayMs, clocks(noonMs + 1000, noonMs + 400 * dayMs)),
    false,
    "the mirror's has jumped ahead",
  )
  assert.equal(hasPassed(noon, dayMs, clocks(noonMs + dayMs, null)), true, 'a mirror without a clock')
})

test('an instant noted under a clock that was ahead holds nothing up for longer than a day of the mirror', () => {
  const wrong = { at: at(noonMs + 365 * dayMs), mirrorAt: at(noonMs) }
  assert.equal(hasPassed(wrong, dayMs, clocks(noonMs + 1000)), false)
  assert.equal(hasPassed(wrong, dayMs, clocks(noonMs + dayMs)), true)
  // The mirror has to be asked before anybody can tell.
  assert.equal(mayBeDue({ ...emptySyncRecord, pulled: wrong }, clocks(noonMs + 1000, null)), true)
  assert.equal(mayBeDue({ ...emptySyncRecord, pulled: wrong }, clocks(noonMs + 1000)), false)
})

test('whoever starts anew within ten minutes does not ask again', () => {
  const asked = { ...emptySyncRecord, askedAt: at(noonMs) }
  assert.equal(askableAtMs(asked, noonMs + 599_000), noonMs + 600_000)
  assert.equal(askableAtMs(asked, noonMs + 600_000), null)
  assert.equal(askableAtMs(emptySyncRecord, noonMs), null)
  assert.equal(askableAtMs({ ...asked, askedAt: at(noonMs + dayMs) }, noonMs), null, 'noted under a wrong clock')
})

test('a pause holds to its end, and one that no mirror asks for is none', () => {
  assert.equal(pausedUntilMs({ ...emptySyncRecord, pausedUntil: at(noonMs + 1000) }, noonMs), noonMs + 1000)
  assert.equal(pausedUntilMs({ ...emptySyncRecord, pausedUntil: at(noonMs) }, noonMs), null)
  assert.equal(pausedUntilMs({ ...emptySyncRecord, pausedUntil: at(noonMs + 90 * dayMs) }, noonMs), null)
})

test('a day has two beginnings, for a pull that was overtaken or whose files are lost, and no third', () => {
  const first = beginPull(emptySyncRecord, 'A', 'here', clocks(noonMs))
  assert.ok(first)
  const once = { ...emptySyncRecord, begun: first }
  assert.deepEqual(
    [isBegun(once, 'A', 'here'), isBegun(once, 'A', 'there'), isBegun(once, 'B', 'here')],
    [true, false, false],
  )
  const second = beginPull(once, 'B', 'there', clocks(noonMs + 1000))
  assert.ok(second)
  assert.equal(beginPull({ ...once, begun: second }, 'C', 'there', clocks(noonMs + dayMs - 1)), null)
  assert.equal(beginPull({ ...once, begun: second }, 'C', 'there', clocks(noonMs + dayMs))?.length, 2)
})

test('requests count until they are a day old by both clocks', () => {
  const reserved = [{ count: 100, ...noon }]
  const counted = (now: ReturnType<typeof clocks>) => reservedLately({ ...emptySyncRecord, reserved }, now).length
  assert.equal(counted(clocks(noonMs + dayMs - 1)), 1)
  assert.equal(counted(clocks(noonMs + dayMs)), 0)
  assert.equal(counted(clocks(noonMs + 2 * dayMs, noonMs + 1000)), 1)
})

test('a literal loopback or private address is the operator’s own, a name never is', () => {
  for (const own of ['http://127.0.0.1:9205', 'http://10.1.2.3', 'http://[::1]:80', 'http://192.168.0.4/mirror'])
    assert.equal(isOwnMirror(own), true, own)
  for (const other of ['http://localhost:9205', 'https://tcgcsv.com', 'http://8.8.8.8', 'http://mirror.internal'])
    assert.equal(isOwnMirror(other), false, other)
})
