import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonTag, matchesTag } from './etag.ts'

test('the tag of an answer depends on everything but cacheHit and observedAt, wherever they stand', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('"cacheHit":true,', 'observedAt":"x"', '\\"cacheHit":false'))
  const moment = fc.record({ cacheHit: fc.boolean(), observedAt: text.map((one) => one.replaceAll(/["\\]/g, '')) })
  fc.assert(
    fc.property(moment, moment, text, text, (one, other, name, otherName) => {
      const tag = (now: typeof one, value: string) =>
        jsonTag(JSON.stringify({ ...now, name: value, sections: [{ status: 'ok', ...now }], last: 1 }))
      assert.equal(tag(one, name), tag(other, name))
      assert.equal(tag(one, name) === tag(one, otherName), name === otherName)
    }),
  )
})

test('a tag matches itself in a list, weak or strong, and the asterisk', () => {
  const tag = 'W/"abc"'
  assert.deepEqual(
    [undefined, '*', tag, '"abc"', `"x", ${tag}`, '"abcd"', 'abc', ''].map((header) => matchesTag(header, tag)),
    [false, true, true, true, true, false, false, false],
  )
})
