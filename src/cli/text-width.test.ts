import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutToWidth, textWidth, wrapToWidth } from './text-width.ts'

test('a Japanese name takes two columns a character, and accents take none', () => {
  assert.equal(textWidth('リザードン'), 10)
  assert.equal(textWidth('Pokémon'), 7)
  assert.equal(textWidth('Poke\u0301mon'), 7)
  assert.equal(cutToWidth('リザードン ex', 8), 'リザー…')
  assert.equal(cutToWidth('Charizard', 9), 'Charizard')
  assert.equal(cutToWidth('Charizard', 8), 'Chariza…')
})

test('whatever the text, what is cut fits, and what is wrapped loses no word', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 2, max: 60 }), (text, columns) => {
      assert.ok(textWidth(cutToWidth(text, columns)) <= columns)
      const lines = wrapToWidth(text, columns)
      const words = (of: string) => of.split(' ').filter(Boolean)
      assert.deepEqual(words(lines.join(' ')), words(text))
      for (const line of lines) assert.ok(textWidth(line) <= columns || !line.trim().includes(' '), line)
    }),
  )
})
