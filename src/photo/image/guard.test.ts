import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { jpegSegment, png, pngChunk } from '../../../test/support/pictures.ts'
import type { Photo } from '../../identification/ports.ts'
import type { ReaderErrorCode } from '../reading.ts'
import { decode } from './decode.ts'
import { guard, typeOf } from './guard.ts'

const noise = (width: number, height: number) => {
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < data.length; i++) data[i] = (i * 7919) % 251
  return sharp(data, { raw: { width, height, channels: 3 } })
}
const encoded = async (type: Photo['type'], width = 320, height = 440): Promise<Buffer> => {
  const picture = noise(width, height)
  return type === 'image/png'
    ? picture.png().toBuffer()
    : type === 'image/jpeg'
      ? picture.jpeg().toBuffer()
      : picture.webp().toBuffer()
}
const types = ['image/png', 'image/jpeg', 'image/webp'] as const

const refuses = (code: ReaderErrorCode, bytes: Uint8Array, type: Photo['type']): void => {
  const before = performance.now()
  assert.throws(() => guard({ bytes, type }), { code })
  assert.ok(performance.now() - before < 100, 'the refusal took 100 ms or more')
}

describe('a picture that is what it says', () => {
  for (const type of types) {
    test(`${type}: its size is read from the header and it decodes`, async () => {
      const bytes = await encoded(type)
      assert.equal(typeOf(bytes), type)
      assert.deepEqual(guard({ bytes, type }), { width: 320, height: 440 })
      const picture = await decode(bytes)
      assert.deepEqual([picture.width, picture.height, picture.data.length], [320, 440, 320 * 440 * 3])
    })
  }
  test('progressive, grey, four-colour, 16-bit and transparent pictures pass', async () => {
    const pictures: [Buffer, Photo['type']][] = [
      [await noise(300, 400).jpeg({ progressive: true }).toBuffer(), 'image/jpeg'],
      [await noise(300, 400).grayscale().jpeg().toBuffer(), 'image/jpeg'],
      [await noise(300, 400).toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg'],
      [await noise(300, 400).toColourspace('rgb16').png().toBuffer(), 'image/png'],
      [await noise(300, 400).ensureAlpha(0.4).webp({ lossless: true }).toBuffer(), 'image/webp'],
      [await noise(300, 400).ensureAlpha(0.4).png({ palette: true }).toBuffer(), 'image/png'],
    ]
    for (const [bytes, type] of pictures) {
      assert.deepEqual(guard({ bytes, type }), { width: 300, height: 400 })
      assert.equal((await decode(bytes)).data.length, 300 * 400 * 3)
    }
  })
  test('all eight EXIF orientations come out upright', async () => {
    const mark = Buffer.alloc(60 * 40 * 3, 20)
    for (let y = 0; y < 10; y++) mark.fill(240, y * 60 * 3, (y * 60 + 15) * 3)
    const upright = sharp(mark, { raw: { width: 60, height: 40, channels: 3 } })
    const stored = [0, 0, 0, 180, 180, 90, 270, 90, 90]
    for (let orientation = 1; orientation <= 8; orientation++) {
      const flips = [2, 4, 5, 7].includes(orientation)
      const turned = await (flips ? upright.clone().flop() : upright.clone()).png().toBuffer()
      const back = (360 - (stored[orientation] ?? 0)) % 360
      const angle = orientation === 6 ? 270 : orientation === 8 ? 90 : orientation === 5 ? 270 : orientation === 7 ? 90 : back
      const bytes = await sharp(turned).rotate(angle).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
      const { data, width, height } = await decode(bytes)
      assert.deepEqual([width, height], [60, 40], `orientation ${orientation}`)
      assert.ok((data[(3 * 60 + 3) * 3] ?? 0) > 200, `orientation ${orientation} is not upright`)
    }
  })
  test('an HDR photo may carry its second picture behind the end when it says so', async () => {
    const bytes = await encoded('image/jpeg')
    const marked = Buffer.concat([
      bytes.subarray(0, 2),
      jpegSegment(0xe2, Buffer.from('MPF\0....')),
      bytes.subarray(2),
      Buffer.alloc(200_000, 1),
    ])
    assert.deepEqual(guard({ bytes: marked, type: 'image/jpeg' }), { width: 320, height: 440 })
  })
  test('broken EXIF does no harm', async () => {
    const bytes = await encoded('image/jpeg')
    const exif = Buffer.concat([Buffer.from('Exif\0\0MM\0*'), Buffer.alloc(300, 0xff)])
    const spoilt = Buffer.concat([bytes.subarray(0, 2), jpegSegment(0xe1, exif), bytes.subarray(2)])
    guard({ bytes: spoilt, type: 'image/jpeg' })
    assert.equal((await decode(spoilt)).width, 320)
  })
})

describe('a picture that is not', () => {
  test('other formats are refused by their first bytes, whatever they are declared as', () => {
    const others = [
      'GIF89a',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'II*\0',
      '%PDF-1.7',
      '\0\0\0\x18ftypheic',
      '\0\0\x01\0',
      'BM',
      'PK\x03\x04',
    ]
    for (const start of others)
      for (const type of types) refuses('unsupported_image_type', Buffer.from(start.padEnd(64, '\0'), 'latin1'), type)
  })
  test('each type under the name of another is refused', async () => {
    for (const real of types)
      for (const said of types) if (said !== real) refuses('unsupported_image_type', await encoded(real), said)
  })
  test('nothing at all is refused', () => refuses('invalid_image', new Uint8Array(), 'image/png'))
  test('moving pictures are refused', async () => {
    refuses('unsupported_image_type', png(64, 64, pngChunk('acTL', Buffer.alloc(8))), 'image/png')
    const film = await sharp(Buffer.alloc(64 * 128 * 3).fill(200, 64 * 64 * 3), {
      raw: { width: 64, height: 128, channels: 3, pageHeight: 64 },
    })
      .webp({ loop: 0 })
      .toBuffer()
    refuses('unsupported_image_type', film, 'image/webp')
  })
})

describe('a picture that would cost too much', () => {
  test('sizes beyond the limits are refused from the header alone', () => {
    refuses('image_too_large', png(65_535, 1), 'image/png')
    refuses('image_too_large', png(30_000, 30_000), 'image/png')
    refuses('image_too_large', png(8000, 5001), 'image/png')
  })
  test('ballast beside the pixels is refused', async () => {
    refuses('invalid_image', png(64, 64, pngChunk('zTXt', Buffer.alloc(1_100_000))), 'image/png')
    refuses('invalid_image', png(64, 64, pngChunk('iCCP', Buffer.alloc(2_000_000))), 'image/png')
    const jpeg = await encoded('image/jpeg')
    const profile = Array.from({ length: 20 }, () => jpegSegment(0xe2, Buffer.alloc(65_000)))
    refuses('invalid_image', Buffer.concat([jpeg.subarray(0, 2), ...profile, jpeg.subarray(2)]), 'image/jpeg')
  })
  test('a JPEG of thousands of scans is refused', async () => {
    const jpeg = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#456' } })
      .jpeg({ progressive: true })
      .toBuffer()
    const scan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
    const scans = Array.from({ length: 3000 }, () => jpeg.subarray(scan, jpeg.length - 2))
    refuses('invalid_image', Buffer.concat([jpeg.subarray(0, scan), ...scans, Buffer.from([0xff, 0xd9])]), 'image/jpeg')
  })
  test('a file of six megabytes of markers is judged within the time', () => {
    const tiny = Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      jpegSegment(0xda, Buffer.alloc(6)),
      Buffer.alloc(6_000_000, Buffer.from([0xff, 0x00])),
    ])
    refuses('invalid_image', tiny, 'image/jpeg')
    refuses('invalid_image', png(64, 64, ...Array.from({ length: 30_000 }, () => pngChunk('IDAT', Buffer.alloc(0)))), 'image/png')
  })
  test('something large hidden behind the end is refused', async () => {
    for (const type of types) refuses('invalid_image', Buffer.concat([await encoded(type), Buffer.alloc(70_000, 80)]), type)
  })
})

