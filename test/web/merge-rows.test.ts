import assert from 'node:assert/strict'
import { test } from 'node:test'

const { mergeRowIds, rebaseRows } = await import(new URL('../../web/stack/merge-rows.js', import.meta.url).href)

const rows = (ids: string) => [...ids].map((id) => ({ id }))
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')
const merged = (before: string, mine: string, theirs: string): [string, boolean] => {
  const asMap = (list: string) => new Map([...list].map((id) => [id, id]))
  const { rowIds, isChanged } = mergeRowIds({ before: asMap(before), mine: asMap(mine), theirs: [...theirs] })
  return [rowIds.join(''), isChanged]
}

test('rows that two pages add are both there, and rows that either removes are gone', () => {
  assert.deepEqual(merged('ab', 'xab', 'ab'), ['xab', false])
  assert.deepEqual(merged('ab', 'ab', 'yab'), ['yab', true])
  assert.deepEqual(merged('ab', 'xab', 'yab'), ['yxab', true])
  assert.deepEqual(merged('abc', 'bc', 'abc'), ['bc', false])
  assert.deepEqual(merged('abc', 'abc', 'bc'), ['bc', true])
  assert.deepEqual(merged('abc', 'ac', 'ab'), ['a', true])
  assert.deepEqual(merged('', 'ab', ''), ['ab', false])
})

test('undoing brings back what this page removed, and leaves what the other one did', () => {
  assert.equal(ids(rebaseRows(rows('ab'), rows('b'), rows('yb'))), 'yab')
  assert.equal(ids(rebaseRows(rows('ab'), rows('ab'), rows('b'))), 'b')
  assert.equal(ids(rebaseRows(rows('ab'), rows('b'), rows('ab'))), 'ab')
})

test('undoing a step keeps what the service answered another page about rows that the step did not touch', () => {
  const [before, answered, touched, undone] = [
    { id: 'a' },
    { id: 'a', printing: 1 },
    { id: 'b', quantity: 2 },
    { id: 'b' },
  ]
  const [first, second] = rebaseRows([before, undone], [before, touched], [answered, touched])
  assert.deepEqual([first, second], [answered, undone])
})
