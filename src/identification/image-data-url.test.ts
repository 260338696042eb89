import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Check } from 'typebox/value'
import { dataUrlOf, png, pngChunk, pngOfBytes } from '../../test/support/pictures.ts'
import { ServiceError } from '../contract/errors.ts'
import { identificationEndpoints, imageLimitBytes } from '../contract/identification.ts'
import { readImageDataUrl } from './image-data-url.ts'

const jpeg = (width: number, height: number): Buffer => {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])
  const tables = Buffer.from([0xff, 0xe0, 0, 4, 0, 0])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), tables, frame, Buffer.from([0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9])])
}
const webpChunk = (type: string, body: Buffer): Buffer => {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length & 1)])
}
const riff = (...chunks: Buffer[]): Buffer => webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
const canvas = (width: number, height: number): Buffer => {
  const body = Buffer.alloc(10)
  body.writeUIntLE(width - 1, 4, 3)
  body.writeUIntLE(height - 1, 7, 3)
  return webpChunk('VP8X', body)
}
const webp = (width: number, height: number): Buffer => {
  const pixels = Buffer.alloc(5, 0x2f)
  pixels.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  return riff(canvas(width, height), webpChunk('VP8L', pixels))
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
  test('takes PNG, JPEG and WebP, the media type in any case', async () => {
    for (const [type, bytes] of [
      ['image/png', png(300, 400)],
      ['image/jpeg', jpeg(300, 400)],
      ['image/webp', webp(300, 400)],
    ] as const) {
      assert.deepEqual(await read(url(type, bytes)), { bytes: new Uint8Array(bytes), type })
      assert.equal((await read(url(type.toUpperCase(), bytes))).type, type)
    }
  })

  test('the contract tells a validator which URLs these are, and how long they may be', () => {
    const { imageDataUrl } = identificationEndpoints.identifyImage.body.properties
    const largest = url('image/jpeg', Buffer.alloc(imageLimitBytes))
    for (const text of [url('image/webp', png(1, 1)), 'data:image/png;name=a;base64,AAAA', largest])
      assert.ok(Check(imageDataUrl, text), text.slice(0, 40))
    for (const text of ['', 'AAAA', 'data:image/gif;base64,AAAA', 'data:image/png;base64,A-_A', `${largest}${'A'.repeat(256)}`])
      assert.ok(!Check(imageDataUrl, text), text.slice(0, 40))
  })

  test('refuses what is no complete base64 data URL', async () => {
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

  test('refuses other types and bytes that are not what was declared', async () => {
    assert.equal(await codeOf(url('image/gif', Buffer.from('GIF89a'))), 'unsupported_image_type')
    assert.equal(await codeOf(url('text/plain', png(1, 1))), 'unsupported_image_type')
    assert.equal(await codeOf(url('image/jpeg', png(1, 1))), 'unsupported_image_type')
    assert.equal(await codeOf(url('image/png', Buffer.from('not a picture'))), 'unsupported_image_type')
  })

  test('says what bytes are that were declared as something else', async () => {
    for (const [bytes, is] of [
      [png(1, 1), 'image/png'],
      [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1'), 'HEIC; send PNG, JPEG or WebP'],
      [Buffer.from('<!doctype html>'), 'text; send PNG, JPEG or WebP'],
      [Buffer.from('noise'), 'no PNG, JPEG or WebP'],
    ] as const)
      await assert.rejects(read(url('image/jpeg', bytes)), {
        message: `The picture is declared as image/jpeg, and its bytes are ${is}.`,
      })
  })

  test('refuses more than 6 MiB and more than 40 megapixels', async () => {
    assert.equal(await codeOf(url('image/png', pngOfBytes(imageLimitBytes))), null)
    assert.equal(await codeOf(url('image/png', pngOfBytes(imageLimitBytes + 1))), 'image_too_large')
    for (const [type, bytes] of [
      ['image/png', png(8000, 5001)],
      ['image/jpeg', jpeg(8000, 5001)],
      ['image/webp', webp(8000, 5001)],
    ] as const) {
      assert.equal(await codeOf(url(type, bytes)), 'image_too_large')
    }
    assert.equal(await codeOf(url('image/png', png(8000, 5000))), null)
  })

  test('refuses pictures that are cut off, wherever', async () => {
    for (const [type, bytes] of [
      ['image/png', png(30, 40)],
      ['image/jpeg', jpeg(30, 40)],
      ['image/webp', webp(30, 40)],
    ] as const) {
      for (let length = 0; length < bytes.length; length++) {
        assert.notEqual(await codeOf(url(type, bytes.subarray(0, length))), null, `${type} ${length}`)
      }
    }
  })

  test('answers a code for anything', async () => {
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
                : webp(3, 4).subarray(0, 20)
          await codeOf(url(type, Buffer.concat([start, tail])))
        },
      ),
      { numRuns: 400 },
    )
  })

  test('yields to the event loop while it decodes megabytes', async () => {
    let yields = 0
    await read(url('image/png', pngOfBytes(imageLimitBytes)), async () => void yields++)
    assert.equal(yields, 12)
  })
})

