// Finds the tests that a change touches: those that name a changed file or folder, or a file that does, and so on.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Most of what the chosen tests may cost, so that they take less than 40 s; the rest is left to `npm test`. */
const maxCost = 40

/** What a test costs to run: a file of `src` is one; most others start a service, and those at the root processes. */
const costOf = (file: string): number => {
  if (/photo|^test\/(?:examples|live|mcp|daily|recordings)\//.test(file)) return 4
  return file.startsWith('src/') ? 1 : /^test\/\w+\//.test(file) ? 2 : 3
}

const git = (root: string, ...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean)

/** The commit that the branch left main at, or the present one where no main is known. */
const baseOf = (root: string): string => {
  for (const main of ['origin/main', 'main'])
    try {
      return git(root, 'merge-base', 'HEAD', main)[0] ?? 'HEAD'
    } catch {}
  return 'HEAD'
}

/** Every path of the repository that a file may mean by its strings: next to it, from the root, or in the console. */
const pathsIn = (root: string, file: string): Set<string> =>
  new Set(
    [...readFileSync(join(root, file), 'utf8').matchAll(/['"`]([\w.@/-]*[\w/-])['"`]/g)].flatMap(([, text = '']) =>
      [posix.join(posix.dirname(file), text), posix.normalize(text), posix.join('web', text)].map((path) =>
        path.replace(/\/$/, ''),
      ),
    ),
  )

const wordsOf = (file: string): readonly string[] => file.split(/\W+/).filter((word) => word.length > 3)

/** Of tests that are as near, those that are named like the change come first, then those that cost least. */
const mostTellingFirst = (files: readonly string[], changed: ReadonlySet<string>): readonly string[] => {
  const words = new Set([...changed].flatMap(wordsOf))
  const shared = (file: string) => new Set(wordsOf(file)).intersection(words).size
  return files.toSorted((a, b) => shared(b) - shared(a) || costOf(a) - costOf(b))
}

/** Hold for every file, and take a second together. */
const always = ['test/architecture.test.ts', 'test/documents.test.ts', 'test/habits.test.ts']

/** @returns the tests among these files that a change touches, the nearest to it first */
export const changedTests = (root: string, tests: readonly string[]): readonly string[] => {
  const changed = new Set([
    ...git(root, 'diff', '--name-only', baseOf(root)),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
  ])
  const sources = git(root, 'ls-files', '--cached', '--others', '--exclude-standard')
    .filter((file) => /\.(?:ts|js|mjs)$/.test(file) && existsSync(join(root, file)))
    .map((file) => ({ file, paths: pathsIn(root, file) }))
  const touched = new Set(changed)
  // A test may read the whole folder that holds a changed file.
  let ring = new Set([...changed].flatMap((file) => [file, posix.dirname(file)]).filter((path) => path !== '.'))
  while (ring.size > 0) {
    const next = sources.filter(({ file, paths }) => !touched.has(file) && !paths.isDisjointFrom(ring))
    ring = new Set(
      mostTellingFirst(
        next.map(({ file }) => file),
        changed,
      ),
    )
    for (const file of ring) touched.add(file)
  }
  const found = [...touched].filter((file) => tests.includes(file))
  let cost = 0
  const chosen = found.filter((file) => {
    cost += costOf(file)
    return cost <= maxCost
  })
  const rest = chosen.length < found.length ? ', the nearest; the rest is in npm test' : ''
  process.stdout.write(`${changed.size} files changed; ${chosen.length} of ${found.length} tests run${rest}.\n`)
  return [...new Set([...always, ...chosen])]
}
