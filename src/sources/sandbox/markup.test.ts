import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { escapeMarkup, wrapText } from './markup.ts'

/** Any UTF-16, halves of surrogate pairs included. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units))

test('leaves nothing that markup could read, nor a character that XML forbids', () => {
  assert.equal(escapeMarkup(`<a href="x">'&`), '&lt;a href=&quot;x&quot;&gt;&#39;&amp;')
  assert.equal(escapeMarkup('a\u0000b\u001bc\ud800d\uffffe'), 'a b c d e')
  assert.equal(escapeMarkup('Pokémon ポケモン 🃏'), 'Pokémon ポケモン 🃏')
  fc.assert(fc.property(anyText, (text) => !/[<>"']|&(?!(amp|lt|gt|quot|#39);)/.test(escapeMarkup(text))))
})

test('wraps at spaces, breaks long words and ends in an ellipsis', () => {
  assert.deepEqual(wrapText('Charizard', 24, 2), ['Charizard'])
  assert.deepEqual(wrapText('one two three', 7, 2), ['one two', 'three'])
  assert.deepEqual(wrapText('one two three four', 7, 2), ['one two', 'three…'])
  assert.deepEqual(wrapText('abcdefghij', 4, 2), ['abcd', 'efg…'])
  assert.deepEqual(wrapText('  ', 4, 2), [])
})

test('no line is wider than asked for, and there are no more than asked for', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 3 }),
      (text, width, most) => {
        const lines = wrapText(text, width, most)
        return lines.length <= most && lines.every((line) => [...line].length <= width)
      },
    ),
  )
})
