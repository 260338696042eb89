import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { Migrator } from 'kysely/migration'
import { sqliteMigrations } from '../src/stores/migrations/index.ts'
import { openSqlite, sqliteQueries } from '../src/stores/sqlite-database.ts'
import { asNobody, doctor, shelf, skipUsers } from './support/doctor.ts'
import { ended, ownCompiledCode, runCli, spawned } from './support/process.ts'
import { tempFolder } from './support/temp.ts'

const skipModes = process.platform === 'win32' ? 'files have no modes here' : undefined
const modeOf = (path: string): number => statSync(path).mode & 0o7777

/** A folder with an account in its database. */
const dataFolder = async (t: TestContext) => {
  const DATA_DIR = tempFolder(t)
  const made = await runCli(['accounts', 'create', '--name', 'shop', '--plan', 'growth'], { DATA_DIR })
  assert.equal(made.status, 0, made.err)
  return { DATA_DIR, database: join(DATA_DIR, 'accounts.db') }
}

test('a missing DATA_DIR is made, closed to others, and only with --fix', { skip: skipModes }, async (t) => {
  const DATA_DIR = join(tempFolder(t), 'none', 'data')
  const before = await doctor({ DATA_DIR })
  assert.deepEqual([before.of('folder')?.state, existsSync(DATA_DIR)], ['warning', false])
  const { status, of } = await doctor({ DATA_DIR }, ['--fix'])
  assert.deepEqual([status, of('folder')?.state, of('folder')?.mended], [0, 'ok', `made ${DATA_DIR}`])
  assert.equal(modeOf(DATA_DIR), 0o700)
  assert.equal((await doctor({ DATA_DIR }, ['--fix'])).of('folder')?.mended, undefined, 'once is enough')
})

test('a healthy folder is left alone', async (t) => {
  const { DATA_DIR } = await dataFolder(t)
  const { status, findings } = await doctor({ DATA_DIR }, ['--fix'])
  assert.equal(status, 0)
  assert.deepEqual(
    findings.filter(({ mended, state }) => mended !== undefined || state !== 'ok'),
    [],
  )
})

test('DATA_DIR, the database, backups and keys in it are closed to other users, and what they hold stays', {
  skip: skipModes,
}, async (t) => {
  const { DATA_DIR, database } = await dataFolder(t)
  const others = ['backup.db', 'server.key', 'accounts.db-epoch', 'notes.txt'].map((name) => join(DATA_DIR, name))
  for (const path of others) if (!existsSync(path)) writeFileSync(path, 'kept')
  for (const path of [database, ...others]) chmodSync(path, 0o664)
  chmodSync(DATA_DIR, 0o755)
  const found = await doctor({ DATA_DIR })
  assert.equal(found.of('modes')?.state, 'warning')
  assert.match(found.of('modes')?.fix ?? '', new RegExp(`chmod 600 ${database}`))
  assert.deepEqual([modeOf(DATA_DIR), modeOf(database)], [0o755, 0o664], 'without --fix nothing changes')
  const { status, of } = await doctor({ DATA_DIR }, ['--fix'])
  assert.deepEqual([status, of('modes')?.state, of('folder')?.state], [0, 'ok', 'ok'])
  assert.match(of('folder')?.mended ?? '', /had mode 755 and has 700/)
  assert.match(of('modes')?.mended ?? '', /accounts\.db had mode 664 and has 600/)
  assert.deepEqual([DATA_DIR, database, ...others].map(modeOf), [0o700, 0o600, 0o600, 0o600, 0o600, 0o664])
  assert.equal(readFileSync(join(DATA_DIR, 'server.key'), 'utf8'), 'kept')
  const table = await runCli(['doctor', '--fix'], { DATA_DIR, OCR_WORKERS: '0' })
  assert.doesNotMatch(table.out, /mended/)
  chmodSync(DATA_DIR, 0o750)
  assert.match((await runCli(['doctor', '--fix'], { DATA_DIR, OCR_WORKERS: '0' })).out, /folder +mended +\S+ had mode 750/)
})

test('a folder that others share is not closed to them, and what to do is said', { skip: skipModes }, async (t) => {
  const shared = tempFolder(t)
  const fixed = async (mode: number) => {
    chmodSync(shared, mode)
    const { status, of } = await doctor({ DATA_DIR: shared }, ['--fix'])
    assert.deepEqual([status, of('folder')?.state, modeOf(shared)], [0, 'warning', mode])
    return `${of('folder')?.detail}; ${of('folder')?.fix}`
  }
  assert.match(await fixed(0o1777), /mode 1777.*not be mended: others share it.*DATA_DIR/)
  assert.match(await fixed(0o2775), /mode 2775.*not be mended/)
  writeFileSync(join(shared, 'notes.txt'), 'of somebody')
  assert.match(await fixed(0o755), /mode 755.*not be mended: it holds nothing of this service.*chmod 700/)
  rmSync(join(shared, 'notes.txt'))
  chmodSync(shared, 0o755)
  assert.equal((await doctor({ DATA_DIR: shared }, ['--fix'])).of('folder')?.state, 'ok', 'an empty folder is nobody else’s')
  assert.equal(modeOf(shared), 0o700)
})

