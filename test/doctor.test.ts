import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { holdCatalog } from './support/child-processes.ts'
import { asNobody, doctor, shelf, skipUsers } from './support/doctor.ts'
import { ended, ownCompiledCode, runCli, spawned } from './support/process.ts'
import { runCommand } from './support/run-command.ts'
import { tempFolder } from './support/temp.ts'

const skipModes = process.platform === 'win32' ? 'files have no modes here' : undefined
const modeOf = (path: string): number => statSync(path).mode & 0o7777

/** A folder of the service's user, in which root and that user work by turns. */
const folderOfNobody = (t: TestContext): string => {
  const place = tempFolder(t)
  chmodSync(place, 0o755)
  const DATA_DIR = join(place, 'data')
  mkdirSync(DATA_DIR, { mode: 0o700 })
  chownSync(DATA_DIR, 65_534, 65_534)
  return DATA_DIR
}

test('files that other users may read are named with the chmod, and nothing is changed', {
  skip: skipModes,
}, async (t) => {
  const DATA_DIR = tempFolder(t)
  assert.equal((await runCommand(['accounts', 'create', '--name', 'shop', '--plan', 'growth'], { DATA_DIR })).status, 0)
  assert.deepEqual(
    (await doctor({ DATA_DIR })).findings.filter(({ state }) => state !== 'ok'),
    [],
    'a healthy folder has no finding',
  )
  const [database, key, notes] = ['accounts.db', 'server.key', 'notes.txt'].map((name) => join(DATA_DIR, name))
  for (const path of [database, key, notes] as string[]) {
    if (!existsSync(path)) writeFileSync(path, 'kept')
    chmodSync(path, 0o664)
  }
  chmodSync(DATA_DIR, 0o755)
  const { status, of } = await doctor({ DATA_DIR })
  assert.deepEqual([status, of('modes')?.state, of('folder')?.state], [0, 'warning', 'warning'])
  assert.equal(of('folder')?.fix, `chmod 700 ${DATA_DIR}`)
  assert.deepEqual(of('modes')?.fix?.split(' && ').sort(), [`chmod 600 ${database}`, `chmod 600 ${key}`])
  assert.deepEqual([DATA_DIR, database as string].map(modeOf), [0o755, 0o664])
})

test('a lock name that a killed process left is told with the rm; one of a living process is not', async (t) => {
  const DATA_DIR = tempFolder(t)
  const holderFile = join(DATA_DIR, 'catalog.index.lock.holder')
  const holder = await holdCatalog(t, DATA_DIR)
  assert.equal((await doctor({ DATA_DIR })).of('locks'), undefined)
  holder.kill('SIGKILL')
  await once(holder, 'close')
  const { of } = await doctor({ DATA_DIR })
  assert.equal(of('locks')?.state, 'warning')
  assert.ok(of('locks')?.fix?.startsWith(`rm ${holderFile};`))
  assert.ok(existsSync(holderFile))
})

test('compiled code that others could write is told with the rm', { skip: skipModes }, async (t) => {
  const DATA_DIR = tempFolder(t)
  const folder = join(DATA_DIR, 'compile-cache')
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  const found = (await doctor({ DATA_DIR })).of('compiled code')
  assert.deepEqual([found?.state, found?.fix], ['warning', `remove it: rm -r ${folder}`])
})

