import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { failingDisk, noFailingDisk } from '../support/failing-disk.ts'
import { runCli } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'

test('a command that writes to the database names a full disk, and works once there is room', {
  skip: noFailingDisk,
}, async (t) => {
  const env = { DATA_DIR: tempFolder(t) }
  const create = ['accounts', 'create', '--name', 'Shop', '--plan', 'starter']
  assert.equal((await runCli(create, env)).status, 0)
  const disk = failingDisk(t, 'accounts.db')
  // Another process has it open, as a service does: what SQLite shares between them is there already.
  const store = await openSqliteStore({ file: join(env.DATA_DIR, 'accounts.db'), durability: 'process', now: Date.now })
  t.after(store.close)
  disk.fail('write ENOSPC')
  const { status, err } = await runCli(create, { ...env, ...disk.env })
  assert.equal(status, 1)
  assert.match(err, new RegExp(`^The disk that holds ${env.DATA_DIR} is full .*: free some space and try again.\n$`))
  disk.heal()
  assert.equal((await runCli(create, { ...env, ...disk.env })).status, 0)
})
