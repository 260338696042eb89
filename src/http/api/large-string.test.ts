import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startProcessorTimer } from '../../../test/support/processor-time.ts'
import { extractLargeString } from './large-string.ts'

const long = 'QUJD'.repeat(20_000)
const extract = (json: string, yieldToEventLoop = async () => {}) =>
  extractLargeString(Buffer.from(json), yieldToEventLoop)

describe('extractLargeString', () => {
  test('takes the large string out and leaves JSON with a placeholder in its place', async () => {
    for (const before of ['{"a":"', '{ "b\\"" : "\\\\", "n": [1, "x"], "a" : "', '{"a":"short","a":"']) {
      const extracted = await extract(`${before}${long}","z":"after"}`)
      assert.ok(extracted, before)
      const rest = JSON.parse(extracted.json.toString())
      assert.deepEqual([rest.a, rest.z], [extracted.placeholder, 'after'])
      assert.equal(extracted.value.length, long.length)
      assert.equal(extracted.value.slice(), long)
    }
  })
  test('a part is what it would be of a string', async () => {
    const text = (await extract(`{"a":"data:${long}"}`))?.value
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
  test('a string is extracted only where its bytes are its value, whatever stands in it', async () => {
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
        assert.equal((await extract(`{"a":"${value}"}`)) !== null, isPlain, `${JSON.stringify(character)} at ${cut}`)
      }
  })
  test('short strings, many strings and broken JSON are left as they are', async () => {
    for (const json of [
      '',
      '{}',
      '{"a":"short"}',
      `{"a":"${long}`,
      `{"a":"${long}\\"}`,
      `[${'"",'.repeat(40_000)}"${long}"]`,
    ])
      assert.equal(await extract(json), null)
  })
  test('a body crafted to be slow to scan is given up at once', async () => {
    for (const json of ['"'.repeat(8_000_000), `"${'\\"'.repeat(4_000_000)}`, `"${'\\'.repeat(8_000_000)}"`]) {
      const workedMs = startProcessorTimer()
      await extract(json)
      assert.ok(workedMs() < 500)
    }
  })
  test('scanning yields to the event loop once a mebibyte, and never for a shorter text', async () => {
    let yields = 0
    const yieldToEventLoop = async () => void yields++
    await extract(`{"a":"${long}"}`, yieldToEventLoop)
    assert.equal(yields, 0)
    await extract(`{"a":"${'A'.repeat(3.5 * 1024 * 1024)}"}`, yieldToEventLoop)
    assert.equal(yields, 4)
  })
})