test('damaged compiled code does no harm: the next end of a process writes it anew', async (t) => {
  const DATA_DIR = tempFolder(t)
  const env = { ...ownCompiledCode, DATA_DIR }
  const run = async () =>
    assert.equal(await ended(spawned(process.execPath, ['src/cli/main.ts', 'accounts', 'list'], env)), 0)
  await run()
  const files = readdirSync(join(DATA_DIR, 'compile-cache'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  assert.ok(files.length > 20)
  const [file = ''] = files
  const sound = readFileSync(file)
  for (const path of files) writeFileSync(path, readFileSync(path).fill(0x5a))
  await run()
  assert.equal(readFileSync(file).length, sound.length)
  assert.notDeepEqual(readFileSync(file), Buffer.alloc(sound.length, 0x5a))
})

test('missing or damaged names of cards are told with the command that packs them, which works', async (t) => {
  const env = { DATA_DIR: tempFolder(t), CATALOG_SOURCE: 'local', OCR_WORKERS: '1' }
  const importCards = async () =>
    assert.equal((await runCommand(['catalog', 'import', shelf(t, 'Charizard')], env)).status, 0)
  await importCards()
  const names = join(env.DATA_DIR, 'catalog.index.names')
  const sound = readFileSync(names)
  for (const spoil of [() => rmSync(names), () => writeFileSync(names, sound.subarray(0, 40))]) {
    spoil()
    const found = (await doctor(env)).of('card names')
    assert.equal(found?.state, 'warning')
    assert.match(found?.fix ?? '', /catalog import/)
    await importCards()
    assert.equal((await doctor(env)).of('card names'), undefined)
  }
})

test('what another user may not look into is said, and everything else is still told', {
  skip: skipUsers,
}, async (t) => {
  const place = tempFolder(t)
  chmodSync(place, 0o755)
  const closed = join(place, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const open = join(place, 'open')
  mkdirSync(open, { mode: 0o755 })
  for (const name of ['catalog.index.lock', 'catalog.index.lock.holder'])
    writeFileSync(join(open, name), '', { mode: 0o600 })
  const within = await doctor({ DATA_DIR: closed }, asNobody)
  for (const name of ['modes', 'locks', 'compiled code', 'database'])
    assert.match(within.of(name)?.detail ?? '', /could not be looked into: EACCES/, name)
  assert.deepEqual([within.status, within.of('folder')?.state, within.of('clock')?.state], [1, 'error', 'ok'])
  const below = await doctor({ DATA_DIR: join(closed, 'data') }, asNobody)
  assert.match(below.of('folder')?.detail ?? '', /could not be looked into: EACCES/)
  const beside = await doctor({ DATA_DIR: open }, asNobody)
  assert.match(beside.of('locks')?.detail ?? '', /could not be looked into: .*catalog\.index\.lock: unable to open/)
  assert.deepEqual([beside.of('locks')?.state, beside.of('clock')?.state], ['error', 'ok'])
})

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
    for (const name of readdirSync(DATA_DIR))
      assert.equal(statSync(join(DATA_DIR, name)).uid, 65_534, `${args}: ${name}`)
  }
  assert.ok(existsSync(join(DATA_DIR, 'accounts.db-epoch')) && existsSync(join(DATA_DIR, 'catalog.index.names')))
  const listed = await runCli(['accounts', 'list'], env, asNobody)
  assert.equal(listed.status, 0, listed.err)
})

test('files of another user than the folder’s are named with the chown', { skip: skipUsers }, async (t) => {
  const DATA_DIR = folderOfNobody(t)
  const made = await runCli(['accounts', 'create', '--name', 'shop', '--plan', 'growth'], { DATA_DIR }, asNobody)
  assert.equal(made.status, 0, made.err)
  const mark = join(DATA_DIR, 'accounts.db-epoch')
  writeFileSync(join(DATA_DIR, 'backup.db'), 'root’s own', { mode: 0o600 })
  chownSync(mark, 0, 0)
  const { status, of } = await doctor({ DATA_DIR })
  assert.deepEqual([status, of('owners')?.state, statSync(mark).uid], [1, 'error', 0])
  assert.equal(of('owners')?.fix, `as root: chown -h 65534:65534 ${mark}`)
  const folder = join(DATA_DIR, 'compile-cache')
  assert.equal(of('compiled code'), undefined, 'root looks for the service’s user')
  chownSync(folder, 0, 0)
  assert.match((await doctor({ DATA_DIR })).of('compiled code')?.detail ?? '', /user 65534 alone/)
})
