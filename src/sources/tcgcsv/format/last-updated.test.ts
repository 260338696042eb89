import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLastUpdatedMs } from './last-updated.ts'

test('a last-updated.txt is read with its offset, and nothing else is an instant', () => {
  const atMs = Date.parse('2026-07-23T20:06:11.000Z')
  for (const text of ['2026-07-23T20:06:11+0000\n', '2026-07-23T20:06:11Z', '2026-07-23T22:06:11+02:00'])
    assert.equal(readLastUpdatedMs(text), atMs, text)
  for (const text of [
    ...['', '7', 'July 4', '23 July 2026', '1784837133', '2026-07-23', '2026-02-30T20:06:11+0000'],
    ...['2026-07-23T25:06:11+0000', '2026-07-23T20:06:11.1234567+0000', '2026-07-23T20:06:11'],
  ])
    assert.equal(readLastUpdatedMs(text), null, text)
})
