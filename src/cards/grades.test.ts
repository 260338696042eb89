import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutGrades } from './grades.ts'

test('takes a grade away with its words, and nothing that only looks like one', () => {
  for (const [text, rest] of [
    ['psa 10 charizard', 'charizard'],
    ['Charizard 4/102 BGS 9.5', 'Charizard 4/102'],
    ['PSA10 Umbreon VMAX', 'Umbreon VMAX'],
    ['CGC Gem Mint 10 Lugia', 'Lugia'],
    ['psa 9 mint mew', 'mew'],
    ['ace op02-013', 'ace op02-013'],
    ['ace 5/102', 'ace 5/102'],
    ['tag 151', 'tag 151'],
    ['space 9', 'space 9'],
  ] as const)
    assert.equal(withoutGrades(text).trim(), rest, text)
})
