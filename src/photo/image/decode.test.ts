import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { drawNoise, encode, types } from '../../../test/support/photos/drawn.ts'
import { createRandom } from '../../../test/support/photos/random.ts'
import { interlacedPng, jpegSegment } from '../../../test/support/pictures.ts'
import { checkImage } from '../../identification/check-image.ts'
import type { PhotoType } from '../../identification/ports.ts'
import { decode } from './decode.ts'

const noise = (width: number, height: number) => drawNoise(createRandom(1), width, height)
const encoded = async (type: PhotoType, width = 320, height = 440): Promise<Buffer> =>
  (await encode(noise(width, height), type)).bytes
const check = (bytes: Uint8Array, type: PhotoType) => checkImage({ bytes, type }, async () => {})

describe('a picture that is what it says', () => {
  for (const type of types) {
    test(`decodes to three bytes a pixel: ${type}`, async () => {
      const { width, height, data } = await decode(await encoded(type))
      assert.deepEqual([width, height, data.length], [320, 440, 320 * 440 * 3])
    })
  }
  test('progressive, grey, four-colour, 16-bit and transparent pictures pass', async () => {
    const pictures: [Buffer, PhotoType][] = [
      [await noise(96, 128).jpeg({ progressive: true }).toBuffer(), 'image/jpeg'],
      [await noise(96, 128).grayscale().jpeg().toBuffer(), 'image/jpeg'],
      [await noise(96, 128).toColourspace('cmyk').jpeg().toBuffer(), 'image/jpeg'],
      [await noise(96, 128).toColourspace('rgb16').png().toBuffer(), 'image/png'],
      [await noise(96, 128).ensureAlpha(0.4).webp({ lossless: true }).toBuffer(), 'image/webp'],
      [await noise(96, 128).ensureAlpha(0.4).png({ palette: true }).toBuffer(), 'image/png'],
    ]
    for (const [bytes, type] of pictures) {
      assert.deepEqual(await check(bytes, type), { width: 96, height: 128 })
      assert.equal((await decode(bytes)).data.length, 96 * 128 * 3)
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
      const angle =
        orientation === 6 ? 270 : orientation === 8 ? 90 : orientation === 5 ? 270 : orientation === 7 ? 90 : back
      const bytes = await sharp(turned).rotate(angle).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
      const { data, width, height } = await decode(bytes)
      assert.deepEqual([width, height], [60, 40], `orientation ${orientation}`)
      assert.ok((data[(3 * 60 + 3) * 3] ?? 0) > 200, `orientation ${orientation} is not upright`)
    }
  })
  test('broken EXIF does no harm', async () => {
    const bytes = await encoded('image/jpeg')
    const exif = Buffer.concat([Buffer.from('Exif\0\0MM\0*'), Buffer.alloc(300, 0xff)])
    const spoilt = Buffer.concat([bytes.subarray(0, 2), jpegSegment(0xe1, exif), bytes.subarray(2)])
    await check(spoilt, 'image/jpeg')
    assert.equal((await decode(spoilt)).width, 320)
  })
})

describe('a picture that is damaged', () => {
  test('cut short at any tenth it is refused, by the check or by the decoder', async () => {
    for (const type of types) {
      const whole = await encoded(type)
      for (let tenth = 1; tenth <= 9; tenth++) {
        const bytes = whole.subarray(0, Math.floor((whole.length * tenth) / 10))
        await assert.rejects(
          async () => {
            await check(bytes, type)
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
    await check(spoilt, 'image/png')
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
          await check(bytes, type)
          await decode(bytes)
        } catch (error) {
          assert.match(String(Object(error).code), /^(invalid_image|image_too_large|unsupported_image_type)$/)
        }
      }
    }
  })
})

test('a picture for which the machine has no time is not called damaged', async () => {
  const large = await interlacedPng(6300, 6300)
  assert.deepEqual(await check(large, 'image/png'), { width: 6300, height: 6300 })
  await assert.rejects(decode(large, 1), { code: 'service_busy', retryAfterSeconds: 1 })
})

test('no other decoder of the image library can be reached', async () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64"/></svg>',
  )
  const tiff = Buffer.from('49492a00080000000000', 'hex')
  for (const bytes of [gif, svg, tiff]) await assert.rejects(decode(bytes), { code: 'invalid_image' })
})
