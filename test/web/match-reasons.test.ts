import assert from 'node:assert/strict'
import { test } from 'node:test'

const { lackOf } = await import(new URL('../../web/stack-view/match-reasons.js', import.meta.url).href)

test('printings that all differ in set or number from what was written are not offered in silence', () => {
  const parsed = { setHint: null, cardNumber: 'C21-263' }
  const other = { matchReasons: ['number_conflict', 'name_exact'] }
  assert.match(lackOf({ parsed, candidates: [other, other] }), /the number “C21-263”/)
  assert.equal(lackOf({ parsed, candidates: [other, { matchReasons: ['number_exact'] }] }), '')
  assert.equal(lackOf({ parsed, candidates: [] }), '')
  assert.equal(lackOf({ parsed: { setHint: null, cardNumber: null }, candidates: [other] }), '')
  const elsewhere = { matchReasons: ['number_exact', 'set_conflict'] }
  assert.match(lackOf({ parsed: { ...parsed, setHint: 'Jungle' }, candidates: [elsewhere] }), /the set “Jungle”/)
})
