import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeControls, hasControls, linesWithoutControls, withoutControls } from './control-characters.ts'

const obeyed = [
  ...['\0', '\x07', '\x1b', '\x7f', '\u0085', '\u009b', '\u061c', '\u200e', '\u200f', '\u2028', '\u2029', '\u202a'],
  ...['\u202b', '\u202c', '\u202d', '\u202e', '\u2060', '\u2066', '\u2067', '\u2068', '\u2069', '\ufeff', '\ufffb'],
]
const shown = [
  ...['Pokémon', 'e\u0301', 'ピカチュウ', 'がーでぃ', '카드', '👨‍👩‍👧', '❤️'],
  ...['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', 'שלום', '★', '\u00a0', '\u3000'],
]

test('no character that a terminal obeys is left, and every letter and emoji is', () => {
  for (const control of obeyed) {
    assert.ok(hasControls(`a${control}b`))
    for (const clean of [withoutControls, linesWithoutControls, escapeControls])
      assert.ok(!hasControls(clean(`a${control}b`)), JSON.stringify(control))
  }
  for (const text of shown)
    for (const clean of [withoutControls, linesWithoutControls, escapeControls]) assert.equal(clean(text), text)
})

test('what is escaped reads as the same in JSON, and lines keep their ends and tabs', () => {
  for (const control of obeyed) assert.equal(JSON.parse(escapeControls(JSON.stringify({ control }))).control, control)
  assert.equal(escapeControls('a\tb\r\nc\n'), 'a\tb\r\nc\n')
  assert.equal(escapeControls('a\rb'), 'a\\u000db')
  assert.equal(linesWithoutControls('a\tb\r\n\x1b[2Jc'), 'a\tb\r\n[2Jc')
  assert.equal(withoutControls('a\tb\r\nc'), 'a b  c')
})
