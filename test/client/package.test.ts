import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startService } from '../support/service.ts'
import { tempFolder } from '../support/temp.ts'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url).pathname

const program = `
import { CardMarketError, createClient } from 'card-market-data/client'
const client = createClient({ baseUrl: process.env.BASE ?? "", key: process.env.KEY })
const { data } = await client.getPrices({ productId: 300004 })
const code: string = await client.getPrices({ productId: 5 }).then(() => 'none', (error: unknown) => (error instanceof CardMarketError ? error.code : 'other'))
const price: number | null | undefined = data.prices[0]?.marketPrice
console.log(JSON.stringify({ source: data.source, price, code, version: process.version }))
`

test('the package brings the client compiled: declarations that need nothing else, and JavaScript that passes all tests of the client', async (t) => {
  const { address, key } = await startService(t)
  const folder = tempFolder(t)
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root })
  const [tarball = ''] = readdirSync(folder)
  const installed = join(folder, 'node_modules/card-market-data')
  mkdirSync(installed, { recursive: true })
  await run('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components=1'])
  assert.ok(!existsSync(join(installed, 'src')), 'the service itself is not packed')

  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'program.ts'), program)
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--noEmit']
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  await run(join(root, 'node_modules/.bin/tsc'), [...options, ...types, 'program.ts'], { cwd: folder }).catch(({ stdout }) =>
    assert.fail(stdout),
  )
  const env = { PATH: process.env.PATH, BASE: address, KEY: key }
  const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder, env })
  const { source, price, code, version } = JSON.parse(stdout)
  assert.deepEqual([source, typeof price, code], ['sandbox', 'number', 'product_not_found'])

  const packed = join(installed, 'packages/client/dist/client.js')
  const tests = await run(process.execPath, ['--test', '--test-reporter=tap', join(root, 'test/client/client.test.ts')], {
    env: { PATH: process.env.PATH, TEST_CLIENT: packed },
  }).catch(({ stdout: said }) => assert.fail(said))
  const [, passed] = /^# pass (\d+)$/m.exec(tests.stdout) ?? []
  assert.ok(Number(passed) > 5, tests.stdout)
  t.diagnostic(`the client's ${passed} tests pass with the packed client on Node ${version}`)
})