test('an administrator changes no modes of a service’s own user, and is told who can', { skip: skipUsers }, async (t) => {
  const DATA_DIR = tempFolder(t)
  chmodSync(DATA_DIR, 0o777)
  chownSync(DATA_DIR, 12_345, 12_345)
  const { of } = await doctor({ DATA_DIR }, ['--fix'])
  assert.equal(of('folder')?.state, 'warning')
  assert.match(of('folder')?.detail ?? '', /belongs to user 12345/)
  assert.equal(modeOf(DATA_DIR), 0o777)
})

test('a user who may not mend a folder is told the command', { skip: skipUsers ?? skipModes }, async (t) => {
  const place = tempFolder(t)
  chmodSync(place, 0o755)
  const DATA_DIR = join(place, 'data')
  mkdirSync(DATA_DIR)
  chmodSync(DATA_DIR, 0o777)
  const { of } = await doctor({ DATA_DIR }, ['--fix'], asNobody)
  assert.equal(of('folder')?.state, 'warning')
  assert.match(of('folder')?.detail ?? '', /could not be mended: EPERM/)
  assert.match(of('folder')?.fix ?? '', new RegExp(`chmod 700 ${DATA_DIR}`))
  assert.equal(modeOf(DATA_DIR), 0o777)
})

test('what another user may not look into is said, and everything else is still told', { skip: skipUsers }, async (t) => {
  const place = tempFolder(t)
  chmodSync(place, 0o755)
  const closed = join(place, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const open = join(place, 'open')
  mkdirSync(open, { mode: 0o755 })
  for (const name of ['catalog.index.lock', 'catalog.index.lock.holder']) writeFileSync(join(open, name), '', { mode: 0o600 })
  for (const args of [[], ['--fix']]) {
    const within = await doctor({ DATA_DIR: closed }, args, asNobody)
    for (const name of ['modes', 'locks', 'compiled code', 'database'])
      assert.match(within.of(name)?.detail ?? '', /could not be looked into: EACCES/, name)
    assert.deepEqual([within.status, within.of('folder')?.state, within.of('clock')?.state], [1, 'error', 'ok'])
    const below = await doctor({ DATA_DIR: join(closed, 'data') }, args, asNobody)
    assert.match(below.of('folder')?.detail ?? '', /could not be looked into: EACCES/)
    const beside = await doctor({ DATA_DIR: open }, args, asNobody)
    assert.match(beside.of('locks')?.detail ?? '', /could not be looked into: .*catalog\.index\.lock: unable to open/)
    assert.deepEqual([beside.of('locks')?.state, beside.of('clock')?.state], ['error', 'ok'])
  }
})

test('a schema of an earlier version is brought up to date, and said', async (t) => {
  const DATA_DIR = tempFolder(t)
  const database = await openSqlite({ file: join(DATA_DIR, 'accounts.db'), durability: 'process' })
  const queries = sqliteQueries(database)
  await new Migrator({ db: queries, provider: { getMigrations: async () => ({ ...sqliteMigrations }) } }).migrateTo(
    '0007-request-count-writers',
  )
  await queries.destroy()
  const { status, of } = await doctor({ DATA_DIR }, ['--fix'])
  assert.deepEqual([status, of('database')?.state], [0, 'ok'])
  assert.match(of('database')?.mended ?? '', /up to date by 0008-request-months, /)
  assert.equal((await doctor({ DATA_DIR }, ['--fix'])).of('database')?.mended, undefined)
})

test('the name of a killed process is removed from its lock; that of a living one stays', async (t) => {
  const DATA_DIR = tempFolder(t)
  const holderFile = join(DATA_DIR, 'catalog.index.lock.holder')
  const holder = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { withFileLock } from './src/files/file-lock.ts'
       await withFileLock(${JSON.stringify(join(DATA_DIR, 'catalog.index'))}, 'catalog import', async () => {
         console.log('held')
         await new Promise((resolve) => setTimeout(resolve, 60_000))
       })`,
    ],
    { cwd: new URL('..', import.meta.url), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  t.after(() => holder.kill('SIGKILL'))
  await Promise.race([once(holder.stdout, 'data'), once(holder, 'close')])
  const living = await doctor({ DATA_DIR }, ['--fix'])
  assert.deepEqual([living.of('locks'), existsSync(holderFile)], [undefined, true])
  holder.kill('SIGKILL')
  await once(holder, 'close')
  assert.equal((await doctor({ DATA_DIR })).of('locks')?.state, 'warning')
  assert.ok(existsSync(holderFile), 'without --fix nothing changes')
  const { of } = await doctor({ DATA_DIR }, ['--fix'])
  assert.deepEqual([of('locks')?.state, existsSync(holderFile)], ['ok', false])
  assert.match(of('locks')?.mended ?? '', /catalog\.index$/)
})

test('compiled code that others could write, or that lies behind a link, is made anew', { skip: skipModes }, async (t) => {
  const DATA_DIR = tempFolder(t)
  const folder = join(DATA_DIR, 'compile-cache')
  const outside = tempFolder(t)
  writeFileSync(join(outside, 'theirs'), 'kept')
  mkdirSync(folder)
  writeFileSync(join(folder, 'planted'), 'code')
  chmodSync(folder, 0o777)
  const env = { ...ownCompiledCode, DATA_DIR }
  assert.equal((await doctor(env)).of('compiled code')?.state, 'warning')
  assert.deepEqual(readdirSync(folder), ['planted'])
  assert.equal((await doctor(env, ['--fix'])).of('compiled code')?.state, 'ok')
  assert.deepEqual([modeOf(folder), readdirSync(folder)], [0o700, []])
  rmSync(folder, { recursive: true })
  symlinkSync(outside, folder)
  assert.match((await doctor(env, ['--fix'])).of('compiled code')?.mended ?? '', /anew and empty/)
  assert.deepEqual([readdirSync(folder), readdirSync(outside)], [[], ['theirs']])
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'a file of somebody')
  await doctor(env, ['--fix'])
  const [aside = ''] = readdirSync(DATA_DIR).filter((name) => name.startsWith('compile-cache.aside-'))
  assert.equal(readFileSync(join(DATA_DIR, aside), 'utf8'), 'a file of somebody')
})

test('damaged compiled code does no harm: the next end of a process writes it anew', async (t) => {
  const DATA_DIR = tempFolder(t)
  const env = { ...ownCompiledCode, DATA_DIR }
  const run = async () => assert.equal(await ended(spawned(process.execPath, ['src/cli/main.ts', 'accounts', 'list'], env)), 0)
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

test('names of cards that are missing, damaged or of another catalogue are packed again', async (t) => {
  const env = { DATA_DIR: tempFolder(t), CATALOG_SOURCE: 'local', OCR_WORKERS: '1' }
  const imported = await runCli(['catalog', 'import', shelf(t, 'Charizard')], env)
  assert.equal(imported.status, 0, imported.err)
  const names = join(env.DATA_DIR, 'catalog.index.names')
  const sound = readFileSync(names)
  const older = `${names}.older`
  cpSync(names, older)
  assert.equal((await runCli(['catalog', 'import', shelf(t, 'Charizard', 'Pikachu')], env)).status, 0)
  for (const spoil of [() => rmSync(names), () => writeFileSync(names, sound.subarray(0, 40)), () => cpSync(older, names)]) {
    spoil()
    const { of } = await doctor(env, ['--fix'])
    assert.deepEqual([of('card names')?.state, of('card names')?.mended], ['ok', `packed ${names} from the catalogue`])
  }
  assert.equal((await doctor(env)).of('card names'), undefined, 'there is nothing left to tell')
  rmSync(names)
  assert.deepEqual(
    [(await doctor(env)).of('card names')?.state, existsSync(names)],
    ['warning', false],
    'without --fix nothing changes',
  )
})

test('a damaged index of kept prices is written anew; a damaged log is not touched', async (t) => {
  const env = { DATA_DIR: tempFolder(t) }
  const files = tempFolder(t)
  const prices = {
    productId: 1,
    lowPrice: 0.5,
    midPrice: 2,
    highPrice: 9,
    marketPrice: 1.5,
    directLowPrice: null,
    subTypeName: 'Normal',
  }
  for (const day of ['2025-10-14', '2025-10-16']) {
    const path = join(files, day, '62', '1', 'prices')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify({ success: true, errors: [], results: [prices] }))
  }
  const imported = await runCli(['archive', 'import', files], env)
  assert.equal(imported.status, 0, imported.err)
  const sql = (text: string) => {
    const database = new DatabaseSync(join(env.DATA_DIR, 'accounts.db'))
    database.exec(text)
    database.close()
  }
  assert.equal((await doctor(env, ['--fix'])).of('kept prices')?.mended, undefined)
  sql('delete from price_pages')
  const { status, of } = await doctor(env, ['--fix'])
  assert.deepEqual([status, of('kept prices')?.state], [0, 'ok'])
  assert.match(of('kept prices')?.mended ?? '', /index of tcgcsv anew/)
  assert.equal((await runCli(['archive', 'verify'], env)).status, 0)
  sql('delete from price_segments where sequence = 1')
  const damaged = await doctor(env, ['--fix'])
  assert.deepEqual([damaged.status, damaged.healthy, damaged.of('kept prices')?.state], [1, false, 'error'])
  assert.match(damaged.of('kept prices')?.fix ?? '', /database restore FILE/)
})
