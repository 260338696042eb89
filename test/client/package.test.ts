import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installClient } from '../support/install-client.ts'
import { startService } from '../support/service.ts'
import { tempFolder } from '../support/temp.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The compiler of this repository, and the oldest one that the client supports, which is its own development dependency. */
const compilers = [
  createRequire(import.meta.url),
  createRequire(realpathSync(join(root, 'node_modules/card-market-data-client/package.json'))),
]
const [current = '', oldest = ''] = compilers.map((require) =>
  join(dirname(require.resolve('typescript/package.json')), 'bin/tsc'),
)

/** Runs a program; what it prints becomes the message when it fails. */
const run = (file: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  promisify(execFile)(file, args, options).catch(({ stdout, stderr, message }) => assert.fail(stdout || stderr || message))

/** A consumer in the words of TypeScript 4.9. */
const consumer = `
import { CardMarketError, createClient, type Client, type Price } from 'card-market-data-client'
declare const process: { readonly env: Record<string, string | undefined> }
const client: Client = createClient({ baseUrl: process.env.BASE ?? '', key: process.env.KEY })
const { data, remaining } = await client.getPrices({ productId: 300004 })
const first: Price | undefined = data.prices[0]
const price: number | null | undefined = first?.marketPrice
const code: string = await client.getPrices({ productId: 5 }).then(() => 'none', (error: unknown) => (error instanceof CardMarketError ? error.code : 'other'))
// @ts-expect-error a product is asked for by its id
const withoutId = () => client.getPrices({})
const { data: batch } = await client.lookUpPrices({ productIds: [300004] })
const counts: number[] = batch.results.map((row) => (row.status === 'ok' ? row.prices.length : 0))
console.log(JSON.stringify({ source: data.source, price, code, rows: counts.length, left: remaining.minute }))
`

test('installing the tarball into an empty folder brings one package, and nothing on the path', async (t) => {
  const folder = await installClient(tempFolder(t))
  assert.deepEqual(
    readdirSync(join(folder, 'node_modules')).filter((name) => name !== '.package-lock.json'),
    ['card-market-data-client'],
  )
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  assert.deepEqual(Object.keys(packages), ['', 'node_modules/card-market-data-client'])
})

test('the package has the version of the service', () => {
  const versionIn = (path: string) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).version
  assert.equal(versionIn('packages/client'), versionIn('.'))
})

test('the declarations serve TypeScript from 4.9 on, under every resolution of modules, and the JavaScript runs', async (t) => {
  const { address, key } = await startService(t)
  const folder = await installClient(tempFolder(t))
  writeFileSync(join(folder, 'consumer.mts'), consumer)
  const common = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--lib', 'es2022,dom']
  const compile = (compiler: string, module: string, moduleResolution: string) =>
    run(process.execPath, [compiler, ...common, '--module', module, '--moduleResolution', moduleResolution, 'consumer.mts'], {
      cwd: folder,
    })
  await compile(oldest, 'es2022', 'node')
  await compile(oldest, 'nodenext', 'nodenext')
  await compile(current, 'nodenext', 'nodenext')
  await compile(current, 'esnext', 'bundler')

  const env = { PATH: process.env.PATH, BASE: address, KEY: key }
  const { stdout } = await run(process.execPath, ['consumer.mjs'], { cwd: folder, env })
  const { source, price, code, rows, left } = JSON.parse(stdout)
  assert.deepEqual([source, typeof price, code, rows, typeof left], ['sandbox', 'number', 'product_not_found', 1, 'number'])
})

for (const page of ['packages/client/README.md', 'docs/client.md'])
  test(`the first example of ${page} runs as written`, async (t) => {
    const { address, key } = await startService(t)
    const folder = await installClient(tempFolder(t))
    const [, example = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(root, page), 'utf8')) ?? []
    assert.ok(example.includes('http://127.0.0.1:8787'))
    writeFileSync(join(folder, 'example.ts'), example.replace('http://127.0.0.1:8787', address))
    const { stdout } = await run(process.execPath, ['example.ts'], { cwd: folder, env: { PATH: process.env.PATH, KEY: key } })
    assert.match(stdout, /^\d+(\.\d+)?\b/)
  })

test('the packed JavaScript passes all tests of the client', async (t) => {
  const folder = await installClient(tempFolder(t))
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', join(root, 'test/client/client.test.ts')], {
    env: { PATH: process.env.PATH, TEST_CLIENT: join(folder, 'node_modules/card-market-data-client/dist/client.js') },
  })
  const [, passed] = /^# pass (\d+)$/m.exec(stdout) ?? []
  assert.ok(Number(passed) > 5, stdout)
  t.diagnostic(`the client's ${passed} tests pass with the packed client on Node ${process.version}`)
})
