import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
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
  const waits: number[] = []
  for (let round = 0; round < 50; round++) {
    other.exec('begin immediate')
    setImmediate(() => other.exec('commit'))
    const startMs = performance.now()
    await retryWhileBusy(1_000, () => one.exec('begin immediate'))
    waits.push(performance.now() - startMs)
    one.exec('commit')
  }
  const median = waits.sort((a, b) => a - b)[25] as number
  t.diagnostic(`half of them waited ${median.toFixed(2)} ms at most`)
  assert.ok(median < 1)
})
