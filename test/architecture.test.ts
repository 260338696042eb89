import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const src = fileURLToPath(new URL('../src', import.meta.url))

/**
 * Each module and the modules it may import, besides itself and packages. The longest name that fits a file holds it.
 */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  'packages/client': [],
  contract: ['time'],
  cards: [],
  concurrency: [],
  files: [],
  time: [],
  openapi: ['contract'],
  reference: ['contract', 'openapi', 'packages/client'],
  accounts: ['contract', 'concurrency', 'time'],
  market: ['contract', 'concurrency'],
  catalog: ['contract', 'cards', 'market', 'concurrency', 'files', 'packages/client'],
  identification: ['contract', 'cards', 'market', 'catalog', 'concurrency', 'packages/client'],
  archive: ['contract', 'market', 'concurrency', 'time', 'packages/client'],
  statistics: ['concurrency', 'time'],
  products: ['contract', 'cards', 'market', 'archive', 'concurrency', 'time', 'identification', 'packages/client'],
  // Adapters look in at the port they serve.
  sources: ['contract', 'cards', 'market', 'catalog', 'archive', 'concurrency', 'files', 'time'],
  stores: ['contract', 'accounts', 'market', 'archive', 'statistics', 'concurrency', 'files', 'time'],
  photo: ['contract', 'cards', 'identification', 'concurrency', 'files'],
  pictures: ['cards', 'catalog', 'market', 'identification', 'photo', 'files'],
  // It knows the service only from outside, through the client.
  mcp: ['contract', 'packages/client', 'concurrency'],
  'http/wire': ['contract', 'accounts', 'concurrency'],
  'http/api': [
    ...['contract', 'openapi', 'reference', 'accounts', 'market', 'catalog', 'identification', 'products'],
    ...['http/wire', 'concurrency'],
  ],
  'http/console': ['contract', 'http/wire', 'http/api'],
  telemetry: ['contract', 'cards', 'market', 'http/wire', 'concurrency', 'time'],
  operator: [
    ...['contract', 'reference', 'accounts', 'market', 'archive', 'statistics', 'telemetry', 'concurrency', 'time'],
  ],
  workers: ['contract', 'identification', 'telemetry', 'operator'],
  'app/configuration': ['cards', 'market', 'sources', 'stores'],
  'app/sync': ['concurrency', 'market', 'sources', 'app/configuration', 'time'],
  'app/lifecycle': ['accounts', 'http/wire', 'telemetry', 'app/configuration', 'app/composition'],
  'app/composition': [
    ...['contract', 'concurrency', 'accounts', 'market', 'catalog', 'identification', 'archive', 'statistics'],
    ...['products', 'sources', 'stores', 'photo', 'pictures', 'mcp', 'http/wire', 'http/api', 'http/console'],
    ...['telemetry', 'operator', 'app/configuration', 'app/sync', 'time'],
  ],
  'app/processes': [
    ...['contract', 'concurrency', 'files', 'market', 'catalog', 'statistics', 'telemetry', 'operator', 'workers'],
    ...['app/configuration', 'app/sync', 'app/lifecycle', 'app/composition'],
  ],
  app: ['app/configuration', 'app/sync', 'app/lifecycle', 'app/composition', 'app/processes'],
  cli: [
    ...['packages/client', 'contract', 'cards', 'files', 'openapi', 'accounts', 'market', 'catalog', 'archive'],
    ...['statistics', 'sources', 'stores', 'photo', 'pictures', 'mcp', 'telemetry', 'app/configuration', 'app/sync'],
    ...['app/composition', 'app', 'time'],
  ],
}

const moduleOf = (file: string): string =>
  Object.keys(allowedImports)
    .filter((name) => file.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0] ?? `no module holds ${file}`

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)

const importsOf = (file: string): string[] => {
  const text = readFileSync(join(src, file), 'utf8')
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(([, path]) => path as string)
  return found.map((path) => relative(src, resolve(src, file, '..', path)).replace(/^\.\.\//, ''))
}

const graph = new Map(files.map((file) => [file, importsOf(file)]))

test('imports point one way: every module imports only what the table allows', () => {
  const wrong: string[] = []
  for (const [file, imports] of graph) {
    const from = moduleOf(file)
    for (const target of imports) {
      const to = moduleOf(target)
      if (to !== from && !allowedImports[from]?.includes(to)) wrong.push(`${file} → ${target}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('no module stands above one that it is imported by', () => {
  const settled = new Set<string>()
  let left = Object.keys(allowedImports)
  while (left.length > 0) {
    const ready = left.filter((name) => allowedImports[name]?.every((other) => settled.has(other)))
    assert.notDeepEqual(ready, [], `a circle among ${left.join(', ')}`)
    for (const name of ready) settled.add(name)
    left = left.filter((name) => !settled.has(name))
  }
})

test('no file imports itself over others', () => {
  const settled = new Set<string>()
  const follow = (file: string, path: readonly string[]): void => {
    if (settled.has(file)) return
    assert.ok(!path.includes(file), `a circle of imports: ${[...path, file].join(' → ')}`)
    for (const target of graph.get(file) ?? []) follow(target, [...path, file])
    settled.add(file)
  }
  for (const file of files) follow(file, [])
})

test('the environment is read in one place, and set in another', () => {
  const readers = files.filter((file) => /process\.env\b/.test(readFileSync(join(src, file), 'utf8')))
  assert.deepEqual(readers.sort(), ['cli/main.ts', 'photo/model/no-telemetry.ts'])
})

test('what runs the models is imported in one place, where it is kept from reporting first', () => {
  const importers = files.filter((file) => readFileSync(join(src, file), 'utf8').includes("'onnxruntime-node'"))
  assert.deepEqual(importers, ['photo/model/runtime.ts'])
})

test('no order and no number goes by the locale of the host', () => {
  const readers = files.filter((file) =>
    /localeCompare\((?![^)]*, ')|\.toLocale\w+\(\)|Intl\.\w+\(\)/.test(readFileSync(join(src, file), 'utf8')),
  )
  assert.deepEqual(readers, [])
})

test('no exported name stands for two things', () => {
  const places = new Map<string, string[]>()
  for (const file of files) {
    const names = readFileSync(join(src, file), 'utf8').matchAll(
      /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm,
    )
    for (const name of new Set([...names].map(([, one]) => one as string)))
      places.set(name, [...(places.get(name) ?? []), file])
  }
  assert.deepEqual(
    [...places].filter(([, files]) => files.length > 1),
    [],
  )
})

test('no file is longer than anybody reads in one go; data and what is generated aside', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const long = ['src', 'web', 'test', 'bench', 'scripts', 'packages/client/src', 'examples']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.(?:ts|js|css)$/.test(file) && file !== join('packages', 'client', 'src', 'operations.ts'))
    .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 351)
  assert.deepEqual(long, [])
})
