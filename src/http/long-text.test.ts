import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { liftLongText } from './long-text.ts'

const long = 'QUJD'.repeat(20_000)
const lift = (json: string) => liftLongText(Buffer.from(json))

describe('liftLongText', () => {
  test('takes the long string out and leaves JSON with a token in its place', () => {
    for (const before of ['{"a":"', '{ "b\\"" : "\\\\", "n": [1, "x"], "a" : "', '{"a":"short","a":"']) {
      const lifted = lift(`${before}${long}","z":"after"}`)
      assert.ok(lifted, before)
      const rest = JSON.parse(lifted.rest.toString())
      assert.deepEqual([rest.a, rest.z], [lifted.token, 'after'])
      assert.equal(lifted.text.length, long.length)
      assert.equal(lifted.text.slice(), long)
    }
  })
  test('a part is what it would be of a string', () => {
    const text = lift(`{"a":"data:${long}"}`)?.text
    for (const [start, end] of [
      [0, 5],
      [5, 9],
      [-2, undefined],
      [3, -3],
      [9, 2],
      [-1_000_000, 4],
      [2, 1_000_000],
    ] as const)
      assert.equal(text?.slice(start, end), `data:${long}`.slice(start, end))
  })
  test('whatever stands at whatever place in it, it is lifted only where it means itself', () => {
    for (let at = 0; at < 12; at++)
      for (const [character, isPlain] of [
        ['A', true],
        [' ', true],
        ['~', true],
        ['\\/', false],
        ['\u0000', false],
        ['\n', false],
        ['\u001f', false],
        ['é', false],
      ] as const) {
        const cut = at < 6 ? at : long.length - at + 6
        const value = long.slice(0, cut) + character + long.slice(cut)
        assert.equal(lift(`{"a":"${value}"}`) !== null, isPlain, `${JSON.stringify(character)} at ${cut}`)
      }
  })
  test('short strings, many strings and broken JSON are left as they are', () => {
    for (const json of ['', '{}', '{"a":"short"}', `{"a":"${long}`, `{"a":"${long}\\"}`, `[${'"",'.repeat(40_000)}"${long}"]`])
      assert.equal(lift(json), null)
  })
  test('a body made to be slow to look through is given up at once', () => {
    for (const json of ['"'.repeat(8_000_000), `"${'\\"'.repeat(4_000_000)}`, `"${'\\'.repeat(8_000_000)}"`]) {
      const startedMs = performance.now()
      lift(json)
      assert.ok(performance.now() - startedMs < 500)
    }
  })
})
