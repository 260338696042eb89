import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startProcessorTimer } from '../../../test/support/processor-time.ts'
import { ServiceError } from '../../contract/errors.ts'
import { readMessage } from './read-message.ts'

const url = `data:image/png;base64,${'QUJD'.repeat(500_000)}`
const callOf = (input: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'tool', arguments: input },
})
const read = (json: string) => readMessage(Buffer.from(json), async () => {})
const argumentsOf = (message: unknown) => (message as ReturnType<typeof callOf>).params.arguments

const refusal = async (json: string): Promise<string> => {
  const workedMs = startProcessorTimer()
  const error = await read(json).then(
    () => assert.fail('the message should have been refused'),
    (thrown) => thrown,
  )
  assert.ok(workedMs() < 500, json.slice(0, 100))
  assert.ok(error instanceof ServiceError)
  assert.equal(error.code, 'invalid_body')
  return error.message
}

describe('a message', () => {
  test('has its picture taken out, and in its place a text that begins as the picture does', async () => {
    for (const json of [
      JSON.stringify(callOf({ setHint: 'x', imageDataUrl: url })),
      JSON.stringify([callOf({ imageDataUrl: url })]),
    ]) {
      const { message, large } = await read(json)
      const [one] = [message].flat()
      const { imageDataUrl } = argumentsOf(one) as { imageDataUrl: string }
      assert.match(imageDataUrl, /^data:image\/png;base64,[\w-]{36}$/)
      assert.equal(imageDataUrl, large?.placeholder)
      assert.equal(large?.value.slice(), url)
    }
  })

  test('keeps every other text that is long, and a picture that is written with escapes', async () => {
    const long = 'x'.repeat(70_000)
    for (const one of [
      callOf({ q: long }),
      callOf({ cards: [{ q: long }] }),
      callOf({ imageDataUrl: [long] }),
      { ...callOf({ imageDataUrl: long }), method: 'tools/list' },
      { ...callOf({}), imageDataUrl: long },
    ])
      assert.deepEqual(await read(JSON.stringify(one)), { message: one, large: null })
    const escaped = await read(JSON.stringify(callOf({ imageDataUrl: url })).replaceAll('/', '\\/'))
    assert.deepEqual(escaped, { message: callOf({ imageDataUrl: url }), large: null })
  })

  test('that is long beside its picture, or has many entries, is refused before it is parsed', async () => {
    const many = (entry: string, bytes: number) =>
      Array(Math.floor(bytes / (entry.length + 1)))
        .fill(entry)
        .join(',')
    const withRest = (rest: string) => `{"method":"tools/call","params":{"name":"tool","arguments":{${rest}}}}`
    for (const rest of [
      `"q":"${'x'.repeat(400_000)}"`,
      `"q":"${'x'.repeat(8_000_000)}"`,
      `"cards":[${many('0', 8_000_000)}]`,
      `"cards":[${many('0', 12_000)}]`,
      `"cards":[{${many('"a":0', 8_000_000)}}]`,
      `"imageDataUrl":"${url}","q":"${'x'.repeat(400_000)}"`,
      `"imageDataUrl":"${url}","cards":[${many('0', 100_000)}]`,
      `"imageDataUrl":"${url}\\n","cards":[${many('0', 100_000)}]`,
      `"imageDataUrl":"${url}","other":"${url}"`,
    ])
      assert.match(
        await refusal(withRest(rest)),
        /without imageDataUrl, exceeds 393216 bytes or 5000 entries/,
        rest.slice(0, 40),
      )
  })
})
