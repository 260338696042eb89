import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Environment } from '../../src/app/config.ts'
import { startLiveEmulator } from '../live/live-service.ts'
import { drawCard, encode } from '../support/photos/drawn.ts'
import { bodyOf } from '../support/photos/mutate.ts'
import { databaseForTest, testPostgres } from '../support/postgres.ts'
import { ended, runCli, startServer } from '../support/process.ts'
import { testRedis } from '../support/redis.ts'
import { readTrace, skipTracing, tracer } from '../support/strace.ts'
import { tempFolder } from '../support/temp.ts'

const [postgres, redis] = await Promise.all([testPostgres(), testRedis()])
const skip = skipTracing()

/** What Linux itself offers every process, none of it kept. */
const isOfTheSystem = (path: string): boolean => path === '/dev/null' || path.startsWith('/proc/self/')

/** A place with an empty home and temporary folder, and the means to run the service in it under the eyes of strace. */
const confine = (t: TestContext, settings: Environment) => {
  const place = tempFolder(t)
  const [home, temporary, data] = ['home', 'tmp', 'data'].map((name) => join(place, name)) as [string, string, string]
  for (const folder of [home, temporary, data]) mkdirSync(folder, { mode: 0o700 })
  const env = { HOME: home, TMPDIR: temporary, DATA_DIR: data, LOG_LEVEL: 'warn', OCR_WORKERS: '2', ...settings }
  let traces = 0
  const nextTrace = () => join(place, `trace-${traces++}`)
  const check = async (trace: string, what: string) => {
    const { addresses, written } = await readTrace(trace)
    assert.ok(written.length > 0, `${what}: the tracer saw nothing`)
    const strange = written.filter((path) => !isOfTheSystem(path) && !path.startsWith(`${data}/`) && path !== data)
    assert.deepEqual(strange.slice(0, 10), [], `${what} wrote outside DATA_DIR`)
    const named = Object.values(settings).flatMap((value) => (URL.canParse(value ?? '') ? [new URL(value as string).host] : []))
    assert.deepEqual(
      addresses.filter((address) => !named.includes(address)),
      [],
      `${what} reached for what no setting names`,
    )
    assert.deepEqual([...readdirSync(home), ...readdirSync(temporary)], [], what)
    return addresses
  }
  return {
    cli: async (...args: string[]) => {
      const trace = nextTrace()
      const outcome = await runCli([...args, '--json'], env, { tracer: tracer(trace) })
      await check(trace, args.join(' '))
      assert.equal(outcome.status, 0, outcome.err)
      return JSON.parse(outcome.out)
    },
    /** Serves, gives the key of a new account to `use`, stops. @returns the addresses that the service reached */
    serve: async (use: (call: (target: string, init?: RequestInit) => Promise<number>) => Promise<void>) => {
      const { account } = JSON.parse((await runCli(['accounts', 'create', '--name', 'a', '--plan', 'scale', '--json'], env)).out)
      const { key } = JSON.parse((await runCli(['keys', 'issue', '--account', account.id, '--json'], env)).out)
      const trace = nextTrace()
      const { address, child } = await startServer(env, undefined, { tracer: tracer(trace) })
      await use(async (target, init = {}) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
        const response = await fetch(address + target, { ...init, headers })
        await response.arrayBuffer()
        return response.status
      })
      child.kill('SIGTERM')
      assert.equal(await ended(child), 0)
      return check(trace, 'serve')
    },
  }
}

const card = { productId: 1, name: 'Charizard', categoryId: 3, categoryName: 'Pokemon', groupId: 7, groupName: 'Base Set' }

const photo = async () => ({ method: 'POST', body: new Uint8Array(bodyOf(await encode(drawCard(0, 250), 'image/png'))) })

test('with photos and an imported catalogue no process asks the network for anything or writes outside DATA_DIR', {
  skip,
}, async (t) => {
  const { cli, serve } = confine(t, { CATALOG_SOURCE: 'local' })
  const list = join(tempFolder(t), 'products.jsonl')
  writeFileSync(list, JSON.stringify(card))
  await cli('catalog', 'import', list)
  await cli('accounts', 'create', '--name', 'shop', '--plan', 'growth')
  await cli('doctor')
  const addresses = await serve(async (call) => {
    assert.equal(await call('/v1/search?q=charizard'), 200)
    // Both workers load the models.
    const bodies = await Promise.all([photo(), photo(), photo()])
    assert.deepEqual(await Promise.all(bodies.map((body) => call('/v1/identify-image', body))), [200, 200, 200])
  })
  assert.deepEqual(addresses, [])
})

test('on the live market with PostgreSQL and Redis it reaches these alone', {
  skip: skip ?? postgres.skip ?? redis.skip,
}, async (t) => {
  const emulator = await startLiveEmulator(t)
  const database = await databaseForTest(t, postgres.url)
  const { cli, serve } = confine(t, { ...emulator.env, DATABASE_URL: database, REDIS_URL: redis.url })
  await cli('doctor')
  const addresses = await serve(async (call) => {
    assert.equal(await call('/v1/products/300001'), 200)
    assert.equal(await call('/v1/search?q=pikachu'), 200)
    assert.equal(await call('/v1/identify-image', await photo()), 200)
  })
  for (const url of [database, redis.url]) assert.ok(addresses.includes(new URL(url).host), `${url} was used`)
  assert.ok(addresses.length > 2, 'the market was used')
})
