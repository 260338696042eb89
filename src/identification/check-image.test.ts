import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { drawNoise, encode, types } from '../../test/support/photos/drawn.ts'
import { createRandom } from '../../test/support/photos/random.ts'
import { jpegSegment, png, pngChunk } from '../../test/support/pictures.ts'
import { checkImage } from './check-image.ts'
import type { PhotoType } from './ports.ts'

const encoded = async (type: PhotoType): Promise<Buffer> =>
  (await encode(drawNoise(createRandom(1), 320, 440), type)).bytes
const check = (bytes: Uint8Array, type: PhotoType, yieldToEventLoop = async () => {}) =>
  checkImage({ bytes, type }, yieldToEventLoop)
const refuses = (code: string, bytes: Uint8Array, type: PhotoType, message = /./) =>
  assert.rejects(check(bytes, type), { code, message })

describe('a picture that is what it says', () => {
  for (const type of types) {
    test(`has its type and size read from its bytes: ${type}`, async () => {
      const bytes = await encoded(type)
      assert.deepEqual(await check(bytes, type), { width: 320, height: 440 })
    })
  }
  test('an HDR photo may carry its second picture behind the end when it says so', async () => {
    const bytes = await encoded('image/jpeg')
    const marked = Buffer.concat([
      bytes.subarray(0, 2),
      jpegSegment(0xe2, Buffer.from('MPF\0....')),
      bytes.subarray(2),
      Buffer.alloc(200_000, 1),
    ])
    assert.deepEqual(await check(marked, 'image/jpeg'), { width: 320, height: 440 })
  })
  test('a JPEG whose scan is longer than a mebibyte is found whole, with one yield a mebibyte', async () => {
    const bytes = await encoded('image/jpeg')
    const scan = Buffer.alloc(3.5 * 1024 * 1024, 7)
    const long = Buffer.concat([bytes.subarray(0, -2), scan, bytes.subarray(-2)])
    let yields = 0
    assert.deepEqual(await check(long, 'image/jpeg', async () => void yields++), { width: 320, height: 440 })
    assert.equal(yields, 3)
  })
})

describe('a picture that is not', () => {
  test('other formats are refused by their first bytes, whatever they are declared as', async () => {
    const others = [
      ...['GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'II*\0', '%PDF-1.7', '\0\0\0\x18ftypheic'],
      ...['\0\0\x01\0', 'BM', 'PK\x03\x04'],
    ]
    for (const start of others)
      for (const type of types)
        await refuses('unsupported_image_type', Buffer.from(start.padEnd(64, '\0'), 'latin1'), type)
  })
  test('each type under the name of another is refused', async () => {
    for (const real of types)
      for (const said of types) if (said !== real) await refuses('unsupported_image_type', await encoded(real), said)
  })
  test('nothing at all is refused', () => refuses('unsupported_image_type', new Uint8Array(), 'image/png'))
  test('moving pictures are refused', async () => {
    await refuses('unsupported_image_type', png(64, 64, pngChunk('acTL', Buffer.alloc(8))), 'image/png')
    const film = await sharp(Buffer.alloc(64 * 128 * 3).fill(200, 64 * 64 * 3), {
      raw: { width: 64, height: 128, channels: 3, pageHeight: 64 },
    })
      .webp({ loop: 0 })
      .toBuffer()
    await refuses('unsupported_image_type', film, 'image/webp')
  })
})

describe('a picture that would cost too much', () => {
  test('sizes beyond the limits are refused from the header alone', async () => {
    await refuses('image_too_large', png(65_535, 1), 'image/png')
    await refuses('image_too_large', png(30_000, 30_000), 'image/png')
    await refuses('image_too_large', png(8000, 5001), 'image/png')
  })
  test('ballast beside the pixels is refused', async () => {
    await refuses(
      'invalid_image',
      png(64, 64, pngChunk('zTXt', Buffer.alloc(1_100_000))),
      'image/png',
      /more than 1 MB besides/,
    )
    await refuses('invalid_image', png(64, 64, pngChunk('iCCP', Buffer.alloc(2_000_000))), 'image/png')
    const jpeg = await encoded('image/jpeg')
    const profile = Array.from({ length: 20 }, () => jpegSegment(0xe2, Buffer.alloc(65_000)))
    await refuses('invalid_image', Buffer.concat([jpeg.subarray(0, 2), ...profile, jpeg.subarray(2)]), 'image/jpeg')
  })
  test('a JPEG of thousands of scans is refused', async () => {
    const jpeg = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#456' } })
      .jpeg({ progressive: true })
      .toBuffer()
    const scan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
    const scans = Array.from({ length: 3000 }, () => jpeg.subarray(scan, jpeg.length - 2))
    await refuses(
      'invalid_image',
      Buffer.concat([jpeg.subarray(0, scan), ...scans, Buffer.from([0xff, 0xd9])]),
      'image/jpeg',
    )
  })
  test('one cut into very many parts is refused', async () => {
    const empty = Array.from({ length: 30_000 }, () => pngChunk('IDAT', Buffer.alloc(0)))
    await refuses('invalid_image', png(64, 64, ...empty), 'image/png', /too many parts/)
    const jpeg = await encoded('image/jpeg')
    const tables = Array.from({ length: 30_000 }, () => jpegSegment(0xc4, Buffer.alloc(0)))
    await refuses(
      'invalid_image',
      Buffer.concat([jpeg.subarray(0, 2), ...tables, jpeg.subarray(2)]),
      'image/jpeg',
      /too many parts/,
    )
  })
  test('unexpected data after the end is refused', async () => {
    for (const type of types)
      await refuses('invalid_image', Buffer.concat([await encoded(type), Buffer.alloc(70_000, 80)]), type)
  })
  test('a side over 12,000 pixels is refused in each type', async () => {
    for (const type of types)
      await refuses('image_too_large', (await encode(drawNoise(createRandom(1), 12_001, 2), type)).bytes, type)
  })
})

describe('a picture that is damaged', () => {
  test('a JPEG that ends within a short segment is refused', async () => {
    const jpeg = await encoded('image/jpeg')
    const comment = jpegSegment(0xfe, Buffer.from([0xff, 0xd9]))
    await refuses(
      'invalid_image',
      Buffer.concat([jpeg.subarray(0, -2), comment, Buffer.from([0xff, 0xe2, 0, 2])]),
      'image/jpeg',
    )
  })
})
