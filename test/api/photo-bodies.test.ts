import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drawCard, encode } from '../support/photos/drawn.ts'
import { createRandom } from '../support/photos/random.ts'
import { dataUrlOf, png, pngOfBytes } from '../support/pictures.ts'
import { readRaw, sendRaw } from '../support/raw.ts'
import { scaled } from '../support/scaled.ts'
import { useService } from '../support/service.ts'

const path = '/v1/identify-image'
const card = await encode(drawCard(0, 250), 'image/jpeg')

type Fields = Readonly<Record<string, string | Blob>>

const formOf = (fields: Fields): RequestInit => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value, 'card.jpg')
  }
  return { method: 'POST', body }
}

const bytesOf = (body: string | Buffer, type: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type },
  body: typeof body === 'string' ? body : new Uint8Array(body),
})
const blobOf = (bytes: Buffer, type = '') => new Blob([new Uint8Array(bytes)], { type })
const jpeg = blobOf(card.bytes, 'image/jpeg')

describe('a photo with the reader', () => {
  const running = useService({ env: { OCR_WORKERS: '1' } })

  test('has the same answer as a form, as its own bytes and as a data URL, with the same hints', async () => {
    const { call } = running()
    const hints = { setHint: 'base-set', category: 'pokemon' }
    const json = { imageDataUrl: `data:image/jpeg;base64,${card.bytes.toString('base64')}`, ...hints }
    const replies = [
      await call(path, bytesOf(JSON.stringify(json), 'application/json')),
      await call(path, formOf({ ...hints, other: 'x', image: blobOf(card.bytes) })),
      await call(`${path}?${new URLSearchParams(hints)}`, bytesOf(card.bytes, 'image/jpeg')),
      await call(`${path}?setHint=base-set`, formOf({ image: jpeg, category: 'pokemon' })),
    ]
    const [first] = replies
    assert.notEqual(first?.body.ocr.text, '')
    for (const { status, body } of replies) {
      assert.deepEqual([status, body.ocr], [200, first?.body.ocr])
      assert.deepEqual(body.identification?.parsed, first?.body.identification?.parsed)
    }
    assert.deepEqual(
      replies.map(({ headers }) => headers.get('x-ignored-parameters')),
      [null, 'other', null, null],
    )
    const unknown = await call(`${path}?category=nope`, bytesOf(card.bytes, 'image/jpeg'))
    assert.deepEqual([unknown.status, unknown.body.error?.code], [400, 'unknown_category'])
  })

  test('of exactly 6 MiB is taken any way, and one without readable text is an honest 200', async () => {
    const picture = pngOfBytes(6 * 1024 * 1024)
    const json = JSON.stringify({ imageDataUrl: dataUrlOf(picture), setHint: 'base-set' })
    const suggested = {
      ...{ name: null, cardNumber: null, query: null, language: null },
      ...{ condition: null, variant: null, certificate: null },
    }
    const confidences = { confidence: 0, nameConfidence: 0, printingConfidence: 0 }
    for (const init of [
      bytesOf(json, 'application/json'),
      bytesOf(picture, 'image/png'),
      formOf({ image: blobOf(picture, 'image/png') }),
    ]) {
      const { status, body } = await running().call(path, init)
      assert.equal(status, 200)
      assert.deepEqual(body, {
        ocr: { text: '', ...confidences, advice: 'retry', evidence: [], suggested },
        identification: null,
        cards: [],
        cardsOmitted: 0,
      })
    }
  })
})

