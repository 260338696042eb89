import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { bestRun } from '../../test/support/best-run.ts'
import { tempFolder } from '../../test/support/temp.ts'
import { openSqlite, retryWhileBusy } from './sqlite-database.ts'

test('a lock that another connection holds for a moment costs no pause', async (t) => {
  const file = join(tempFolder(t), 'access.db')
  const [one, other] = [
    await openSqlite({ file, durability: 'process' }),
    await openSqlite({ file, durability: 'process' }),
  ]
  t.after(() => {
    one.close()
    other.close()
  })
  const measureMedian = async (): Promise<number> => {
    const waits: number[] = []
    for (let round = 0; round < 50; round++) {
      other.exec('begin immediate')
      setImmediate(() => other.exec('commit'))
      const startMs = performance.now()
      await retryWhileBusy(1_000, () => one.exec('begin immediate'))
      waits.push(performance.now() - startMs)
      one.exec('commit')
    }
    return waits.sort((a, b) => a - b)[25] as number
  }
  const isWithoutPause = (medianMs: number) => medianMs < 1
  const median = await bestRun(10, measureMedian, isWithoutPause)
  t.diagnostic(`half of them waited ${median.toFixed(2)} ms at most`)
  assert.ok(isWithoutPause(median))
})
