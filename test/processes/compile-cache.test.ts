import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ended, ownCompiledCode, runCli, spawned, startServer } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'

const launcher = fileURLToPath(new URL('../../bin/card-market.js', import.meta.url))
const skip = process.platform === 'win32' ? 'folders have no modes here' : undefined

test('compiled code lies in DATA_DIR, closed to others, before the first start serves, so that no stop waits for it', {
  skip,
}, async (t) => {
  const data = join(tempFolder(t), 'data')
  const { child } = await startServer({ ...ownCompiledCode, DATA_DIR: data, LOG_LEVEL: 'silent' })
  child.kill('SIGKILL')
  await ended(child)
  const folder = join(data, 'compile-cache')
  for (const made of [data, folder]) assert.equal(statSync(made).mode & 0o777, 0o700)
  const [version = ''] = readdirSync(folder)
  assert.ok(readdirSync(join(folder, version)).length > 50)
})

test('compiled code is not taken from a folder that others can write to, nor through a link', { skip }, async (t) => {
  for (const prepare of [
    (folder: string) => {
      mkdirSync(folder)
      chmodSync(folder, 0o777)
    },
    (folder: string) => symlinkSync(tempFolder(t), folder),
  ]) {
    const data = tempFolder(t)
    const folder = join(data, 'compile-cache')
    prepare(folder)
    const { status } = await runCli(['accounts', 'list'], { ...ownCompiledCode, DATA_DIR: data })
    assert.deepEqual([status, readdirSync(folder)], [0, []])
  }
})

test('a command that needs no DATA_DIR makes none, and does without one that cannot be written', async (t) => {
  const missing = join(tempFolder(t), 'none')
  for (const DATA_DIR of [missing, '/proc/none', process.execPath])
    assert.equal((await runCli(['openapi'], { ...ownCompiledCode, DATA_DIR })).status, 0, DATA_DIR)
  assert.equal(existsSync(missing), false)
})

test('the launcher reads no TypeScript once its own first files are kept compiled too', async (t) => {
  const data = join(tempFolder(t), 'data')
  const env = { ...ownCompiledCode, DATA_DIR: data, LOG_LEVEL: 'silent' }
  const { child } = await startServer(env)
  child.kill('SIGTERM')
  await ended(child)
  const readsTypeScript = async () => {
    const told =
      "process.once('exit', () => console.log(process.moduleLoadList.some((name) => name.includes('amaro'))))"
    const node = spawned(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(told)}`, launcher, '--version'],
      env,
    )
    const [printed] = await Promise.all([text(node.stdout as Readable), ended(node)])
    return printed.trim().split('\n').at(-1)
  }
  assert.equal(await readsTypeScript(), 'true')
  assert.equal(await readsTypeScript(), 'false')
})
