import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { useService } from '../support/service.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The compiler of this repository, and the oldest one that the client supports, which is its own development
 * dependency.
 */
const compilers = [
  createRequire(import.meta.url),
  createRequire(realpathSync(join(root, 'node_modules/card-market-data-client/package.json'))),
]
const [current = '', oldest = ''] = compilers.map((require) =>
  join(dirname(require.resolve('typescript/package.json')), 'bin/tsc'),
)

/** Runs a program; what it prints becomes the message when it fails. */
const run = (file: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  promisify(execFile)(file, args, options).catch(({ stdout, stderr, message }) =>
    assert.fail(stdout || stderr || message),
  )

/** Packs the client and installs the tarball into an empty folder, as a stranger would, without a network. */
const installClient = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  const options = { cwd: folder, env: { ...process.env, npm_config_cache: join(folder, '.npm') } }
  await run('npm', ['pack', join(root, 'packages/client'), '--silent', '--pack-destination', folder], options)
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  await run('npm', ['install', `./${tarball}`, '--offline', '--no-audit', '--no-fund', '--silent'], options)
  return folder
}

/** A consumer in the words of TypeScript 4.9. */
const consumer = `
import { CardMarketError, createClient, type Client, type Price } from 'card-market-data-client'
declare const process: { readonly env: Record<string, string | undefined> }
const client: Client = createClient({ baseUrl: process.env.BASE ?? '', key: process.env.KEY })
const { data, remaining } = await client.getPrices({ productId: 300004 })
const first: Price | undefined = data.prices[0]
const price: number | null | undefined = first?.marketPrice
const codeOf = (error: unknown): string => (error instanceof CardMarketError ? error.code : 'other')
const code: string = await client.getPrices({ productId: 5 }).then(() => 'none', codeOf)
// @ts-expect-error a product is asked for by its id
const withoutId = () => client.getPrices({})
const { data: batch } = await client.lookUpPrices({ productIds: [300004] })
const counts: number[] = batch.results.map((row) => (row.status === 'ok' ? row.prices.length : 0))
console.log(JSON.stringify({ source: data.source, price, code, rows: counts.length, left: remaining.minute }))
`

describe('the packed client, installed into an empty folder', () => {
  let folder: string
  const service = useService()
  const environment = () => ({ PATH: process.env.PATH, BASE: service().address, KEY: service().key })

  before(async () => {
    folder = await installClient()
  })
  after(() => rmSync(folder, { recursive: true }))

  test('is one package, and nothing on the path', () => {
    assert.deepEqual(
      readdirSync(join(folder, 'node_modules')).filter((name) => name !== '.package-lock.json'),
      ['card-market-data-client'],
    )
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
    assert.deepEqual(Object.keys(packages), ['', 'node_modules/card-market-data-client'])
  })

  test('has the version of the service', () => {
    const versionIn = (path: string) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')).version
    assert.equal(versionIn(join(folder, 'node_modules/card-market-data-client')), versionIn(root))
  })

  test('serves TypeScript from 4.9 on, under every resolution of modules, and its JavaScript runs', async () => {
    writeFileSync(join(folder, 'consumer.mts'), consumer)
    const common = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--lib', 'es2022,dom']
    for (const [compiler, module, resolution] of [
      [oldest, 'es2022', 'node'],
      [oldest, 'nodenext', 'nodenext'],
      [current, 'nodenext', 'nodenext'],
      [current, 'esnext', 'bundler'],
    ] as const) {
      const options = [...common, '--module', module, '--moduleResolution', resolution, 'consumer.mts']
      await run(process.execPath, [compiler, ...options], { cwd: folder })
    }
    const { stdout } = await run(process.execPath, ['consumer.mjs'], { cwd: folder, env: environment() })
    const { source, price, code, rows, left } = JSON.parse(stdout)
    assert.deepEqual(
      [source, typeof price, code, rows, typeof left],
      ['sandbox', 'number', 'product_not_found', 1, 'number'],
    )
  })

  for (const page of ['packages/client/README.md', 'docs/client.md'])
    test(`runs the first example of ${page} as written`, async () => {
      const [, example = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(root, page), 'utf8')) ?? []
      assert.ok(example.includes('http://127.0.0.1:8787'))
      writeFileSync(join(folder, 'example.ts'), example.replace('http://127.0.0.1:8787', service().address))
      const { stdout } = await run(process.execPath, ['example.ts'], { cwd: folder, env: environment() })
      assert.match(stdout, /^\d+(\.\d+)?\b/)
    })

  test('passes the tests of the client', async (t) => {
    const { stdout } = await run(
      process.execPath,
      ['--test', '--test-reporter=tap', join(root, 'test/client/client.test.ts')],
      {
        env: {
          PATH: process.env.PATH,
          TEST_CLIENT: join(folder, 'node_modules/card-market-data-client/dist/client.js'),
        },
      },
    )
    const [, passed] = /^# pass (\d+)$/m.exec(stdout) ?? []
    assert.ok(Number(passed) > 5, stdout)
    t.diagnostic(`the client's ${passed} tests pass with the packed client on Node ${process.version}`)
  })
})
