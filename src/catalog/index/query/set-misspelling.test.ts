import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorsInSetName } from './set-misspelling.ts'

test('a letter too many, one too few, two that are swapped and a lost space are errors in the name of a set', () => {
  for (const [written, name] of [
    ['obsidain flames', 'obsidian flames'],
    ['obsidan flames', 'obsidian flames'],
    ['obsidiann flames', 'obsidian flames'],
    ['obsidianflames', 'obsidian flames'],
    ['magic 2010 m 10', 'magic 2010 m10'],
    ['comander 2014', 'commander 2014'],
  ] as const)
    assert.notEqual(errorsInSetName(written, name), null, written)
})

test('another number, a word more or less, and another short word make another set', () => {
  for (const [written, name] of [
    ['base set 2', 'base set'],
    ['base set', 'base set 2'],
    ['magic 2011', 'magic 2010'],
    ['commander 2014', 'commander 2013'],
    ['modern horizons 3', 'modern horizons 2'],
    ['legacy pack ii', 'legacy pack iv'],
    ['gift box a', 'gift box b'],
    ['mh3', 'mh2'],
    ['10th edition', '9th edition'],
  ] as const)
    assert.equal(errorsInSetName(written, name), null, written)
})
