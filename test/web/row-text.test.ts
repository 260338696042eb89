import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readList } from '../../packages/client/src/read-list.ts'
import './console-modules.ts'

const { textOf, withLine } = await import(new URL('../../web/stack-view/row-text.js', import.meta.url).href)
const { rowOfList } = await import(new URL('../../web/stack/rows.js', import.meta.url).href)

const lock = { category: '', set: '' }

test('a line that says all by itself is offered as it is written', () => {
  assert.equal(textOf(rowOfList(readList('2 Charizard 4/102 LP')[0], lock)), '2 Charizard 4/102 LP')
})

test('a row of a table is offered in words that are read alike without its head', () => {
  const [written] = readList('Count,Name,Edition,Condition,Foil\n3,Lightning Bolt,m10,Lightly Played,foil')
  const row = rowOfList(written, lock)
  const [again] = readList(textOf(row))
  assert.equal(again?.quantity, 3)
  assert.match(textOf(row), /Lightning Bolt.*m10.*Lightly Played/)
})

test('a corrected line is looked up anew under the same row, with the copies that a person counted', () => {
  const row = { ...rowOfList(readList('Charzard')[0], lock), quantity: 4, printing: { productId: 1 } }
  const changed = withLine(row, 'Charizard 4/102', lock)
  assert.deepEqual(
    { id: changed.id, q: changed.written.entry?.q, quantity: changed.quantity, printing: changed.printing },
    { id: row.id, q: 'Charizard 4/102', quantity: 4, printing: null },
  )
  assert.equal(withLine(row, '   ', lock), null)
})
