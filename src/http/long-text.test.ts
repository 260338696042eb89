import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { liftLongText } from './long-text.ts'

const long = 'QUJD'.repeat(20_000)
const lift = (json: string, ownTurn = async () => {}) => liftLongText(Buffer.from(json), ownTurn)

describe('liftLongText', () => {
  test('takes the long string out and leaves JSON with a token in its place', async () => {
    for (const before of ['{"a":"', '{ "b\\"" : "\\\\", "n": [1, "x"], "a" : "', '{"a":"short","a":"']) {
      const lifted = await lift(`${before}${long}","z":"after"}`)
      assert.ok(lifted, before)
      const rest = JSON.parse(lifted.rest.toString())
      assert.deepEqual([rest.a, rest.z], [lifted.token, 'after'])
      assert.equal(lifted.text.length, long.length)
      assert.equal(lifted.text.slice(), long)
    }
  })
  test('a part is what it would be of a string', async () => {
    const text = (await lift(`{"a":"data:${long}"}`))?.text
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
  test('whatever stands at whatever place in it, it is lifted only where it means itself', async () => {
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
        assert.equal((await lift(`{"a":"${value}"}`)) !== null, isPlain, `${JSON.stringify(character)} at ${cut}`)
      }
  })
  test('short strings, many strings and broken JSON are left as they are', async () => {
    for (const json of ['', '{}', '{"a":"short"}', `{"a":"${long}`, `{"a":"${long}\\"}`, `[${'"",'.repeat(40_000)}"${long}"]`])
      assert.equal(await lift(json), null)
  })
  test('a body made to be slow to look through is given up at once', async () => {
    for (const json of ['"'.repeat(8_000_000), `"${'\\"'.repeat(4_000_000)}`, `"${'\\'.repeat(8_000_000)}"`]) {
      const startedMs = performance.now()
      await lift(json)
      assert.ok(performance.now() - startedMs < 500)
    }
  })
  test('megabytes are looked through in turns of one each, a shorter text at once', async () => {
    let turns = 0
    const ownTurn = async () => void turns++
    await lift(`{"a":"${long}"}`, ownTurn)
    assert.equal(turns, 0)
    await lift(`{"a":"${'A'.repeat(3.5 * 1024 * 1024)}"}`, ownTurn)
    assert.equal(turns, 4)
  })
})