describe('a photo', () => {
  const running = useService()
  /** Reading is turned off here: a picture that was taken is 503. */
  const taken = 'service_unavailable'
  const codeOf = async (init: RequestInit, target = path) => (await running().call(target, init)).body.error.code

  test('that is wrong has the code that its data URL would have', async () => {
    const small = png(4, 4)
    const large = pngOfBytes(6 * 1024 * 1024 + 1)
    const cases: [code: string, bytes: Buffer, type: string][] = [
      [taken, small, 'image/png'],
      ['unsupported_image_type', small, 'image/jpeg'],
      ['unsupported_image_type', Buffer.from('GIF89a'), 'image/gif'],
      ['unsupported_image_type', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
      ['unsupported_image_type', Buffer.from('%PDF-1.7'), 'image/png'],
      ['invalid_image', Buffer.alloc(0), 'image/png'],
      ['invalid_image', small.subarray(0, -8), 'image/png'],
      ['image_too_large', png(30_000, 30_000), 'image/png'],
      ['image_too_large', large, 'image/png'],
    ]
    for (const [code, bytes, type] of cases) {
      assert.equal(await codeOf(bytesOf(bytes, type)), code, `${type} of ${bytes.length}`)
      assert.equal(await codeOf(formOf({ image: blobOf(bytes, type) })), code, `form of ${type} of ${bytes.length}`)
    }
    assert.equal(await codeOf(formOf({ image: blobOf(small, 'application/octet-stream') })), taken)
    assert.equal(await codeOf(formOf({ image: blobOf(small, 'application/pdf') })), 'unsupported_image_type')
    assert.equal(await codeOf(formOf({ image: blobOf(Buffer.alloc(9_000_000), 'image/png') })), 'image_too_large')
    assert.equal(await codeOf(bytesOf(small, 'image/png'), `${path}?setHint=${'s'.repeat(81)}`), 'invalid_parameter')
  })

  test('in a form of another shape is refused with what the form should hold', async () => {
    const image = blobOf(png(4, 4), 'image/png')
    const messageOf = async (init: RequestInit) => {
      const { status, body } = await running().call(path, init)
      assert.deepEqual([status, body.error.code], [400, 'invalid_body'])
      return body.error.message
    }
    assert.match(await messageOf(formOf({})), /no file in the field image/)
    assert.match(await messageOf(formOf({ photo: image })), /no file in the field image/)
    assert.match(await messageOf(formOf({ image, setHint: 's'.repeat(81) })), /at setHint,/)
    const twice = formOf({ image })
    ;(twice.body as FormData).append('image', image)
    assert.match(await messageOf(twice), /holds image more than once/)
    assert.match(await messageOf(bytesOf('--x--', 'multipart/form-data')), /no boundary/)
    assert.match(await messageOf(bytesOf('no form', 'multipart/form-data; boundary=x')), /does not hold the boundary/)
  })

  test('of another media type, or none, is refused with what came and what is taken', async () => {
    const { call, address, key } = running()
    const messageOf = async (target: string, init: RequestInit) =>
      (await call(target, { method: 'POST', ...init })).body.error.message
    const plain = { body: 'x', headers: { 'content-type': 'text/plain;charset=UTF-8' } }
    assert.equal(
      await messageOf(path, plain),
      'The request body came as Content-Type: text/plain;charset=UTF-8; send application/json, ' +
        'multipart/form-data with the file in the field image, or the file alone as image/png, image/jpeg, image/webp.',
    )
    assert.equal(
      await messageOf('/v1/prices', plain),
      'The request body came as Content-Type: text/plain;charset=UTF-8; send application/json in UTF-8.',
    )
    assert.match(await messageOf('/v1/prices', { body: Buffer.from('{}') }), /came without a Content-Type; send/)
    assert.match(await messageOf('/v1/prices', formOf({ image: 'x' })), /came as Content-Type: multipart\/form-data/)
    assert.match(
      await messageOf('/v1/prices', bytesOf('x', 'image/png')),
      /came as Content-Type: image\/png; send application\/json/,
    )
    assert.match(await messageOf('/v1/prices', bytesOf('{}', 'application/json; charset=latin1')), /in UTF-8/)
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Length: 2\r\n`
    const two = await sendRaw(address, `${head}Content-Type: image/png\r\nContent-Type: application/json\r\n\r\n{}`)
    assert.match(two, /with more than one Content-Type/)
    const long = await messageOf(path, bytesOf('x', `text/${'x'.repeat(5_000)}`))
    assert.ok(long.length < 300)
  })

  test('in garbled forms is taken or refused with a code, and the service goes on', async () => {
    const { call } = running()
    const boundary = 'b0undary'
    const sound = Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="setHint"\r\n\r\nbase-set\r\n`),
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="c.png"\r\n` +
          `Content-Type: image/png\r\n\r\n`,
      ),
      png(4, 4),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const random = createRandom(20_261_124)
    const pick = random.below
    const pieces = [
      '\r\n',
      `--${boundary}`,
      `\r\n--${boundary}--`,
      '"',
      ';',
      'Content-Type: multipart/mixed; boundary=x\r\n',
      '\0',
      '--',
      ': ',
    ]
    const codes = new Set<string>()
    for (let round = 0; round < scaled(60, 300); round++) {
      let body: Buffer = Buffer.from(sound)
      for (let change = pick(3); change >= 0; change--) {
        const at = pick(body.length)
        const piece = Buffer.from(pieces[pick(pieces.length)] as string)
        const to = Math.min(body.length, at + pick(40))
        const part = [piece, body.subarray(at, to), Buffer.from([pick(256)])][pick(3)] as Buffer
        body = [
          body.subarray(0, at),
          Buffer.concat([body.subarray(0, at), part, body.subarray(at)]),
          Buffer.concat([body.subarray(0, at), part, body.subarray(to)]),
        ][pick(3)] as Buffer
      }
      const { status, body: answer } = await call(path, bytesOf(body, `multipart/form-data; boundary=${boundary}`))
      codes.add(`${status} ${answer.error.code}`)
    }
    assert.deepEqual(
      [...codes].filter(
        (code) =>
          !/^(503 service_unavailable|400 (invalid_body|invalid_image|image_too_large|unsupported_image_type))$/.test(
            code,
          ),
      ),
      [],
    )
    assert.ok(codes.size >= 3, [...codes].join())
    assert.equal((await call('/v1/usage')).status, 200)
  })

  test('takes no more memory than its kind may have, and is refused before it is sent where it is larger', async () => {
    const { address, key } = running()
    const head = (type: string, rest: string) =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${type}\r\n${rest}\r\n\r\n`
    for (const [type, limit] of [
      ['image/png', 6 * 1024 * 1024],
      ['multipart/form-data; boundary=x', 6 * 1024 * 1024 + 64 * 1024],
    ] as const) {
      const declared = readRaw(await sendRaw(address, head(type, `Content-Length: ${limit + 1}`)))
      assert.deepEqual([declared.status, declared.code], [400, 'image_too_large'], type)
      const waiting = await sendRaw(address, head(type, `Content-Length: ${limit}\r\nExpect: 100-continue`))
      assert.match(waiting, /^HTTP\/1\.1 100 /)
    }
    const other = readRaw(await sendRaw(address, head('text/plain', 'Content-Length: 6000000\r\nExpect: 100-continue')))
    assert.deepEqual([other.status, other.code], [400, 'invalid_body'])
  })
})