describe('a picture that is damaged', () => {
  test('cut short at any tenth it is refused, by the guard or by the decoder', async () => {
    for (const type of types) {
      const whole = await encoded(type)
      for (let tenth = 1; tenth <= 9; tenth++) {
        const bytes = whole.subarray(0, Math.floor((whole.length * tenth) / 10))
        await assert.rejects(
          async () => {
            guard({ bytes, type })
            await decode(bytes)
          },
          { code: 'invalid_image' },
          `${type} at ${tenth} tenths`,
        )
      }
    }
  })
  test('spoilt pixels are an error with a code', async () => {
    const whole = await encoded('image/png')
    const spoilt = Buffer.from(whole)
    const pixels = spoilt.indexOf('IDAT') + 12
    spoilt.fill(0x55, pixels, pixels + 40)
    guard({ bytes: spoilt, type: 'image/png' })
    await assert.rejects(decode(spoilt), { code: 'invalid_image' })
  })
  test('changed at random it is read or refused with a code, never anything else', async () => {
    let seed = 1
    const random = () => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
      return seed / 0x80000000
    }
    for (const type of types) {
      const whole = await encoded(type, 96, 128)
      for (let i = 0; i < 120; i++) {
        const bytes = Buffer.from(whole)
        for (let change = 0; change <= i % 9; change++)
          bytes[Math.floor(random() * (i % 2 ? 400 : bytes.length))] = Math.floor(random() * 256)
        try {
          guard({ bytes, type })
          await decode(bytes)
        } catch (error) {
          assert.match(String(Object(error).code), /^(invalid_image|image_too_large|unsupported_image_type)$/)
        }
      }
    }
  })
})

test('no other decoder of the image library can be reached', async () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64"/></svg>')
  const tiff = Buffer.from('49492a00080000000000', 'hex')
  for (const bytes of [gif, svg, tiff]) await assert.rejects(decode(bytes), { code: 'invalid_image' })
})
