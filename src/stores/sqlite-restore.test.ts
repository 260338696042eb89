import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tempFolder } from '../../test/support/temp.ts'
import { backupSqlite } from './sqlite-backup.ts'
import { restoreSqlite } from './sqlite-restore.ts'
import { openSqliteStore } from './sqlite-store.ts'

test('a restore removes what one that was killed has left, and nothing else', async (t) => {
  const folder = tempFolder(t)
  const file = join(folder, 'accounts.db')
  const options = { file, durability: 'process', now: Date.now } as const
  await (await openSqliteStore(options)).close()
  const backup = join(folder, 'accounts.db.restoring.kept')
  await backupSqlite(options, backup)
  for (const part of ['', '-wal', '-shm', '-epoch', '-epoch.0a1b2c3d.tmp', '-epoch.99999999.tmp'])
    writeFileSync(`${file}.restoring${part}`, 'left')
  await restoreSqlite(file, backup, '2026-11-27T20:00:00.000Z')
  const left = readdirSync(folder).filter((name) => name.includes('restoring'))
  assert.deepEqual(left, ['accounts.db.restoring.kept'])
})
