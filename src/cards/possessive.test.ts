import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOf } from './fold.ts'
import { foldedPossessive, possessiveStems } from './possessive.ts'

test('finds the words before an apostrophe and s, and nothing in other apostrophes', () => {
  for (const [text, ...stems] of [
    ["Gaea's Cradle", 'gaea'],
    ["Lim-Dûl's Vault", 'dul'],
    ['Gaea’s Cradle', 'gaea'],
    ["Team Rocket's Mewtwo vs. N's Zoroark", 'rocket', 'n'],
    ["Farfetch'd", ...[]],
    ["Knights' Honor", ...[]],
    ["O'stone", ...[]],
  ] as const)
    assert.deepEqual(possessiveStems(text), stems, text)
})

test('a stem is the word that folding makes, less its last letter', () => {
  for (const text of ["Lim-Dûl's Vault", "Ætherling's", "Boss's Orders"])
    for (const stem of possessiveStems(text)) assert.ok(wordsOf(text).includes(foldedPossessive(stem)), text)
})
