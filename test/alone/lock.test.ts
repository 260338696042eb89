import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { createMeter } from '../../src/accounts/metering.ts'
import { ServiceError } from '../../src/contract/errors.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { bestRun } from '../support/best-run.ts'
import { tempFolder } from '../support/temp.ts'

/** Asks for a unit of a locked file. @returns how long that took, and the event loop's longest stall meanwhile */
const callLocked = async (file: string) => {
  const store = await openSqliteStore({ file, durability: 'process', now: Date.now })
  const accounts = createAccounts({
    store: store.accounts,
    meter: createMeter({ counter: store.counter }),
    now: Date.now,
  })
  const agreed = { requestsPerMinute: null, monthlyRequests: null, activeKeys: null }
  const { id } = await accounts.create({ name: 'Shop', plan: 'scale', agreed })
  const { key } = await accounts.issueKey({ accountId: id, label: null, expiresAt: null })
  const intruder = new DatabaseSync(file)
  intruder.exec('begin immediate')
  let longestStallMs = 0
  let last = performance.now()
  const watch = setInterval(() => {
    longestStallMs = Math.max(longestStallMs, performance.now() - last)
    last = performance.now()
  }, 10)
  const startedMs = performance.now()
  await assert.rejects(
    accounts.admit(key),
    (error) => error instanceof ServiceError && error.code === 'access_store_unavailable',
  )
  const tookMs = performance.now() - startedMs
  clearInterval(watch)
  intruder.close()
  await store.close()
  return { tookMs, longestStallMs }
}

test('while another process holds the write lock the event loop blocks 200 ms at most, a call 2 s', async (t) => {
  const { tookMs, longestStallMs } = await bestRun(
    3,
    () => callLocked(join(tempFolder(t), 'accounts.db')),
    ({ tookMs, longestStallMs }) => tookMs < 2_000 && longestStallMs < 200,
  )
  t.diagnostic(`refused after ${Math.round(tookMs)} ms, longest stall ${Math.round(longestStallMs)} ms`)
  assert.ok(tookMs < 2_000 && longestStallMs < 200)
})
