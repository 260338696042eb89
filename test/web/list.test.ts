import assert from 'node:assert/strict'
import { test } from 'node:test'
import './console-modules.ts'

const { readList } = await import(new URL('../../web/list.js', import.meta.url).href)

const row = (given: object) => ({
  name: '',
  set: '',
  category: '',
  condition: '',
  variant: '',
  language: '',
  quantity: 1,
  productId: null,
  isReadable: true,
  ...given,
})

test('the console shows the rows that the client reads, with what they do not say left empty', () => {
  assert.deepEqual(readList('Deck\n4 Pikachu LP'), [row({ name: 'Pikachu LP', quantity: 4 })])
  assert.deepEqual(readList('Name,Number,Set,Condition,Foil,Language,Quantity\nCharizard,4/102,Base Set,NM,foil,de,two'), [
    row({ name: 'Charizard 4/102', set: 'Base Set', condition: 'NM', variant: 'foil', language: 'de', quantity: null }),
  ])
  assert.deepEqual(readList('productId,quantity,condition\n300004,2,LP'), [
    row({ name: '300004', productId: 300004, quantity: 2, condition: 'LP' }),
  ])
})

test('a row of a game is looked up in its product line', () => {
  assert.deepEqual(readList('Name,Game\nMew,Pokémon\nOpt,MTG'), [
    row({ name: 'Mew', category: 'pokemon' }),
    row({ name: 'Opt', category: 'magic' }),
  ])
})

test('a row that cannot be read as one card is shown and never asked for', () => {
  const line = 'x'.repeat(121)
  assert.deepEqual(readList(line), [row({ name: line, isReadable: false })])
})
