import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findSlowness } from '../support/machine-speed.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A regular expression in code: behind what a value may follow, and closed before the line ends. */
const literal = new RegExp(
  [
    /(?<=[(=,:[!&|?{};\n>]\s*|return )\/(?![*/])/,
    /((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)/,
    /\/([dgimsuvy]*)(?=\s*[.,;)\]}\n:&|?]|$)/,
  ]
    .map(({ source }) => source)
    .join(''),
  'gm',
)

const patternsIn = (file: string): { readonly place: string; readonly pattern: RegExp }[] => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(literal)].map(({ 1: source = '', 2: flags = '', index }) => ({
    place: `${file}:${text.slice(0, index).split('\n').length} /${source}/`,
    pattern: new RegExp(source, flags.replace(/[gy]/g, '')),
  }))
}

const units = [
  ...[' ', '\t', '\u00a0', '\u3000', '-', '_', '.', ',', ';', ':', '"', "'", '(', ')', '[', ']', '{', '/', '\\', '#'],
  ...['*', '|', 'x', '1', '0', 'a', 'A', 'é', '\u0301', '^', '=', '<', '&', '1 ', 'a ', 'a1', '1/', ' #', '- ', '1-'],
  ...['x1', ' x', ',1', ', ', '""', 'aA'],
]
const starts = ['', 'a', '1', ' [', '<']
const ends = ['', 'a', '!']
const length = 4_000

/** Signs that a pattern names itself, where it may repeat itself most. */
const ownSigns = (pattern: RegExp): string[] => [...new Set(pattern.source.replace(/\\[a-zA-Z]/g, ''))]

/** A pattern in linear time takes a hundredth of it; one in quadratic time takes five times as long and more. */
const limitMs = 2
const tries = 20

test('no regular expression of the code takes quadratic time for a text of one kind', async () => {
  const maxMs = limitMs * (await findSlowness())
  const files = execFileSync('git', ['ls-files', 'src', 'packages/client/src', 'web', 'bin', 'examples'], {
    cwd: root,
    encoding: 'utf8',
  })
  const patterns = files
    .split('\n')
    .filter((file) => /\.(?:ts|js|mjs)$/.test(file) && !file.endsWith('.test.ts'))
    .flatMap(patternsIn)
  assert.ok(patterns.length > 400)
  const isFast = (pattern: RegExp, text: string): boolean => {
    for (let attempt = 0; attempt < tries; attempt++) {
      const beganMs = performance.now()
      pattern.exec(text)
      if (performance.now() - beganMs <= maxMs) return true
    }
    return false
  }
  const slow = patterns.flatMap(({ place, pattern }) => {
    const texts = new Set([...units, ...ownSigns(pattern)]).values().flatMap((unit) => {
      const middle = unit.repeat(length / unit.length)
      return starts.flatMap((start) => ends.map((end) => `${start}${middle}${end}`))
    })
    const bad = texts.find((text) => !isFast(pattern, text))
    return bad === undefined ? [] : [`${place}: ${JSON.stringify(bad.slice(0, 12))}…`]
  })
  assert.deepEqual(slow, [])
})
