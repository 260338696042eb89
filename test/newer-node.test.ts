import assert from 'node:assert/strict'
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { tempFolder } from './support/temp.ts'

const skipModes = process.platform === 'linux' ? undefined : 'a Node is put in the cache for Linux alone'
const skipUsers = process.getuid?.() === 0 ? undefined : 'only root can give a folder away'

const name = `node-linux-${process.arch}`

/** A cache with a fetched Node in it, and what the launcher makes of it. */
const cacheWithNode = (t: TestContext) => {
  const place = tempFolder(t)
  const cache = join(place, 'card-market-data')
  const target = join(cache, `${name}-26.0.0`)
  const home = join(target, 'node_modules', name)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  writeFileSync(join(home, 'package.json'), JSON.stringify({ bin: { node: 'bin/node' } }))
  const program = `
    import { newerNode } from './bin/newer-node.js'
    const options = { root: ${JSON.stringify(place)}, manifest: { runtimes: { '${name}': '26.0.0' } }, oldest: '24.10' }
    console.log(await newerNode(options).catch(({ message, advice }) => message + ' ' + advice))`
  const found = (): string => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      cwd: new URL('..', import.meta.url),
      env: { ...process.env, XDG_CACHE_HOME: place },
    })
    assert.equal(stderr, '', 'nothing is fetched')
    return stdout.trim()
  }
  return { cache, target, node: join(home, 'bin/node'), found }
}

const refusalOf = (folder: string, why: string): RegExp =>
  new RegExp(`^${folder} ${why}.* This is Node\\.js v\\S+ Install Node\\.js 24\\.10 or newer and start again\\.$`)

test('a Node in the cache is run where nobody else can have put it there', { skip: skipModes }, (t) => {
  const { cache, target, node, found } = cacheWithNode(t)
  assert.equal(found(), node)
  for (const folder of [cache, target]) {
    for (const mode of [0o770, 0o707]) {
      chmodSync(folder, mode)
      assert.match(found(), refusalOf(folder, 'can be written by others'))
    }
    chmodSync(folder, 0o755)
    assert.equal(found(), node)
  }
  renameSync(cache, `${cache}-elsewhere`)
  symlinkSync(`${cache}-elsewhere`, cache)
  assert.equal(found(), node, 'a link of one’s own to a folder of one’s own is as good')
  chmodSync(`${cache}-elsewhere`, 0o777)
  assert.match(found(), refusalOf(cache, 'can be written by others'))
})

test('a start that fails behind the launcher ends with its exit status', async (t) => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  t.after(() => blocker.close())
  const { port } = blocker.address() as AddressInfo
  const env = { ...process.env, DATA_DIR: tempFolder(t), PORT: String(port), METRICS_PORT: '0', OCR_WORKERS: '0' }
  // As the launcher starts it: with a channel that tells when the launcher has ended.
  const child = fork(fileURLToPath(new URL('../src/cli/main.ts', import.meta.url)), ['serve'], { env, silent: true })
  t.after(() => child.kill('SIGKILL'))
  const [status] = await once(child, 'exit', { signal: AbortSignal.timeout(30_000) })
  assert.equal(status, 1)
})

test('a Node in a cache of somebody else is not run', { skip: skipModes ?? skipUsers }, (t) => {
  const { cache, target, found } = cacheWithNode(t)
  for (const folder of [target, cache]) {
    chownSync(folder, 12_345, 12_345)
    assert.match(found(), refusalOf(folder, 'belongs to somebody else'))
  }
})
