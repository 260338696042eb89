import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { ended, runCli, spawned, startServer } from './support/process.ts'
import { freePort } from './support/servers.ts'
import { tempFolder } from './support/temp.ts'

test('doctor finds a fresh folder in order and says that the first start makes the database', async (t) => {
  const { status, out } = await runCli(['doctor', '--json'], { DATA_DIR: tempFolder(t) })
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
  const broken = await runCli(['doctor'], { DATA_DIR: folder })
  assert.equal(broken.status, 1)
  assert.match(broken.out, /database +error/)
  const misread = await runCli(['doctor', '--json'], { PORT: 'many', MARKET_SOURCE: 'moon' })
  assert.equal(misread.status, 1)
  assert.equal(JSON.parse(misread.out).findings.length, 2)
  const absent = await runCli(['doctor'], { DATA_DIR: tempFolder(t), CATALOG_SOURCE: 'local' })
  assert.match(absent.out, /catalogue +error +no index.*catalog sync/)
})

test('top shows requests, latency, cache, upstream and what the busiest accounts have left', async (t) => {
  const env = { DATA_DIR: tempFolder(t), METRICS_PORT: String(await freePort()) }
  const { child, address, key } = await startServer(env)
  t.after(() => child.kill('SIGKILL'))
  let isRunning = true
  const running = runCli(['top', '--every', '0.8', '--samples', '2', '--json'], env).finally(() => {
    isRunning = false
  })
  while (isRunning) {
    await fetch(`${address}/v1/products/300004/prices`, { headers: { authorization: `Bearer ${key}` } })
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const { status, out, err } = await running
  assert.equal(status, 0, err)
  const looks = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(looks.length, 2)
  const [, seen] = looks
  assert.ok(seen.requestsPerSecond > 0 && seen.p50Seconds !== null && seen.hits > 0, out)
  assert.deepEqual([seen.openCircuits, seen.rateLimitedHosts], [[], []])
  assert.equal(seen.accounts[0].account.name, 'Sandbox')
  const { out: text } = await runCli(['top', '--every', '0.1'], env)
  assert.match(text, /latency +p50 .* p99 /)
  const head = await ended(spawned('sh', ['-c', `${process.execPath} src/cli/main.ts top --every 0.1 --json | head -2`], env))
  assert.equal(head, 0, 'it goes on until its reader has enough')
  const endless = spawned(process.execPath, ['src/cli/main.ts', 'top', '--every', '0.1', '--json'], env)
  await once(endless.stdout as Readable, 'data')
  endless.kill('SIGINT')
  assert.equal(await ended(endless), 0, 'Ctrl-C ends it')
  child.kill('SIGTERM')
  assert.equal(await ended(child), 0)
  const alone = await runCli(['top'], env)
  assert.equal(alone.status, 1)
  assert.match(alone.err, /No service shows its metrics/)
})
