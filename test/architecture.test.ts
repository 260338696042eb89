import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const src = new URL('../src/', import.meta.url).pathname

/** Each room and the rooms it may import from, besides itself and packages. The longest room that fits a file holds it. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  accounts: ['contract'],
  market: ['contract'],
  catalog: ['contract', 'market', 'make-folder.ts'],
  identification: ['contract', 'market', 'catalog', 'turns.ts'],
  products: ['contract', 'market'],
  // Adapters look in at the port they serve.
  'market/sources': ['contract', 'market'],
  'catalog/sources': ['contract', 'market', 'catalog', 'market/sources'],
  stores: ['contract', 'accounts', 'market', 'make-folder.ts'],
  ocr: ['contract', 'identification'],
  // It knows the service only from outside, through the client.
  mcp: ['contract'],
  http: ['contract', 'accounts', 'market', 'catalog', 'identification', 'products', 'turns.ts'],
}

/** Rooms that know all others: they put the service together. */
const composing = ['card-names.ts', 'cli', 'cli.ts', 'compose.ts', 'lexicon-worker.ts', 'sources.ts', 'start.ts']

/** Files beside the rooms, and what they may know. */
const loose: Readonly<Record<string, readonly string[]>> = {
  'config.ts': ['market', 'stores'],
  'log.ts': ['http'],
  'make-folder.ts': [],
  'serve.ts': ['http'],
  'turns.ts': [],
}

const roomOf = (file: string): string => {
  const rooms = [...Object.keys(arrows), ...composing, ...Object.keys(loose)].filter(
    (room) => file === room || file.startsWith(`${room}/`),
  )
  return rooms.sort((a, b) => b.length - a.length)[0] ?? `unknown room of ${file}`
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)

const importsOf = (file: string): string[] => {
  const text = readFileSync(join(src, file), 'utf8')
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(([, path]) => path as string)
  return found.map((path) => relative(src, resolve(src, file, '..', path)))
}

test('imports point one way: every room imports only what the table allows', () => {
  const wrong: string[] = []
  for (const file of files) {
    const room = roomOf(file)
    if (composing.includes(room)) continue
    const allowed = new Set([room, ...(arrows[room] ?? loose[room] ?? [])])
    for (const target of importsOf(file)) {
      if (!target.endsWith('.css') && !allowed.has(roomOf(target))) wrong.push(`${file} → ${target}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('the environment is read in one place, and nothing but adapters is imported by the composing files alone', () => {
  const readers = files.filter((file) => /process\.env\b/.test(readFileSync(join(src, file), 'utf8')))
  // The second one shows clients, in a text, how to read theirs.
  assert.deepEqual(readers.sort(), ['cli.ts', 'http/reference/code-examples.ts'])
  const adapters = ['market/sources', 'catalog/sources', 'stores', 'ocr']
  for (const file of files.filter((one) => !composing.includes(roomOf(one)))) {
    for (const target of importsOf(file)) {
      const room = roomOf(target)
      const isType = new RegExp(`import type [^\\n]*${target.split('/').pop()}`).test(readFileSync(join(src, file), 'utf8'))
      if (adapters.includes(room) && room !== roomOf(file) && !isType)
        assert.equal(roomOf(file), 'catalog/sources', `${file} → ${target}`)
    }
  }
})
