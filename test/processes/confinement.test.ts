import assert from 'node:assert/strict'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Environment } from '../../src/app/configuration/config.ts'
import { startLiveEmulator } from '../live/live-service.ts'
import { shelf } from '../support/doctor.ts'
import { fetchUnlessBusy } from '../support/fetch-unless-busy.ts'
import { drawCard, encode } from '../support/photos/drawn.ts'
import { bodyOf } from '../support/photos/mutate.ts'
import { databaseForTest, testPostgres } from '../support/postgres.ts'
import { ended, ownCompiledCode, runCli, startServer } from '../support/process.ts'
import { ownRedis } from '../support/servers.ts'
import { readTrace, skipTracing, tracer } from '../support/strace.ts'
import { tempFolder } from '../support/temp.ts'

const postgres = await testPostgres()
const skip = skipTracing()

/**
 * What Linux itself offers every process, none of it kept; the C library asks the socket for the name of the user who
 * makes a change.
 */
const isOfTheSystem = (path: string): boolean =>
  path === '/dev/null' || path === '/var/run/nscd/socket' || path.startsWith('/proc/self/')

/** Calls the service with a key. @returns the status */
type Call = (target: string, init?: RequestInit) => Promise<number>

/** A place with an empty home and temporary folder, and the means to run the service in it under the eyes of strace. */
const confine = (t: TestContext, settings: Environment) => {
  const place = tempFolder(t)
  const [home, temporary, data] = ['home', 'tmp', 'data'].map((name) => join(place, name)) as [string, string, string]
  for (const folder of [home, temporary, data]) mkdirSync(folder, { mode: 0o700 })
  // What went through io_uring would be hidden from strace.
  const env = {
    ...ownCompiledCode,
    HOME: home,
    TMPDIR: temporary,
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
    OCR_WORKERS: '2',
    UPSTREAM_TIMEOUT_MS: '60000',
    ...settings,
    UV_USE_IO_URING: '0',
  }
  let traces = 0
  const nextTrace = () => join(place, `trace-${traces++}`)
  const check = async (trace: string, what: string) => {
    const { addresses, written } = await readTrace(trace)
    assert.ok(written.length > 0, `${what}: the tracer saw nothing`)
    const strange = written.filter((path) => !isOfTheSystem(path) && !path.startsWith(`${data}/`) && path !== data)
    assert.deepEqual(strange.slice(0, 10), [], `${what} wrote outside DATA_DIR`)
    const named = Object.values(settings).flatMap((value) =>
      URL.canParse(value ?? '') ? [new URL(value as string).host] : [],
    )
    assert.deepEqual(
      addresses.filter((address) => !named.includes(address) && !isOfTheSystem(address)),
      [],
      `${what} reached for what no setting names`,
    )
    assert.deepEqual([...readdirSync(home), ...readdirSync(temporary)], [], what)
    return addresses
  }
  return {
    cli: async (...args: string[]) => {
      let [status, err]: [number | null, string] = [1, '']
      // Traced on a busy machine, a host may answer later than a command waits for it.
      for (let again = 0; status !== 0 && again < 5; again++) {
        const trace = nextTrace()
        ;({ status, err } = await runCli(args, { ...env, CARD_MARKET_KEY: 'cmd_x' }, { tracer: tracer(trace) }))
        await check(trace, args.join(' '))
      }
      assert.equal(status, 0, err)
    },
    /** Serves, gives the key of a new account to `use`, stops. @returns the addresses that the service reached */
    serve: async (use: (call: Call) => Promise<void>) => {
      const { account } = JSON.parse(
        (await runCli(['accounts', 'create', '--name', 'a', '--plan', 'scale', '--json'], env)).out,
      )
      const { key } = JSON.parse((await runCli(['keys', 'issue', '--account', account.id, '--json'], env)).out)
      const trace = nextTrace()
      const { address, child } = await startServer(env, undefined, { tracer: tracer(trace) })
      t.after(() => void child.kill('SIGKILL'))
      // Traced on a busy machine, models and stores may take longer than a call waits.
      await use(async (target, init = {}) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
        const response = await fetchUnlessBusy(address + target, { ...init, headers })
        await response.arrayBuffer()
        return response.status
      })
      child.kill('SIGTERM')
      assert.equal(await ended(child), 0)
      return check(trace, 'serve')
    },
  }
}

const sendPhoto = async (call: Call): Promise<void> => {
  const body = new Uint8Array(bodyOf(await encode(drawCard(0, 250), 'image/png')))
  assert.equal(await call('/v1/identify-image', { method: 'POST', body }), 200)
}

test('with photos and an imported catalogue no process asks the network for anything or writes outside DATA_DIR', {
  skip,
}, async (t) => {
  const { cli, serve } = confine(t, { CATALOG_SOURCE: 'local' })
  const list = shelf(t, 'Charizard')
  await cli('catalog', 'import', list)
  await cli('accounts', 'create', '--name', 'shop', '--plan', 'growth')
  await cli('doctor')
  // Nobody speaks on its standard input.
  await cli('mcp')
  const addresses = await serve(async (call) => {
    assert.equal(await call('/v1/search?q=charizard'), 200)
    // Both workers load the models.
    await Promise.all([sendPhoto(call), sendPhoto(call), sendPhoto(call)])
  })
  assert.deepEqual(addresses, [])
})

test('on the live market with PostgreSQL and Redis it reaches these alone', {
  skip: skip ?? postgres.skip,
}, async (t) => {
  const redis = await ownRedis(t)
  if (redis === null) return t.skip('there is no redis-server to start')
  const emulator = await startLiveEmulator(t)
  const database = await databaseForTest(t, postgres.url)
  const { cli, serve } = confine(t, { ...emulator.env, DATABASE_URL: database, REDIS_URL: redis.url })
  await cli('doctor')
  const addresses = await serve(async (call) => {
    assert.equal(await call('/v1/products/300001'), 200)
    assert.equal(await call('/v1/search?q=pikachu'), 200)
    await sendPhoto(call)
  })
  for (const url of [database, redis.url]) assert.ok(addresses.includes(new URL(url).host), `${url} was used`)
  assert.ok(addresses.length > 2, 'the market was used')
})
