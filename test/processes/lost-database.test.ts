import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, type TestContext, test } from 'node:test'
import { resetSqlite } from '../../src/stores/sqlite-restore.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { UnusableDatabaseError } from '../../src/stores/store.ts'
import { outcomeOf, runCli, type ServerProcess, startServer } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'

/** Calls with a key. @returns the status of the answer */
const statusOf = async ({ address }: ServerProcess, key: string): Promise<number> =>
  (await fetch(`${address}/v1/usage`, { headers: { authorization: `Bearer ${key}` } })).status

const statusesOf = (server: ServerProcess, keys: readonly string[]) =>
  Promise.all(keys.map((key) => statusOf(server, key)))

/** A service that made its first account and a second one, then died with some units in its log alone. */
const makeDeadService = async (folder: string) => {
  const env = { DATA_DIR: folder, LOG_LEVEL: 'silent' }
  const server = await startServer(env)
  const run = async (...args: string[]) => JSON.parse((await runCli([...args, '--json'], env)).out)
  const { account } = await run('accounts', 'create', '--name', 'Shop', '--plan', 'scale')
  const { key } = await run('keys', 'issue', '--account', account.id)
  for (let i = 0; i < 20; i++) assert.equal(await statusOf(server, key), 200)
  await server.kill()
  return [server.key as string, key]
}

const templates: string[] = []
after(() => {
  for (const folder of templates) rmSync(folder, { recursive: true })
})
let made: ReturnType<typeof makeDeadService> | undefined

/** A copy of what one dead service left behind. */
const deadService = async (t: TestContext) => {
  if (made === undefined) {
    templates.push(mkdtempSync(join(tmpdir(), 'card-market-')))
    made = makeDeadService(templates[0] as string)
  }
  const keys = await made
  const folder = tempFolder(t)
  cpSync(templates[0] as string, folder, { recursive: true })
  return { folder, env: { DATA_DIR: folder, LOG_LEVEL: 'silent' }, file: join(folder, 'accounts.db'), keys }
}

const opened = (file: string, isChecked = true) =>
  openSqliteStore({ file, durability: 'process', now: Date.now, isChecked })

/**
 * Fails unless neither the service nor a command opens the database; the reason is one line, and nothing has changed
 * then.
 */
const assertRefused = async (folder: string, message: RegExp) => {
  const contents = () =>
    readdirSync(folder)
      .sort()
      .filter((name) => !name.endsWith('-shm'))
  const before = contents()
  const env = { DATA_DIR: folder, PORT: '0', METRICS_PORT: '0', OCR_WORKERS: '0' }
  const { status, out, err } = await runCli(['serve'], env)
  assert.deepEqual([status, out, err.trim().split('\n').length], [1, '', 1], `${out}${err}`)
  assert.match(err, message)
  await assert.rejects(opened(join(folder, 'accounts.db'), false), UnusableDatabaseError)
  assert.deepEqual(contents(), before)
}

const halve = (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))

const lost = {
  'cut to nothing, its log kept': (file: string) => truncateSync(file, 0),
  'cut to nothing, its log gone': (file: string) => {
    truncateSync(file, 0)
    rmSync(`${file}-wal`)
  },
  'removed, its log kept': (file: string) => rmSync(file),
  'removed with its log': (file: string) => {
    for (const part of ['', '-wal', '-shm']) rmSync(file + part)
  },
  'cut to its first page, its log gone': (file: string) => {
    truncateSync(file, 4_096)
    rmSync(`${file}-wal`)
  },
  'replaced by a database without accounts': (file: string) => {
    for (const part of ['', '-wal', '-shm']) rmSync(file + part)
    new DatabaseSync(file).exec('pragma journal_mode = wal; create table kysely_migration (name text, timestamp text)')
  },
} as const

for (const [how, lose] of Object.entries(lost)) {
  test(`a database that was ${how} is refused in one line that says what to do, and never begun anew`, async (t) => {
    const { folder, file } = await deadService(t)
    lose(file)
    await assertRefused(folder, /accounts\.db.*(database restore FILE.*database reset|restore a backup)/)
  })
}

const partial = {
  'cut to half': halve,
  'cut to half, its log gone': (file: string) => {
    halve(file)
    rmSync(`${file}-wal`)
  },
  'put back without its log': (file: string) => {
    rmSync(`${file}-wal`)
    rmSync(`${file}-shm`)
  },
  'left with half of its log': (file: string) => halve(`${file}-wal`),
} as const

for (const [how, damage] of Object.entries(partial)) {
  test(`a database that was ${how} is refused, or still has every account and key`, async (t) => {
    const { env, file, keys } = await deadService(t)
    damage(file)
    const server = await startServer(env).catch((error: Error) => error)
    if (server instanceof Error) {
      assert.match(server.message, /^serve ended with 1: .*restore a backup.*\n$/i)
      return t.diagnostic('refused')
    }
    t.diagnostic('serves')
    assert.equal(server.key, null)
    assert.deepEqual(await statusesOf(server, keys), [200, 200])
    await server.kill()
  })
}

test('an older copy in the place of a database is refused until its mark is removed', async (t) => {
  const { folder, env, file } = await deadService(t)
  const copy = join(folder, 'copy.db')
  assert.equal((await runCli(['database', 'backup', copy], env)).status, 0)
  const { accounts } = JSON.parse((await runCli(['accounts', 'list', '--json'], env)).out)
  assert.equal((await runCli(['keys', 'issue', '--account', accounts[0].id], env)).status, 0)
  for (const part of ['-wal', '-shm']) rmSync(file + part, { force: true })
  renameSync(copy, file)
  await assertRefused(folder, /ends at change 4 of its accounts though it had change 5.*remove .*accounts\.db-epoch/)
  rmSync(`${file}-epoch`)
  await (await opened(file)).close()
})

