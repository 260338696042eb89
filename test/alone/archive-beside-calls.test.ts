import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { appendDay, assertWholeDays } from '../support/archive-days.ts'
import { bestRun } from '../support/best-run.ts'
import { ended, spawned } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'

const script = fileURLToPath(new URL('../support/append-archive.ts', import.meta.url))
/** More than 100,000 rows and 18 MB. */
const size = { pages: 10_000, series: 50_000 }
const days = 2

/**
 * What one call waits for its unit while something goes on beside it, in milliseconds at the 50th, 99th and 100th
 * percentile.
 */
const waitsDuring = async (
  t: TestContext,
  file: string,
  beside: () => Promise<unknown>,
): Promise<readonly number[]> => {
  const store = await openSqliteStore({ file, durability: 'process', now: Date.now })
  const agreed = { requestsPerMinute: 10_000_000, monthlyRequests: 10_000_000, activeKeys: null }
  const account = {
    id: 'acc_1',
    name: 'Shop',
    plan: 'scale',
    createdAt: '2026-11-21T09:30:00.000Z',
    closedAt: null,
  } as const
  await store.accounts.createAccount(account, agreed, 'test')
  const waits: number[] = []
  let isDone = false
  const work = beside().finally(() => {
    isDone = true
  })
  while (!isDone) {
    const startedMs = performance.now()
    await store.counter.take([{ ...agreed, accountId: 'acc_1', epoch: 2, units: 1 }])
    waits.push(performance.now() - startedMs)
    await setImmediate()
  }
  await work
  assert.equal((await store.accounts.readUsage('acc_1')).monthUsed, waits.length)
  assert.equal(await assertWholeDays(store.archive, size), days)
  await store.close()
  waits.sort((a, b) => a - b)
  const [p50, p99, max] = [0.5, 0.99, 1].map((part) => waits[Math.ceil(part * waits.length) - 1] as number)
  t.diagnostic(`${waits.length} calls: p50 ${p50?.toFixed(2)}, p99 ${p99?.toFixed(2)}, longest ${max?.toFixed(1)} ms`)
  assert.ok(waits.length > 500)
  return [p50 as number, p99 as number, max as number]
}

const assertWaits = async (t: TestContext, beside: (file: string) => Promise<unknown>) => {
  const [, p99, max] = await bestRun(
    3,
    () => {
      const file = join(tempFolder(t), 'accounts.db')
      return waitsDuring(t, file, () => beside(file))
    },
    ([, p99 = 0, max = 0]) => p99 <= 40 && max <= 500,
  )
  assert.ok((p99 as number) <= 40 && (max as number) <= 500, `p99 ${p99}, longest ${max} ms`)
}

test('while another process appends 100,000 rows a unit is taken within 40 ms in 99 of 100 calls', async (t) => {
  await assertWaits(t, async (file) => {
    const child = spawned(process.execPath, [
      script,
      'sqlite',
      file,
      String(days),
      String(size.pages),
      String(size.series),
    ])
    child.stderr?.pipe(process.stderr)
    child.stdout?.resume()
    assert.equal(await ended(child), 0)
  })
})

test('while the same process appends them a unit is taken within 40 ms in 99 of 100 calls', async (t) => {
  await assertWaits(t, async (file) => {
    const writer = await openSqliteStore({ file, durability: 'process', now: Date.now })
    for (let day = 0; day < days; day++) await appendDay(writer.archive, size)
    await writer.close()
  })
})
