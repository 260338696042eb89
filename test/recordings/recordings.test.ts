import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buildOf, readCompleteDay, rowsOf } from './complete-days.ts'
import { countReturning, expectedPrices } from './expected-prices.ts'
import { skipWithoutRecordings } from './folder.ts'
import { openRecording } from './series-builds.ts'

describe('recorded days', { skip: skipWithoutRecordings }, () => {
  test('a complete day is read whole: product lines, sets, rows', () => {
    const bodies = readCompleteDay('2025-10-15')
    const build = buildOf('2025-10-15', bodies)
    const rows = bodies.reduce((sum, body) => sum + rowsOf(body).length, 0)
    assert.deepEqual([build.categories.length, build.prices.size, rows], [85, 4314, 485_494])
  })

  test("what is expected of the archive is every recorded row, and each is in its day's build", async () => {
    const recording = await openRecording('series-36d')
    const days = recording.days.map((_, index) => index)
    const expected = expectedPrices(recording, days)
    let rows = 0
    let inBuilds = 0
    for (const series of expected.values()) for (const { prices } of series) rows += prices.length
    for (const index of days) for (const prices of recording.build(index).prices.values()) inBuilds += prices.length
    assert.deepEqual([recording.days.length, recording.rowCount, rows, inBuilds], [36, 141_695, 141_695, 141_695])
    assert.ok(countReturning(expected.values(), days, recording) > 10)
  })
})
