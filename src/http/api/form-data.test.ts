import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startProcessorTimer } from '../../../test/support/processor-time.ts'
import { ServiceError } from '../../contract/errors.ts'
import { parseFormData } from './form-data.ts'

const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW'

const partOf = (disposition: string, body: string | Buffer, ...heads: string[]): Buffer =>
  Buffer.concat([
    Buffer.from(`${[`Content-Disposition: ${disposition}`, ...heads].join('\r\n')}\r\n\r\n`),
    Buffer.from(body),
  ])

const formOf = (parts: readonly Buffer[], mark = boundary): Buffer =>
  Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`--${mark}\r\n`), part, Buffer.from('\r\n')]),
    Buffer.from(`--${mark}--\r\n`),
  ])

const read = (body: Buffer, mark = boundary) =>
  parseFormData(body, mark).map(({ name, type, bytes }) => [name, type, bytes.toString('latin1')])

const refusal = (body: Buffer, mark = boundary): string => {
  try {
    parseFormData(body, mark)
  } catch (error) {
    assert.ok(error instanceof ServiceError)
    assert.equal(error.code, 'invalid_body')
    return error.message
  }
  return assert.fail('the form should have been refused')
}

const image = partOf('form-data; name="image"; filename="card.jpg"', '\xff\xd8 bytes', 'Content-Type: image/jpeg')

describe('a form', () => {
  test('has its parts in order, as browsers, curl and libraries write them', () => {
    const hint = partOf('form-data; name="setHint"', 'Base Set')
    assert.deepEqual(read(formOf([image, hint])), [
      ['image', 'image/jpeg', '\xc3\xbf\xc3\x98 bytes'],
      ['setHint', null, 'Base Set'],
    ])
    for (const head of [
      'form-data;name=image',
      'form-data; filename="name=\\"other\\""; name="image"',
      'form-data; name="image"; filename*=UTF-8\'\'karte%20%C3%A4.jpg',
      'form-data; name="image"; filename="Kärtchen; name=x.jpg"',
    ])
      assert.deepEqual(read(formOf([partOf(head, 'x')])), [['image', null, 'x']], head)
    assert.deepEqual(read(formOf([partOf('form-data; name="image"', '', 'content-type:IMAGE/PNG; x=y')])), [
      ['image', 'image/png', ''],
    ])
    assert.deepEqual(
      read(Buffer.concat([Buffer.from('A preamble.\r\n'), formOf([hint]), Buffer.from('An epilogue.')])),
      [['setHint', null, 'Base Set']],
    )
    assert.deepEqual(read(Buffer.from('--b \t\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--'), 'b'), [
      ['a', null, '1'],
    ])
    assert.deepEqual(read(formOf([])), [])
  })

  test('may hold any bytes but its own boundary, and copies none of them', () => {
    const bytes = Buffer.concat([
      Buffer.from('\r\n--\r\n-----\r\n'),
      Buffer.from(Array.from({ length: 512 }, (_, i) => i % 256)),
    ])
    const body = formOf([partOf('form-data; name="image"', bytes)])
    const [part] = parseFormData(body, boundary)
    assert.deepEqual(part?.bytes, bytes)
    assert.equal(part.bytes.buffer, body.buffer)
    body.fill(0)
    assert.ok(part.bytes.every((byte) => byte === 0))
  })

  test('that is broken is refused with what is wrong', () => {
    const whole = formOf([image])
    assert.match(refusal(whole, ''), /no boundary in its Content-Type/)
    assert.match(refusal(whole, 'x'.repeat(71)), /no boundary/)
    assert.match(refusal(whole, 'a\r\nb'), /no boundary/)
    assert.match(refusal(whole, 'other'), /does not hold the boundary/)
    assert.match(refusal(Buffer.alloc(0)), /does not hold the boundary/)
    // Whatever is cut off its end, but the line break behind it.
    for (let length = 0; length < whole.length - 4; length++)
      assert.ok(refusal(whole.subarray(0, length)), String(length))
    assert.match(refusal(formOf([Buffer.from('\r\nno head')])), /without a name/)
    assert.match(refusal(formOf([partOf('attachment; name="image"', 'x')])), /without a name/)
    assert.match(refusal(formOf([partOf('form-data; filename="x.jpg"', 'x')])), /without a name/)
    assert.match(refusal(formOf([partOf('form-data; name="a', 'x')])), /without a name/)
    assert.match(
      refusal(formOf([partOf('form-data; name="a"', 'x', `X: ${'y'.repeat(5_000)}`)])),
      /does not end within 4096 bytes/,
    )
    assert.match(
      refusal(formOf([partOf('form-data; name="a"', 'eA==', 'Content-Transfer-Encoding: base64')])),
      /as they are/,
    )
    assert.match(refusal(formOf([partOf('form-data; name="a"', `x\r\n--${boundary}y`)])), /boundary stands within/)
    assert.match(refusal(formOf(Array(17).fill(partOf('form-data; name="a"', 'x')))), /more than 16 parts/)
  })

  test('of six megabytes is read or refused in an instant, however it was made', () => {
    const bytes = 6 * 1024 * 1024
    const filled = (text: string) => Buffer.alloc(bytes, text)
    for (const [name, body, mark] of [
      ['empty parts', filled('--a\r\n\r\n\r\n'), 'a'],
      ['almost boundaries', formOf([partOf('form-data; name="image"', filled('\r\n--b'))], 'a'), 'a'],
      ['one letter', formOf([partOf('form-data; name="image"', filled('a'))], 'a'.repeat(70)), 'a'.repeat(70)],
      ['line breaks', formOf([partOf('form-data; name="image"', filled('\r\n'))], '-'.repeat(70)), '-'.repeat(70)],
      [
        'dashes',
        formOf([partOf('form-data; name="image"', filled(`\r\n--${'-'.repeat(60)}`))], '-'.repeat(70)),
        '-'.repeat(70),
      ],
      ['padding', Buffer.concat([Buffer.from('--a'), filled(' ')]), 'a'],
      ['no head', Buffer.concat([Buffer.from('--a\r\n'), filled('X: y\r\n')]), 'a'],
      ['quotes', formOf([partOf(`form-data; name="${'\\"'.repeat(2_000)}`, filled('x'))], 'a'), 'a'],
      ['blanks', formOf([partOf('form-data; name="a"', 'x', `X:${' '.repeat(2_000)}\n`)], 'a'), 'a'],
      ['blanks and words', formOf([partOf('form-data; name="a"', 'x', `X: ${'y \t'.repeat(1_000)}\u2028`)], 'a'), 'a'],
    ] as const) {
      const workedMs = startProcessorTimer()
      try {
        parseFormData(body, mark)
      } catch (error) {
        assert.ok(error instanceof ServiceError, name)
      }
      const ms = workedMs()
      assert.ok(ms < 250, `${name}: ${ms} ms`)
    }
  })
})
