import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { generate } from '../scripts/generate.ts'
import { tempFolder } from './support/temp.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The first line in which two texts differ, `null` when they are the same. */
const firstDifference = (committed: string, generated: string): string | null => {
  if (committed === generated) return null
  const [before, after] = [committed.split('\n'), generated.split('\n')]
  const line = after.findIndex((text, index) => text !== before[index])
  const at = line === -1 ? after.length : line
  return `line ${at + 1}: ${JSON.stringify(before[at])} should be ${JSON.stringify(after[at])}`
}

test('the committed files are those that npm run generate writes', (t) => {
  const folder = tempFolder(t)
  generate(folder)
  const written = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = written.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
  assert.ok(paths.length > 12, paths.join(', '))
  const committed = readdirSync(join(root, 'packages/client/dist')).map((name) => join('packages/client/dist', name))
  assert.deepEqual(
    committed.filter((path) => !paths.includes(path)),
    [],
    'npm run generate no longer writes these',
  )
  for (const path of paths) {
    const difference = firstDifference(readFileSync(join(root, path), 'utf8'), readFileSync(join(folder, path), 'utf8'))
    assert.ok(difference === null, `${path} is out of date, run: npm run generate\n${difference}`)
  }
})
