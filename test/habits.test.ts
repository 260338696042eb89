import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { marketSources } from '../src/app/configuration/market-sources.ts'
import { thumbnailUrlOf } from '../src/app/configuration/picture-hosts.ts'
import { errorTable } from '../src/contract/errors.ts'

// What is easily forgotten when something is added, and that the compiler does not see.

const root = fileURLToPath(new URL('..', import.meta.url))
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
const sources = execFileSync('git', ['ls-files', 'src'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: textOf(file) }))

const pagesOfSettings = ['docs/operations.md', 'docs/live-market.md', 'docs/mcp.md']
const pages = pagesOfSettings.map(textOf).join('\n')

/** Fails with a sentence for each that says what to do. */
const assertNone = (sentences: readonly string[]): void => assert.ok(sentences.length === 0, sentences.join('\n'))

test('every error code is answered somewhere', () => {
  const code = sources
    .flatMap(({ file, text }) => (/^src\/(?:contract|openapi|reference|mcp|cli)\//.test(file) ? [] : [text]))
    .join('\n')
  assertNone(
    Object.keys(errorTable)
      .filter((name) => !code.includes(`'${name}'`))
      .map((name) => `Nothing answers ${name}: throw it, or take its row out of src/contract/errors.ts.`),
  )
})

test("every setting that is read has its row in the operator's pages, and every row is read", () => {
  const code = sources.map(({ text }) => text).join('\n')
  const read = [...code.matchAll(/\b(?:text|word|integer|address)\('([A-Z][A-Z_0-9]+)'|\['(CACHE_TTL_[A-Z_]+)'/g)].map(
    ([, name, lifetime]) => name ?? lifetime ?? '',
  )
  assert.ok(read.length > 30)
  const inRows = [...pages.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z][A-Z_0-9]{2,})`/g)].map(([, name = '']) => name),
  )
  assert.ok(inRows.length > 30)
  assertNone([
    ...read
      .filter((name) => !inRows.includes(name))
      .map((name) => `${name} is read and has no row: add one in ${pagesOfSettings.join(', or in ')}.`),
    ...inRows
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(code))
      .map((name) => `Nothing reads ${name}: take its row out of the documents, or read it in src/app/configuration.`),
  ])
})

test('every failure of the source or of this service has its row for whoever meets it', () => {
  const page = textOf('docs/troubleshooting.md')
  assertNone(
    Object.entries(errorTable)
      .filter(([code, { status }]) => (status === 502 || status === 503 ? !page.includes(`\`${code}\``) : false))
      .map(([code]) => `${code} has no row: add one to docs/troubleshooting.md.`),
  )
})

test('every market source is named where an operator chooses one', () => {
  const row = /^\| `MARKET_SOURCE` .*$/m.exec(textOf('docs/operations.md'))?.[0] ?? ''
  assertNone(
    Object.keys(marketSources)
      .filter((name) => !row.includes(`\`${name}\``))
      .map((name) => `${name} is not named: add it to the row of MARKET_SOURCE in docs/operations.md.`),
  )
})

test('every market source says where its pictures are', () => {
  const allowed = { pictureUrl: 'https://pictures.example.com', consolePictureHosts: ['pictures.example.com'] }
  assertNone(
    (Object.keys(marketSources) as (keyof typeof marketSources)[])
      .filter((marketSource) => !thumbnailUrlOf({ ...allowed, marketSource })?.includes('{productId}'))
      .map((name) => `${name} has no picture: add its row to thumbnails in src/app/configuration/picture-hosts.ts.`),
  )
})

test('no line of code is longer than 120 characters', () => {
  const written = execFileSync('git', ['ls-files', '*.ts', '*.js', '*.mjs'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => !/^web\/|\/dist\/|^packages\/client\/src\/operations\.ts$/.test(file))
  assert.ok(written.length > 1_000)
  assertNone(
    written.flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, index) => (line.length > 120 ? [`${file}:${index + 1} has ${line.length} characters.`] : [])),
    ),
  )
})

test('no table that any text may index is indexed, since `constructor` finds what every object has', () => {
  // An object that begins empty holds what the code itself puts into it.
  const typed = /\bconst (\w+): (?:Readonly<)?Record<string,(?:[^=\n]|=>)*= (?!\{\}|Object\.create\(null\))/g
  const annotated = /Record<string,[^\n]*\*\/\s*const (\w+)|Record<string,[^\n]*\n \*\/\s*const (\w+)/g
  const files = execFileSync('git', ['ls-files', 'src', 'packages/client/src', 'web', 'bin', 'examples'], { cwd: root })
  const tables = String(files)
    .split('\n')
    .filter((file) => /\.(?:ts|js|mjs)$/.test(file) && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = textOf(file)
      const names = [...text.matchAll(typed), ...text.matchAll(annotated)].map((found) => found.slice(1).find(Boolean))
      return names.map((name = '') => ({ file, text, name }))
    })
  assert.ok(tables.length > 8)
  assertNone(
    tables
      .filter(({ text, name }) => new RegExp(`\\b${name}\\[`).test(text) && !text.includes(`Object.hasOwn(${name}, `))
      .map(({ file, name }) => `${file} indexes ${name} by a text: make it a Map, or ask Object.hasOwn first.`),
  )
})
