import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openPostgresStore } from '../../src/stores/postgres-store.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import type { AccessStore } from '../../src/stores/store.ts'
import { databaseForTests } from '../support/postgres.ts'
import { ended, spawned } from '../support/process.ts'
import { scaled } from '../support/scaled.ts'
import { tempFolder } from '../support/temp.ts'

const script = fileURLToPath(new URL('../support/die-while-migrating.ts', import.meta.url))
const { skip, schema } = await databaseForTests()

/** Kills a migration after each of its statements in turn; the next start completes it every time. */
const killEach = async (
  t: TestContext,
  kind: 'postgres' | 'sqlite',
  fresh: () => Promise<string>,
  open: (address: string) => Promise<AccessStore>,
) => {
  let kills = 0
  for (let statements = 1; ; statements += scaled(6, 1)) {
    const address = await fresh()
    const child = spawned(process.execPath, [script, kind, address, String(statements)], {})
    await ended(child)
    const wasKilled = child.signalCode === 'SIGKILL'
    assert.ok(wasKilled || child.exitCode === 0)
    const store = await open(address)
    const agreed = { requestsPerMinute: null, monthlyRequests: null, activeKeys: null }
    const account = {
      id: 'acc_1',
      name: 'Shop',
      plan: 'starter',
      createdAt: '2026-11-21T09:30:00.000Z',
      closedAt: null,
    } as const
    await store.accounts.createAccount(account, agreed, 'test')
    assert.equal((await store.accounts.listAccounts()).length, 1)
    await store.close()
    const again = await open(address)
    assert.deepEqual(again.migrated, [])
    await again.close()
    if (!wasKilled) break
    kills++
  }
  t.diagnostic(`${kills} kills`)
  assert.ok(kills >= 2)
}

test('a migration of SQLite killed after any statement completes at the next start', async (t) => {
  const folder = tempFolder(t)
  let files = 0
  await killEach(
    t,
    'sqlite',
    async () => join(folder, `${files++}.db`),
    (file) => openSqliteStore({ file, durability: 'process', now: Date.now }),
  )
})

test('a migration of PostgreSQL killed after any statement completes at the next start', { skip }, (t) =>
  killEach(t, 'postgres', schema, (url) => openPostgresStore({ url, now: Date.now })),
)
