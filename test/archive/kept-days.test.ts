import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readKeptDays } from '../../src/archive/kept-days.ts'
import type { Segment } from '../../src/archive/ports.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { dayMs } from '../../src/time/units.ts'
import { segmentAfter, source, startMs } from '../support/archive.ts'
import { tempFolder } from '../support/temp.ts'

/** A store, and what records a segment for each of these days. */
const openDays = async (t: TestContext) => {
  const file = join(tempFolder(t), 'accounts.db')
  const store = await openSqliteStore({ file, durability: 'process', now: Date.now })
  t.after(store.close)
  const record = async (days: readonly number[]) => {
    let last: Segment | null = null
    for (const day of days) {
      last = segmentAfter(last, { observedAtMs: startMs + day * dayMs + (last?.sequence ?? 0) })
      await store.archive.discardStaged(source)
      assert.ok(await store.archive.commit(last))
    }
  }
  return { store, record }
}

test('days that are kept are found with what is missing between them, however many segments a day has', async (t) => {
  const { store, record } = await openDays(t)
  assert.equal(await readKeptDays(store.archive, source), null)
  await record([0, 0, 0, 1, 4, 5, 2, 7])
  assert.deepEqual(await readKeptDays(store.archive, source), {
    source,
    firstDay: '2026-11-01',
    lastDay: '2026-11-08',
    lastObservedAt: '2026-11-08T20:00:00.007Z',
    gaps: [
      { from: '2026-11-04', to: '2026-11-04' },
      { from: '2026-11-07', to: '2026-11-07' },
    ],
  })
})

test('of a record that is older than a year, the days that are missing of the newest year are told', async (t) => {
  const { store, record } = await openDays(t)
  await record([-500, 0])
  const kept = await readKeptDays(store.archive, source)
  assert.deepEqual([kept?.firstDay, kept?.lastDay], ['2025-06-19', '2026-11-01'])
  assert.deepEqual(kept?.gaps, [{ from: '2025-11-01', to: '2026-10-31' }])
})
