import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { dataUrlOf, png, pngOfBytes } from '../../test/support/pictures.ts'
import { ServiceError } from '../contract/errors.ts'
import { imageLimitBytes } from '../contract/identification.ts'
import { readImageDataUrl } from './image-data-url.ts'

const jpeg = (width: number, height: number): Buffer => {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])
  const tables = Buffer.from([0xff, 0xe0, 0, 4, 0, 0])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), tables, frame, Buffer.from([0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9])])
}
const webp = (kind: string, body: Buffer): Buffer => {
  const data = Buffer.concat([Buffer.from('WEBP'), Buffer.from(kind), Buffer.from([body.length, 0, 0, 0]), body])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from('RIFF'), size, data])
}
const extended = (width: number, height: number): Buffer => {
  const body = Buffer.alloc(18)
  body.writeUIntLE(width - 1, 4, 3)
  body.writeUIntLE(height - 1, 7, 3)
  return webp('VP8X', body)
}
const url = (type: string, bytes: Buffer): string => dataUrlOf(bytes, type)
const read = (text: string, yieldToEventLoop = async () => {}) => readImageDataUrl(text, yieldToEventLoop)
const codeOf = async (text: string): Promise<string | null> => {
  try {
    await read(text)
    return null
  } catch (error) {
    assert.ok(error instanceof ServiceError)
    return error.code
  }
}

describe('readImageDataUrl', () => {
  it('takes PNG, JPEG and WebP, the media type in any case', async () => {
    for (const [type, bytes] of [
      ['image/png', png(300, 400)],
      ['image/jpeg', jpeg(300, 400)],
      ['image/webp', extended(300, 400)],
    ] as const) {
      assert.deepEqual(await read(url(type, bytes)), { bytes: new Uint8Array(bytes), type })
      assert.equal((await read(url(type.toUpperCase(), bytes))).type, type)
    }
  })

  it('refuses what is no complete base64 data URL', async () => {
    const base64 = png(1, 1).toString('base64')
    for (const text of [
      '',
      base64,
      'data:image/png;base64,',
      `data:image/png,${base64}`,
      `data:image/png;base64;${base64}`,
      `data:image/png;base64,${base64.replace(/=*$/, '')}A`,
      `data:image/png;base64,${base64.slice(0, 8)} ${base64.slice(9)}`,
      `data:image/png;base64,${base64.replace(/.$/, '-')}`,
    ]) {
      assert.equal(await codeOf(text), 'invalid_image', text.slice(0, 40))
    }
  })

  it('refuses other types and bytes that are not what was declared', async () => {
    assert.equal(await codeOf(url('image/gif', Buffer.from('GIF89a'))), 'unsupported_image_type')
    assert.equal(await codeOf(url('text/plain', png(1, 1))), 'unsupported_image_type')
    assert.equal(await codeOf(url('image/jpeg', png(1, 1))), 'unsupported_image_type')
    assert.equal(await codeOf(url('image/png', Buffer.from('not a picture'))), 'unsupported_image_type')
  })

  it('refuses more than 6 MiB and more than 40 megapixels', async () => {
    assert.equal(await codeOf(url('image/png', pngOfBytes(imageLimitBytes))), null)
    assert.equal(await codeOf(url('image/png', pngOfBytes(imageLimitBytes + 1))), 'image_too_large')
    for (const [type, bytes] of [
      ['image/png', png(8000, 5001)],
      ['image/jpeg', jpeg(8000, 5001)],
      ['image/webp', extended(8000, 5001)],
    ] as const) {
      assert.equal(await codeOf(url(type, bytes)), 'image_too_large')
    }
    assert.equal(await codeOf(url('image/png', png(8000, 5000))), null)
  })

  it('refuses pictures that are cut off, wherever', async () => {
    for (const [type, bytes] of [
      ['image/png', png(30, 40)],
      ['image/jpeg', jpeg(30, 40)],
      ['image/webp', extended(30, 40)],
    ] as const) {
      for (let length = 0; length < bytes.length; length++) {
        assert.notEqual(await codeOf(url(type, bytes.subarray(0, length))), null, `${type} ${length}`)
      }
    }
  })

  it('answers a code for anything', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 80 }),
        fc.constantFrom('image/png', 'image/jpeg', 'image/webp'),
        async (tail, type) => {
          const start =
            type === 'image/png'
              ? png(3, 4).subarray(0, 33)
              : type === 'image/jpeg'
                ? jpeg(3, 4).subarray(0, 12)
                : extended(3, 4).subarray(0, 20)
          await codeOf(url(type, Buffer.concat([start, tail])))
        },
      ),
      { numRuns: 400 },
    )
  })

  it('yields to the event loop while it decodes megabytes', async () => {
    let yields = 0
    await read(url('image/png', pngOfBytes(imageLimitBytes)), async () => void yields++)
    assert.equal(yields, 11)
  })
})
