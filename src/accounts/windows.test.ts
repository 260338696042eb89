import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsUntil, windowsAt } from './windows.ts'

const at = (instant: string) => windowsAt(Date.parse(instant))

test('a window ends exactly where the next one starts, at every minute and month of leap and common years', () => {
  for (const year of [2024, 2026, 2027, 2100]) {
    for (let month = 0; month < 12; month++) {
      const boundary = Date.UTC(year, month + 1)
      const before = windowsAt(boundary - 1)
      const after = windowsAt(boundary)
      assert.equal(before.monthEndsMs, boundary)
      assert.equal(before.minuteEndsMs, boundary)
      assert.notEqual(before.month, after.month)
      assert.notEqual(before.minute, after.minute)
      assert.equal(after.month, new Date(boundary).toISOString().slice(0, 7))
      assert.equal(after.minute, new Date(boundary).toISOString().slice(0, 16))
    }
  }
})

test('all instants of one minute share its window', () => {
  assert.deepEqual(at('2028-02-29T23:59:00.000Z'), at('2028-02-29T23:59:59.999Z'))
  assert.equal(at('2028-02-29T23:59:59.999Z').minute, '2028-02-29T23:59')
})

test('Retry-After is whole seconds, never 0 and never short of the boundary', () => {
  assert.equal(secondsUntil(60_000, 0), 60)
  assert.equal(secondsUntil(60_000, 59_001), 1)
  assert.equal(secondsUntil(60_000, 58_999), 2)
  assert.equal(secondsUntil(60_000, 60_000), 1)
})
