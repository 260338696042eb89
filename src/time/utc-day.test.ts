import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayStart, dayText, parseDay, utcDay, weekdayOf } from './utc-day.ts'

test('a day runs from UTC midnight to midnight', () => {
  assert.equal(utcDay(Date.parse('2026-11-21T00:00:00.000Z')), 20_778)
  assert.equal(utcDay(Date.parse('2026-11-21T23:59:59.999Z')), 20_778)
  assert.equal(dayText(20_778), '2026-11-21')
  assert.equal(dayStart(20_778), '2026-11-21T00:00:00.000Z')
})

test('reads the day that a text begins with', () => {
  assert.equal(parseDay('2026-11-21'), 20_778)
  assert.equal(parseDay('2026-11-21T23:00:00'), 20_778)
  assert.equal(parseDay('soon'), null)
  assert.equal(parseDay(''), null)
})

test('counts weekdays from Monday, before 1970 too', () => {
  assert.equal(weekdayOf(0), 3)
  assert.equal(weekdayOf(20_778), 5)
  assert.equal(weekdayOf(-4), 6)
})
