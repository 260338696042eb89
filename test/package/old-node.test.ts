import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type Installation,
  installNode,
  installPackage,
  runInstalled,
  serveInstalled,
  withoutRegistry,
} from '../support/installed-package.ts'
import { ended, outcomeOf, spawned } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

describe('the installed command on other versions of Node', { skip: withoutRegistry }, () => {
  let installed: Installation
  let scratch: string
  /** Programs by major version. */
  const nodes: Record<string, string> = {}
  /** The cache that every test with a good network shares. */
  const cacheOf = () => ({ XDG_CACHE_HOME: join(scratch, 'cache') })

  before(async () => {
    installed = await installPackage()
    scratch = dirname(installed.folder)
    for (const version of ['20', '22', '24.4', '24'])
      nodes[version] = await installNode(join(scratch, `node${version}`), version)
  })
  after(() => installed.remove())

  const envFor = (version: string) => installed.envFor(nodes[version] ?? '')
  const fetchedIn = (cache: string): readonly string[] => {
    const folder = join(cache, 'card-market-data')
    return existsSync(folder) ? readdirSync(folder) : []
  }

  test('a start that is ended while it fetches leaves nothing behind', async () => {
    const cache = join(scratch, 'ended')
    const child = spawned(join(installed.folder, 'node_modules/.bin/card-market'), ['openapi'], {
      ...envFor('20'),
      XDG_CACHE_HOME: cache,
    })
    await new Promise((resolve) => child.stderr?.once('data', resolve))
    child.kill('SIGTERM')
    assert.notEqual(await ended(child), 0)
    assert.deepEqual(fetchedIn(cache), [])
  })

  test('on Node 20 two starts at once fetch a newer one, say so in one line, and both run', async (t) => {
    const startedMs = performance.now()
    const env = { ...envFor('20'), ...cacheOf() }
    const both = await Promise.all([1, 2].map(() => runInstalled(installed, ['openapi'], env)))
    for (const { status, out, err } of both) {
      assert.equal(status, 0, err)
      assert.match(
        err,
        /^card-market: needs Node\.js 24\.10 or newer, this is v20\.\S+: fetching node-\S+ 26\.\S+ through npm, once/,
      )
      assert.ok(JSON.parse(out).paths)
    }
    assert.equal(fetchedIn(cacheOf().XDG_CACHE_HOME).length, 1)
    t.diagnostic(`fetched twice and run in ${Math.round(performance.now() - startedMs)} ms`)
  })

  for (const version of ['20', '22', '24.4', '24'])
    test(`on Node ${version} it serves, and SIGTERM and SIGINT reach the service`, async (t) => {
      const cache = version === '24' ? { XDG_CACHE_HOME: join(scratch, 'unused') } : cacheOf()
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        const startedMs = performance.now()
        const service = await serveInstalled(installed, { ...envFor(version), ...cache })
        const headers = { authorization: `Bearer ${service.key}` }
        const answer = await fetch(`${service.address}/v1/products/300004/prices`, { headers })
        assert.equal(answer.status, 200)
        t.diagnostic(`first price after ${Math.round(performance.now() - startedMs)} ms`)
        assert.doesNotMatch(service.printed(), /fetching/)
        await service.kill(signal)
        assert.equal(service.child.exitCode, 0)
        assert.match(service.printed(), new RegExp(`"reason":"${signal}"`))
        await assert.rejects(fetch(service.address))
      }
      if (version === '24') assert.equal(existsSync(cache.XDG_CACHE_HOME), false)
    })

  test('a launcher that is killed takes the service with it', async () => {
    const service = await serveInstalled(installed, { ...envFor('20'), ...cacheOf() })
    await service.kill('SIGKILL')
    for (let look = 0; look < 600 && !service.printed().includes('"msg":"stopped"'); look++) await delay(100)
    assert.match(service.printed(), /"reason":"the launcher has ended"/)
    await assert.rejects(fetch(service.address))
  })

  test('the exit status is that of the program', async () => {
    const { status } = await runInstalled(installed, ['no-such-command'], { ...envFor('20'), ...cacheOf() })
    assert.equal(status, 2)
  })

  const refused = async (env: Record<string, string | undefined>, problem: RegExp) => {
    const cache = join(tempFolder({ after }), 'cache')
    const { status, err } = await runInstalled(installed, ['openapi'], {
      ...envFor('20'),
      XDG_CACHE_HOME: cache,
      ...env,
    })
    assert.equal(status, 1)
    const last = err.trimEnd().split('\n').at(-1) ?? ''
    assert.match(last, problem)
    assert.match(last, /This is Node\.js v20\.\S+ Install Node\.js 24\.10 or newer and start again\.$/)
    assert.ok(err.trimEnd().split('\n').length <= 2, err)
    assert.deepEqual(fetchedIn(cache), [])
  }

  test('without a registry one line says what to install', () =>
    refused(
      { npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' },
      /could not be fetched: .*ECONNREFUSED/,
    ))

  test('without npm one line says what to install', () =>
    refused({ PATH: (envFor('20').PATH ?? '').split(':')[0] }, /could not be fetched: there is no npm/))

  test('on a Linux without glibc one line says what to install', () => {
    const preload = join(scratch, 'musl.cjs')
    writeFileSync(preload, 'process.report.getReport = () => ({ header: {} })')
    return refused({ NODE_OPTIONS: `--require=${preload}` }, /needs glibc/)
  })

  test('with a cache that cannot be written one line says what to install', () => {
    const file = join(scratch, 'a-file')
    writeFileSync(file, '')
    return refused({ XDG_CACHE_HOME: file }, /could not be fetched: .*ENOTDIR/)
  })

  test('in a clone the launcher runs the sources on the Node that came along', async () => {
    const child = spawned(nodes['20'] ?? '', [join(root, 'bin/card-market.js'), 'no-such-command'], { ...cacheOf() })
    const { status, err } = await outcomeOf(child)
    assert.equal(status, 2)
    assert.doesNotMatch(err, /fetching/)
  })

  test('a package that was packed without being compiled says so', async (t) => {
    const folder = join(tempFolder(t), 'node_modules/card-market-data')
    mkdirSync(folder, { recursive: true })
    for (const path of ['bin', 'package.json']) cpSync(join(root, path), join(folder, path), { recursive: true })
    const child = spawned(process.execPath, [join(folder, 'bin/card-market.js'), 'serve'])
    const { status, err } = await outcomeOf(child)
    assert.equal(status, 1)
    assert.match(err, /^card-market: .*`npm run pack`.*\n$/)
  })
})
