import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from './support/run-command.ts'
import { tempFolder } from './support/temp.ts'

test('doctor finds a fresh folder in order and says that the first start makes the database', async (t) => {
  const { status, out } = await runCommand(['doctor', '--json'], { DATA_DIR: tempFolder(t) })
  assert.equal(status, 0)
  const { healthy, findings } = JSON.parse(out)
  assert.equal(healthy, true)
  assert.deepEqual(
    findings.map(({ name }: { name: string }) => name),
    ['configuration', 'database', 'source', 'catalogue', 'folder', 'disk', 'photos', 'clock'],
  )
})

test('doctor names what is wrong, says what to do and exits with 1', async (t) => {
  const folder = tempFolder(t)
  writeFileSync(join(folder, 'accounts.db'), 'this is no database, but it is long enough to be looked at as one')
  const broken = await runCommand(['doctor'], { DATA_DIR: folder })
  assert.equal(broken.status, 1)
  assert.match(broken.out, /database +error/)
  const misread = await runCommand(['doctor', '--json'], { PORT: 'many', MARKET_SOURCE: 'moon' })
  assert.equal(misread.status, 1)
  assert.equal(JSON.parse(misread.out).findings.length, 2)
  const absent = await runCommand(['doctor'], { DATA_DIR: tempFolder(t), CATALOG_SOURCE: 'local' })
  assert.match(absent.out, /catalogue +error +no index.*catalog sync/)
})