/** Counting coverage slows every line down. */
const maxStretchLimitMs = process.env.NODE_V8_COVERAGE === undefined ? 15 : 60

describe('a picture crafted to be slow to check', () => {
  const pixelsStart = jpeg(256, 256).subarray(0, -5)
  const fill = (start: Buffer, ...bytes: number[]) =>
    Buffer.concat([start, Buffer.alloc(imageLimitBytes - start.length, Buffer.from(bytes))])
  const tinyChunks = Buffer.alloc(500_000 * 12, pngChunk('tEXt', Buffer.alloc(0)))
  const emptyChunks = Buffer.alloc(700_000 * 8, webpChunk('EXIF', Buffer.alloc(0)))
  const crafted: [name: string, type: string, bytes: Buffer][] = [
    ['a JPEG of 6 MiB of pixels without an end', 'image/jpeg', fill(pixelsStart, 0)],
    ['a JPEG of 3 million stuffed bytes', 'image/jpeg', fill(pixelsStart, 0xff, 0)],
    ['a JPEG of 6 million fill bytes', 'image/jpeg', fill(Buffer.from([0xff, 0xd8]), 0xff)],
    ['a JPEG of 1.5 million empty tables', 'image/jpeg', fill(Buffer.from([0xff, 0xd8]), 0xff, 0xc4, 0, 2)],
    ['a JPEG of 1.5 million empty scans', 'image/jpeg', fill(pixelsStart, 0xff, 0xda, 0, 2)],
    ['a PNG of 500,000 empty chunks', 'image/png', png(64, 64, tinyChunks)],
    ['a WebP of 700,000 empty chunks', 'image/webp', riff(canvas(256, 256), emptyChunks)],
  ]
  const threadCpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  /** The most processor time of this thread between two yields: wall time would count what other processes take. */
  const maxStretchMs = async (text: string): Promise<number> => {
    let [max, last] = [0, threadCpuMs()]
    const stretchEnds = async () => {
      max = Math.max(max, threadCpuMs() - last)
      last = threadCpuMs()
    }
    await assert.rejects(read(text, stretchEnds), { code: 'invalid_image' })
    await stretchEnds()
    return max
  }
  for (const [name, type, bytes] of crafted) {
    test(`is refused without holding the event loop for 15 ms: ${name}`, async (t) => {
      const text = url(type, bytes)
      const runs: number[] = []
      for (let run = 0; run < 5; run++) runs.push(await maxStretchMs(text))
      t.diagnostic(`longest stretch of each run, in milliseconds: ${runs.map((ms) => ms.toFixed(1)).join(', ')}`)
      // The best of the runs: in the others code is compiled or memory collected.
      assert.ok(Math.min(...runs) < maxStretchLimitMs)
    })
  }
})
