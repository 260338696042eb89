import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Environment } from '../../src/app/configuration/config.ts'
import { childrenOf } from '../support/child-processes.ts'
import { ended, outcomeOf, runCli, type ServerProcess, spawned, startServer } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'

const killer = pathToFileURL(fileURLToPath(new URL('../support/die-at-start.ts', import.meta.url))).href

/** The environment of a service of which processes of a kind are killed as they start: the first, the second … */
const killing = (t: TestContext, kind: 'calls' | 'photos' | 'sync', starts: readonly number[]): Environment => ({
  DATA_DIR: tempFolder(t),
  WORKERS: '3',
  NODE_OPTIONS: `--import=${killer}`,
  DIE_KIND: kind,
  DIE_STARTS: starts.join(),
  DIE_FOLDER: tempFolder(t),
})

const start = async (t: TestContext, env: Environment): Promise<ServerProcess> => {
  const server = await startServer(env)
  t.after(() => server.kill())
  return server
}

const untilPrinted = async ({ child, printed }: ServerProcess, text: string, times = 1): Promise<void> => {
  while (printed().split(text).length <= times) await once(child.stdout as NodeJS.ReadableStream, 'data')
}

describe('a process that is killed as it starts costs only itself:', () => {
  test('a worker beside one that serves is replaced, and so is the next one', async (t) => {
    const server = await start(t, killing(t, 'calls', [2, 3, 4]))
    await untilPrinted(server, 'worker did not start', 3)
    while (childrenOf(server.child.pid as number).length < 3) await delay(20)
    assert.equal((await fetch(`${server.address}/healthz`)).status, 200)
    await server.kill('SIGTERM')
    assert.equal(server.child.exitCode, 0)
  })

  test('the first worker is tried again', async (t) => {
    const server = await start(t, killing(t, 'calls', [1, 2]))
    assert.equal((await fetch(`${server.address}/healthz`)).status, 200)
    assert.equal(server.printed().split('worker did not start').length, 3)
    assert.ok(!server.printed().includes('    at '), 'a line, no stack')
  })

  test('a first worker that is killed each time ends the service with one sentence', async (t) => {
    const { status, err } = await runCli(['serve'], {
      ...killing(t, 'calls', [1, 2, 3, 4, 5]),
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'silent',
    })
    assert.deepEqual([status, err], [1, 'A worker did not come to serve: SIGKILL ended it.\n'])
  })

  test('the process of the photos', async (t) => {
    const server = await start(t, { ...killing(t, 'photos', [1]), OCR_WORKERS: '1', OCR_START: 'boot' })
    await untilPrinted(server, 'photo process ended')
    assert.equal((await fetch(`${server.address}/healthz`)).status, 200)
  })

  for (const workers of ['1', '2'])
    test(`the process that syncs, with WORKERS=${workers}`, async (t) => {
      const source = { MARKET_SOURCE: 'tcgcsv', TCGCSV_URL: 'http://127.0.0.1:9', WORKERS: workers }
      const server = await start(t, { ...killing(t, 'sync', [1]), ...source })
      await untilPrinted(server, 'market sync ended without a word')
      assert.equal((await fetch(`${server.address}/healthz`)).status, 200)
    })
})

test('SIGTERM as the workers start ends them and the service, with 0 and without a complaint', async (t) => {
  const env = { DATA_DIR: tempFolder(t), WORKERS: '3', PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent' }
  const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
  const child = spawned(process.execPath, [cli, 'serve'], env)
  const outcome = outcomeOf(child)
  while (childrenOf(child.pid as number).length === 0) await delay(5)
  child.kill('SIGTERM')
  assert.deepEqual(await outcome, { status: 0, out: '', err: '' })
})

test('100 SIGHUPs are at most three reloads, and SIGTERM in their midst ends the service', async (t) => {
  const server = await start(t, { DATA_DIR: tempFolder(t), WORKERS: '2' })
  const reloading = '"msg":"reloading"'
  server.child.kill('SIGHUP')
  await untilPrinted(server, reloading)
  for (let signals = 1; signals < 100; signals++) server.child.kill('SIGHUP')
  await untilPrinted(server, reloading, 2)
  server.child.kill('SIGHUP')
  server.child.kill('SIGTERM')
  assert.equal(await ended(server.child), 0)
  const all = await server.allPrinted()
  assert.ok(all.split(reloading).length - 1 <= 3)
  assert.ok(!all.includes('reload given up'))
})

test('SIGHUPs do not end a service of one process, or one that is about to start', async (t) => {
  const server = await start(t, { DATA_DIR: tempFolder(t), WORKERS: '1' })
  for (let signals = 0; signals < 100; signals++) server.child.kill('SIGHUP')
  await untilPrinted(server, 'nothing to reload')
  assert.equal((await fetch(`${server.address}/healthz`)).status, 200)
  await server.kill('SIGTERM')
  assert.equal(server.child.exitCode, 0)
})
