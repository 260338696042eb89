import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Check } from 'typebox/value'
import { bareJpeg, bareWebp, dataUrlOf, png, pngOfBytes } from '../../test/support/pictures.ts'
import { ServiceError } from '../contract/errors.ts'
import { identificationEndpoints, imageLimitBytes } from '../contract/identification.ts'
import { readImageDataUrl } from './image-data-url.ts'

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
      ['image/jpeg', bareJpeg(300, 400)],
      ['image/webp', bareWebp(300, 400)],
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
    for (const text of [
      '',
      'AAAA',
      'data:image/gif;base64,AAAA',
      'data:image/png;base64,A-_A',
      `${largest}${'A'.repeat(256)}`,
    ])
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

  test('takes 6 MiB and 40 megapixels', async () => {
    assert.equal(await codeOf(url('image/png', pngOfBytes(imageLimitBytes))), null)
    assert.equal(await codeOf(url('image/png', png(8000, 5000))), null)
  })

  test('refuses pictures that are cut off, wherever', async () => {
    for (const [type, bytes] of [
      ['image/png', png(30, 40)],
      ['image/jpeg', bareJpeg(30, 40)],
      ['image/webp', bareWebp(30, 40)],
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
                ? bareJpeg(3, 4).subarray(0, 12)
                : bareWebp(3, 4).subarray(0, 20)
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
