import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { operations } from '../../packages/client/src/operations.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { tempFolder } from '../support/temp.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const tsc = join(root, 'node_modules/.bin/tsc')

test("the client's table is what the contract says", () => {
  const fromTable = Object.entries<Endpoint>(endpoints).map(
    ([id, { method, path, access, params, query, body, file }]) => [
      id,
      {
        method,
        path,
        hasKey: access === 'key',
        params: Object.keys(params?.properties ?? {}),
        // Beside a file they are the same fields again, for who sends the file alone.
        query: Object.keys((file ? undefined : query)?.properties ?? {}),
        body: Object.keys(body?.properties ?? {}),
      },
    ],
  )
  assert.deepEqual(operations, Object.fromEntries(fromTable))
})

test('the types stop compiling when the contract changes and the client does not', async (t) => {
  const folder = tempFolder(t)
  const sources = ['src/contract', 'src/time', 'packages/client/src', 'test/client/types.ts']
  for (const part of [...sources, 'tsconfig.json', 'package.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const check = () =>
    run(tsc, ['-p', '.', '--noEmit'], { cwd: folder }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
  assert.equal(await check(), '')
  const catalog = join(folder, 'src/contract/catalog.ts')
  const text = readFileSync(catalog, 'utf8')
  for (const [before, after] of [
    ["NullableCount('Current listings.')", "NullableText('Current listings.')"],
    ["rarity: NullableText('Rarity.'),", ''],
    ['offset: Offset,\n', 'offset: Offset, page: Type.Optional(Offset),\n'],
  ] as const) {
    assert.ok(text.includes(before), before)
    writeFileSync(catalog, text.replace(before, after))
    assert.match(await check(), /test\/client\/types\.ts/)
  }
})
