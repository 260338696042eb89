import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ended, runCli, startServer } from './support/process.ts'
import { assertRefused, runCommand } from './support/run-command.ts'
import { tempFolder } from './support/temp.ts'

const json = (out: string) => JSON.parse(out)

describe('the command line', () => {
  test('a service that npm started ends with npm', async (t) => {
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: tempFolder(t),
      PORT: '0',
      METRICS_PORT: '0',
      OCR_WORKERS: '0',
      LOG_LEVEL: 'silent',
    }
    const shell = spawn('sh', ['-c', `${process.execPath} src/cli/main.ts serve; true`], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [chunk] = (await once(shell.stdout, 'data')) as [Buffer]
    const { address } = json(chunk.toString().split('\n')[0] as string)
    assert.equal((await fetch(`${address}/healthz`)).status, 200)
    shell.kill('SIGTERM')
    for (let i = 0; i < 100; i++) {
      const isServing = await fetch(`${address}/healthz`, { headers: { connection: 'close' } }).then(
        () => true,
        () => false,
      )
      if (!isServing) return
      await delay(100)
    }
    assert.fail('it serves on')
  })

  test('accounts and keys from beginning to end, as JSON', async (t) => {
    const env = { DATA_DIR: tempFolder(t) }
    const run = async (...args: string[]) => {
      const { status, out, err } = await runCommand([...args, '--json'], env)
      assert.equal(status, 0, err)
      assert.equal(out.trim().split('\n').length, 1)
      return json(out)
    }
    const create = 'accounts create --plan starter --requests-per-minute 7'
    const { account } = await run(...create.split(' '), '--name', 'Card shop')
    assert.deepEqual(
      [account.name, account.plan, account.requestsPerMinute, account.monthlyRequests],
      ['Card shop', 'starter', 7, 10_000],
    )
    assert.ok(Date.parse(account.createdAt))
    const issued = await run('keys', 'issue', '--account', account.id, '--label', 'till', '--expires', '30d')
    assert.match(issued.key, /^cmd_/)
    assert.ok(issued.key.includes(issued.keyId) && Date.parse(issued.expiresAt) > Date.now())
    const rotated = await run('keys', 'rotate', issued.keyId, '--overlap', '1h')
    assert.notEqual(rotated.keyId, issued.keyId)
    const { keys } = await run('keys', 'list', '--account', account.id)
    assert.deepEqual(
      keys.map((key: { keyId: string; label: string }) => key.label),
      ['till', 'till'],
    )
    assert.ok(!JSON.stringify(keys).includes(issued.key))
    assert.equal((await run('usage', '--account', account.id)).keys.active, 1)
    await run('keys', 'revoke', rotated.key)
    assert.equal((await run('usage', '--account', account.id)).keys.active, 0)
    assert.equal((await run('accounts', 'plan', account.id, 'scale')).account.requestsPerMinute, 600)
    await run('keys', 'issue', '--account', account.id)
    const newest = await run('keys', 'issue', '--account', account.id)
    const tooMany = await runCommand(['accounts', 'plan', account.id, 'scale', '--active-keys', '1'], env)
    assert.deepEqual([tooMany.status, tooMany.err.includes(newest.keyId)], [1, true])
    const cut = await run('accounts', 'plan', account.id, 'scale', '--active-keys', '1', '--revoke-newest')
    assert.deepEqual([cut.account.activeKeys, cut.revoked[0].keyId], [1, newest.keyId])
    const large = ['--requests-per-minute', '9007199254740991', '--monthly-requests', '9007199254740991']
    assert.equal(
      (await run('accounts', 'plan', account.id, 'scale', ...large)).account.monthlyRequests,
      Number.MAX_SAFE_INTEGER,
    )
    assert.equal((await run('accounts', 'show', account.id)).account.plan, 'scale')
    assert.equal((await run('accounts', 'list')).accounts.length, 1)
    assert.ok((await run('accounts', 'close', account.id)).account.closedAt)
    assert.deepEqual(await run('database', 'migrate'), { migrated: [] })
    assert.deepEqual(await run('database', 'check'), { ok: true })
    const copy = join(env.DATA_DIR, 'copy.db')
    await run('database', 'backup', copy)
    assert.ok(existsSync(copy))
  })

  test('wrong usage exits with 2 and a wrong request with 1, each with one line that says why', async (t) => {
    const create = 'accounts create --name x --plan'
    await assertRefused(
      [
        ['nonsense', 2, /nonsense.*--help/],
        ['keys list', 2, /--account is required; "accounts list" shows the ids/],
        ['accounts create --name x', 2, /--plan/],
        [`${create} gold`, 2, /starter, growth, scale/],
        [`${create} starter --requests-per-minute 0`, 2, /requests-per-minute/],
        [`${create} starter --active-keys 9007199254740992`, 2, /9007199254740991/],
        [`${create} starter --nope`, 2, /--nope/],
        ['accounts show', 2, /ID/],
        ['accounts show a b', 2, /"b"/],
        ['accounts show acc_none', 1, /acc_none/],
        ['keys issue --account acc_none', 1, /acc_none/],
        ['keys issue --account x --expires soon', 2, /ISO 8601/],
        ['keys issue --account x --expires 2020-01-01', 2, /future/],
        ['keys rotate x --overlap 90d', 2, /30d/],
        ['keys revoke cmd_mistyped', 2, /KEYID is the middle part/],
        ['keys revoke none', 1, /none/],
      ],
      { DATA_DIR: tempFolder(t) },
    )
  })

  test('a wrong configuration lists all its problems and exits with 2', async (t) => {
    const env = {
      DATA_DIR: tempFolder(t),
      PORT: '99999',
      LOG_LEVEL: 'loud',
      CACHE_MAX_MB: 'x',
      DATABASE_URL: 'mysql://user:secret@db/x',
      TLS_CERT_FILE: '/x',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    }
    const { status, err } = await runCli(['serve'], env)
    assert.equal(status, 2)
    const { DATA_DIR: _, TLS_CERT_FILE: __, ...wrong } = env
    for (const name of [...Object.keys(wrong), 'TLS_KEY_FILE'])
      assert.match(err, new RegExp(`^${name}|^TLS_CERT_FILE.*${name}`, 'm'))
    assert.ok(!err.includes('secret'))
  })

  test('a damaged database, a foreign one and a port in use end the start in one clear line', async (t) => {
    const folder = tempFolder(t)
    const file = join(folder, 'bad.db')
    writeFileSync(file, 'no database '.repeat(1_000))
    const damaged = await runCli(['serve'], {
      DATA_DIR: folder,
      DATABASE_URL: `sqlite:${file}`,
      PORT: '0',
      METRICS_PORT: '0',
    })
    assert.deepEqual([damaged.status, damaged.err.trim().split('\n').length], [1, 1])
    assert.match(damaged.err, /bad\.db.*backup/)
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    t.after(() => blocker.close())
    const { port } = blocker.address() as { port: number }
    const taken = await runCli(['serve', '--port', String(port)], { DATA_DIR: folder, METRICS_PORT: '0' })
    assert.deepEqual([taken.status, taken.err.trim().split('\n').length], [1, 1])
    assert.match(taken.err, /^Cannot listen on 127\.0\.0\.1:\d+: another program listens there; /)
    assert.match(taken.err, /; choose another port with PORT=\d+, or serve --port \d+\.\n$/)
  })

  test('a start that others can reach prints no key into a log, and says how to make one', async (t) => {
    const env = { DATA_DIR: tempFolder(t), HOST: '0.0.0.0' }
    const server = await startServer(env)
    t.after(() => void server.child.kill('SIGKILL'))
    assert.equal(server.key, null)
    assert.match(server.printed(), /"hint":"There is no account yet: `accounts create/)
    assert.ok(!server.printed().includes('cmd_'))
    assert.equal(
      (await runCommand(['accounts', 'list'], env)).out,
      `There are no accounts yet in ${join(env.DATA_DIR, 'accounts.db')}.\n`,
    )
  })

  test('an unexpected error is one line, and with --verbose also its stack', async (t) => {
    const env = { DATA_DIR: tempFolder(t) }
    await runCommand(['accounts', 'create', '--name', 'x', '--plan', 'starter'], env)
    const database = new DatabaseSync(join(env.DATA_DIR, 'accounts.db'))
    database.exec(`update accounts set plan = 'gold'`)
    database.close()
    const brief = await runCommand(['accounts', 'list'], env)
    assert.equal(brief.status, 1)
    assert.match(brief.err, /^Error: Account acc_\w+ is on an unknown plan\. \(--verbose shows where\)\n$/)
    const verbose = await runCommand(['accounts', 'list', '--verbose'], env)
    assert.equal(verbose.status, 1)
    assert.match(verbose.err, /\n +at accountOf \(.*sql-account-rows\.ts/)
  })

  test('the first start of an empty sandbox prints one key that works; the second prints none', async (t) => {
    const env = { DATA_DIR: join(tempFolder(t), 'data') }
    const first = await startServer(env)
    t.after(() => void first.child.kill('SIGKILL'))
    const reply = await fetch(`${first.address}/v1/usage`, { headers: { authorization: `Bearer ${first.key}` } })
    assert.equal(reply.status, 200)
    first.child.kill('SIGTERM')
    assert.equal(await ended(first.child), 0)
    const second = await startServer(env)
    t.after(() => void second.child.kill('SIGKILL'))
    assert.equal(second.key, null)
    second.child.kill('SIGTERM')
    assert.equal(await ended(second.child), 0)
    assert.ok(
      !readdirSync(env.DATA_DIR).some((name) => name.endsWith('-wal')),
      'a clean stop leaves no write-ahead log',
    )
  })
})
