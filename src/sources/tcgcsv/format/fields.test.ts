import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf, textOf } from './fields.ts'

test('a text of the mirror is taken without what a terminal or a page obeys', () => {
  assert.equal(textOf(' \x1b]0;pwn\x07Mew\u202e \u2028ex\ufeff ', 100), ']0;pwnMew  ex')
  assert.equal(textOf('\x1b\u202e', 100), null)
  assert.equal(textOf('ピカチュウ 카드 Pokémon 👨‍👩‍👧 ❤️', 100), 'ピカチュウ 카드 Pokémon 👨‍👩‍👧 ❤️')
  assert.equal(linesOf('Draw\x1b[2J a card.\r\n\tThen \u202etwo.\n'), 'Draw[2J a card.\r\n\tThen two.')
})
