import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearchText } from './query-parser.ts'

const partsOf = (q: string): string[] => parseSearchText(q).parts.map(({ text }) => text)
/** Words of each unit, joined. */
const unitsOf = (q: string): string[] => {
  const { words, units } = parseSearchText(q)
  return units.map(({ mask }) => words.filter((_, at) => (mask & (1 << at)) !== 0).join('+'))
}

test('parts stand between spaces, hyphens and other separators, and a fraction is one', () => {
  for (const [q, ...parts] of [
    ['LOB-EN001', 'LOB', 'EN001'],
    ['op01_001  Gol.D.Roger', 'op01', '001', 'Gol', 'D', 'Roger'],
    ['Pikachu (58 / 102) [Staff]', 'Pikachu', '58/102', 'Staff'],
    ['SV 49/SV94', 'SV', '49/SV94'],
    ['No. 58', 'No', '58'],
    ['#58', '58'],
    ['３x Forest', 'Forest'],
    ['2xLOB-EN001', 'LOB', 'EN001'],
    ['X.Drake', 'X', 'Drake'],
    [' --- ', ...[]],
  ] as const)
    assert.deepEqual(partsOf(q), parts, q)
})

test('what has digits between two spaces is one unit, everything else is words, each once', () => {
  assert.deepEqual(unitsOf('Blue-Eyes LOB-EN001 Blue 4/102'), ['blue', 'eyes', 'lob+en001', '4+102'])
  assert.deepEqual(
    parseSearchText('Forest 58 No.7 M14').units.map(({ isNumber }) => isNumber),
    [false, true, true, false],
  )
})

test('the sign before a number is no word, and words beyond thirty have no part in the match', () => {
  assert.deepEqual(parseSearchText('No. 58 pikachu').words, ['58', 'pikachu'])
  const { words, units } = parseSearchText(Array.from({ length: 40 }, (_, at) => `w${at}`).join(' '))
  assert.deepEqual([words.length, units.length, Math.min(...units.map(({ mask }) => mask)) > 0], [30, 30, true])
})
