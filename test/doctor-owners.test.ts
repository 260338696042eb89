import assert from 'node:assert/strict'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { asNobody, doctor, shelf, skipUsers } from './support/doctor.ts'
import { runCli } from './support/process.ts'
import { tempFolder } from './support/temp.ts'

/** A folder of the service's user, in which root and that user work by turns. */
const folderOfNobody = (t: TestContext): string => {
  const place = tempFolder(t)
  chmodSync(place, 0o755)
  const DATA_DIR = join(place, 'data')
  mkdirSync(DATA_DIR, { mode: 0o700 })
  chownSync(DATA_DIR, 65_534, 65_534)
  return DATA_DIR
}

test('what root writes in the folder of the service’s user stays open to that user', { skip: skipUsers }, async (t) => {
  const DATA_DIR = folderOfNobody(t)
  const backup = join(tempFolder(t), 'backup.db')
  const env = { DATA_DIR, CATALOG_SOURCE: 'local', OCR_WORKERS: '1' }
  for (const args of [
    ['accounts', 'create', '--name', 'shop', '--plan', 'growth'],
    ['catalog', 'import', shelf(t, 'Charizard')],
    ['database', 'backup', backup],
    ['database', 'restore', backup],
  ]) {
    const { status, err } = await runCli(args, env)
    assert.equal(status, 0, err)
    for (const name of readdirSync(DATA_DIR)) assert.equal(statSync(join(DATA_DIR, name)).uid, 65_534, `${args}: ${name}`)
  }
  assert.ok(existsSync(join(DATA_DIR, 'accounts.db-epoch')) && existsSync(join(DATA_DIR, 'catalog.index.names')))
  const listed = await runCli(['accounts', 'list'], env, asNobody)
  assert.equal(listed.status, 0, listed.err)
})

test('files of another user than the folder’s are named with the chown, and root gives them back', {
  skip: skipUsers,
}, async (t) => {
  const DATA_DIR = folderOfNobody(t)
  const made = await runCli(['accounts', 'create', '--name', 'shop', '--plan', 'growth'], { DATA_DIR }, asNobody)
  assert.equal(made.status, 0, made.err)
  const mark = join(DATA_DIR, 'accounts.db-epoch')
  writeFileSync(join(DATA_DIR, 'backup.db'), 'root’s own', { mode: 0o600 })
  chownSync(mark, 0, 0)
  const asUser = await doctor({ DATA_DIR }, ['--fix'], asNobody)
  assert.match(asUser.of('owners')?.detail ?? '', /only root can give/)
  const found = await doctor({ DATA_DIR })
  assert.deepEqual([found.status, found.of('owners')?.state, statSync(mark).uid], [1, 'error', 0])
  assert.ok(found.of('owners')?.fix?.endsWith(`chown -h 65534:65534 ${mark}`), found.of('owners')?.fix ?? '')
  const { status, of } = await doctor({ DATA_DIR }, ['--fix'])
  assert.deepEqual([status, of('owners')?.state, of('owners')?.mended], [0, 'ok', `gave ${mark} to user 65534`])
  assert.deepEqual([statSync(mark).uid, statSync(join(DATA_DIR, 'backup.db')).uid], [65_534, 0])
})

test('the compiled code of the service’s user is in order also when root looks', { skip: skipUsers }, async (t) => {
  const DATA_DIR = folderOfNobody(t)
  const folder = join(DATA_DIR, 'compile-cache')
  mkdirSync(folder, { mode: 0o700 })
  chownSync(folder, 65_534, 65_534)
  assert.equal((await doctor({ DATA_DIR })).of('compiled code'), undefined)
  chownSync(folder, 0, 0)
  assert.match((await doctor({ DATA_DIR })).of('compiled code')?.detail ?? '', /user 65534 alone/)
})
