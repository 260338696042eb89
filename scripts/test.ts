// Runs the tests of each folder in one process, so that Node compiles what they share once for a folder and not once
// for a file. Flags are passed on to `node --test`; files, if any are named, are run instead of all.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { changedTests } from './changed-tests.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const patterns = ['src/**/*.test.ts', 'test/*.test.ts', 'test/!(browser|alone|processes|package)/**/*.test.ts']

/** Groups that take the longest, which start first, so that all end together. */
const longGroups = ['root', 'src', 'api', 'api-requests', 'adapters', 'examples', 'live', 'mcp']

/**
 * Which process runs a file: one for each folder of `test`, and one for `src`. Photos are read apart from the rest, and
 * of the API, requests and answers are apart from what they hold.
 */
const groupOf = (file: string): string => {
  const [top = '', folder = ''] = file.split('/')
  const group = top === 'src' ? top : folder.endsWith('.ts') ? 'root' : folder
  if (/^src\/photo\/|^test\/api\/photo/.test(file)) return `${group}-photos`
  return /^test\/api\/(?:bodies|cors|every|http|metering|overload|tls)/.test(file) ? 'api-requests' : group
}

/** Node starts files in the order of their names. */
const startOrder = (group: string): string => `${longGroups.indexOf(group) + 1 || 9}-${group}`

/** A module that loads all files before the first of their tests starts; one that cannot be loaded fails as a test. */
const moduleOf = (files: readonly string[]): string =>
  [
    "import { before, test } from 'node:test'",
    'const loaded = Promise.withResolvers()',
    'before(() => loaded.promise)',
    'const load = (url) => import(url).catch((error) => void test(url, () => { throw error }))',
    ...files.map((file) => `await load(${JSON.stringify(pathToFileURL(join(root, file)).href)})`),
    'loaded.resolve()',
  ].join('\n')

const isQuick = process.argv.includes('--changed')
const flags = process.argv.slice(2).filter((word) => word.startsWith('--') && word !== '--changed')
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const all = globSync(patterns, { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .sort()
const files = named.length > 0 ? named : isQuick ? changedTests(root, all) : all

const folder = mkdtempSync(join(tmpdir(), 'card-market-tests-'))
const modules = Object.entries(Object.groupBy(files, groupOf)).map(([group, members = []]) => {
  const path = join(folder, `${startOrder(group)}.mjs`)
  writeFileSync(path, moduleOf(members))
  return path
})

// Counted lines are only exact in code that was compiled anew.
const compiled = flags.includes('--experimental-test-coverage')
  ? {}
  : { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled-for-tests') }
const child = spawn(
  process.execPath,
  ['--test', '--test-timeout=600000', '--test-concurrency=3', ...flags, ...modules],
  { cwd: root, env: { ...process.env, ...compiled }, stdio: 'inherit' },
)
child.once('exit', (status) => {
  rmSync(folder, { recursive: true })
  process.exitCode = status ?? 1
})