test('a mark that cannot be read still tells that there was a database', async (t) => {
  const { folder, file } = await deadService(t)
  writeFileSync(`${file}-epoch`, '')
  await (await opened(file)).close()
  writeFileSync(`${file}-epoch`, '')
  for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
  await assertRefused(folder, /is gone though/)
})

test('a backup is restored over a lost database, into a fresh folder and to another path', async (t) => {
  const { folder, env, file, keys } = await deadService(t)
  const backup = join(tempFolder(t), 'backup.db')
  assert.equal((await runCli(['database', 'backup', backup], env)).status, 0)
  rmSync(file)
  const fresh = join(tempFolder(t), 'fresh')
  const lost = await runCli(['doctor'], env)
  assert.match(lost.out, /database +error .*accounts\.db is gone.*database restore FILE/)
  const places = [
    env,
    { ...env, DATA_DIR: fresh },
    { ...env, DATABASE_URL: `sqlite:${join(folder, 'elsewhere', 'cards.db')}` },
  ]
  for (const place of places) {
    const restored = await runCli(['database', 'restore', backup], place)
    assert.deepEqual([restored.status, restored.err], [0, ''])
    assert.equal((await runCli(['database', 'check'], place)).status, 0)
    const server = await startServer(place)
    assert.equal(server.key, null)
    assert.deepEqual(await statusesOf(server, keys), [200, 200])
    const { accounts } = JSON.parse((await runCli(['accounts', 'list', '--json'], place)).out)
    const { out } = await runCli(['usage', '--account', accounts[1].id, '--json'], place)
    assert.equal(JSON.parse(out).month.used, 21)
    const inUse = await runCli(['database', 'restore', backup], place)
    assert.deepEqual([inUse.status, inUse.err.includes('is in use; stop')], [1, true], inUse.err)
    await server.kill()
  }
  assert.ok(existsSync(backup))
  // Copied by hand into a folder without a database it serves as well, and is marked from then on.
  const byHand = join(tempFolder(t), 'accounts.db')
  copyFileSync(backup, byHand)
  await (await opened(byHand)).close()
  assert.match(readFileSync(`${byHand}-epoch`, 'utf8'), /^4\n$/)
})

test('a folder is restored with its log, and a damaged backup changes nothing', async (t) => {
  const { env, file, keys } = await deadService(t)
  const copy = join(tempFolder(t), 'copy.db')
  for (const part of ['', '-wal']) copyFileSync(file + part, copy + part)
  const broken = join(tempFolder(t), 'broken.db')
  writeFileSync(broken, readFileSync(file).subarray(0, 20_000))
  const refused = await runCli(['database', 'restore', broken], env)
  assert.equal(refused.status, 1)
  assert.match(
    refused.err,
    /^The backup \S+broken\.db is damaged .*[^;] Nothing was changed; restore another backup\.\n$/,
  )
  assert.equal((await runCli(['database', 'restore', copy], env)).status, 0)
  const server = await startServer(env)
  assert.deepEqual(await statusesOf(server, keys), [200, 200])
  await server.kill()
})

test('only an explicit reset begins a lost database anew, and deletes nothing', async (t) => {
  const { folder, env, file } = await deadService(t)
  truncateSync(file, 0)
  const log = readFileSync(`${file}-wal`)
  const { status, out } = await runCli(['database', 'reset', '--json'], env)
  assert.equal(status, 0)
  const aside: string[] = JSON.parse(out).aside
  assert.ok(aside.some((name) => name.endsWith('-wal') && readFileSync(name).equals(log)))
  assert.deepEqual(
    readdirSync(folder).filter((name) => !name.includes('.aside-') && name.startsWith('accounts.db')),
    [],
  )
  const server = await startServer(env)
  assert.notEqual(server.key, null)
  await server.kill()
  assert.equal((await runCli(['database', 'reset'], { DATA_DIR: join(folder, 'none') })).status, 1)
})

test('what is set aside twice within one second is kept twice', async (t) => {
  const file = join(tempFolder(t), 'accounts.db')
  const asides: string[] = []
  for (const instant of ['2026-11-21T09:30:00.001Z', '2026-11-21T09:30:00.002Z']) {
    await (await opened(file)).close()
    asides.push(...resetSqlite(file, instant))
  }
  assert.equal(new Set(asides).size, 2)
  assert.ok(asides.every(existsSync))
})

test('processes that open a database while accounts are made in it are never refused', async (t) => {
  const file = join(tempFolder(t), 'accounts.db')
  const create = async (name: number) => {
    const store = await opened(file)
    const account = {
      id: `acc_${name}`,
      name: `${name}`,
      plan: 'scale',
      createdAt: '2026-11-21T09:30:00.000Z',
      closedAt: null,
    } as const
    await store.accounts.createAccount(
      account,
      { requestsPerMinute: null, monthlyRequests: null, activeKeys: null },
      'test',
    )
    await store.close()
  }
  const program = `
    import { openSqliteStore } from ${JSON.stringify(new URL('../../src/stores/sqlite-store.ts', import.meta.url).href)}
    const options = { file: ${JSON.stringify(file)}, durability: 'process', now: Date.now }
    for (let i = 0; i < 60; i++) await (await openSqliteStore(options)).close()`
  const opener = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const outcome = outcomeOf(opener)
  for (let name = 0; opener.exitCode === null && name < 500; name += 4)
    await Promise.all([create(name), create(name + 1), create(name + 2), create(name + 3)])
  const { status, err } = await outcome
  assert.equal(status, 0, err)
})
