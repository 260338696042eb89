import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fetchUnlessBusy } from '../support/fetch-unless-busy.ts'
import { createOddPictures } from '../support/odd-pictures.ts'
import { drawCard, drawNoise, type Encoded, encode, types } from '../support/photos/drawn.ts'
import { type Mutant, mutate } from '../support/photos/mutate.ts'
import { createRandom } from '../support/photos/random.ts'
import { ended, startServer } from '../support/process.ts'
import { useService } from '../support/service.ts'
import { tempFolder } from '../support/temp.ts'

/** The short form of `npm run prove:photos` takes the same pictures on every run. */
const seed = 20_261_121

const dataUrl = ({ bytes, type }: Encoded): string => `data:${type};base64,${bytes.toString('base64')}`

// Drawn before a reader is started: it shuts off the loader of drawings for the whole process.
const cards = await Promise.all([0, 1].map((i) => encode(drawCard(i, 250), types[i] ?? types[0])))
// Most too small for text, so that they are decoded but need no reading, which takes half a second.
const specks = await Promise.all(
  Array.from({ length: 9 }, (_, i) => encode(drawNoise(createRandom(i), 20, 28), types[i % 3] ?? types[0])),
)
const small = [await encode(drawCard(3, 120), 'image/webp'), ...specks] as const

describe('POST /v1/identify-image with the reader', () => {
  const running = useService({ env: { OCR_WORKERS: '1' } })
  const headers = { 'content-type': 'application/json' }
  const send = (body: string | Buffer) =>
    running().call('/v1/identify-image', { method: 'POST', headers, body: String(body) })
  const sendPicture = (imageDataUrl: string) => send(JSON.stringify({ imageDataUrl }))

  test('each kind of bad picture has its code, odd ones are read, and the next request is fine', async () => {
    for (const { name, code, imageDataUrl } of await createOddPictures()) {
      const { status, body } = await sendPicture(imageDataUrl)
      assert.deepEqual([status, body.error?.code ?? null], code === null ? [200, null] : [400, code], name)
    }
    assert.equal((await sendPicture(dataUrl(cards[0] as Encoded))).status, 200)
  })

  test('a picture of a card says how sure name and printing are, what to do, and lists no further cards', async () => {
    const { ocr, cards: placed } = (await sendPicture(dataUrl(cards[0] as Encoded))).body
    assert.deepEqual(Object.keys(ocr), [
      'text',
      'confidence',
      'nameConfidence',
      'printingConfidence',
      'advice',
      'evidence',
      'suggested',
    ])
    assert.deepEqual(Object.keys(ocr.suggested), [
      ...['name', 'cardNumber', 'query', 'language'],
      ...['condition', 'variant', 'certificate'],
    ])
    const isTaken = Math.min(ocr.confidence, ocr.printingConfidence) >= 80
    assert.equal(ocr.advice === 'take', isTaken)
    assert.deepEqual(placed, [])
  })

  test('valid JSON in any form is read and any other body refused, however long its picture', async () => {
    const picture = dataUrl(await encode(drawNoise(createRandom(seed), 20, 1800), 'image/png'))
    assert.ok(picture.length > 100_000)
    const cases: [body: string, code: string | null][] = [
      [`{"imageDataUrl":"${picture}"}`, null],
      [`{ "setHint" : "a \\"b\\"", "imageDataUrl" :\n"${picture.replaceAll('/', '\\/')}" }`, null],
      [`{"imageDataUrl":"x","imageDataUrl":"${picture}"}`, null],
      [`{"imageDataUrl":"${picture}","imageDataUrl":"x"}`, 'invalid_image'],
      [`{"imageDataUrl":"${picture}","other":"${picture}"}`, null],
      [`{"other":"${picture}","imageDataUrl":"x"}`, 'invalid_image'],
      [`{"imageDataUrl":{"url":"${picture}"}}`, 'invalid_body'],
      [`{"imageDataUrl":["${picture}"]}`, 'invalid_body'],
      [`{"imageDataUrl":"","setHint":"${picture}"}`, 'invalid_body'],
      [`{"${picture}":"x"}`, 'invalid_body'],
      [`{"imageDataUrl":"${picture}\n"}`, 'invalid_body'],
      [`{"imageDataUrl":"${picture}`, 'invalid_body'],
      [`{"imageDataUrl":"${picture}"`, 'invalid_body'],
      [`{"imageDataUrl":"${picture}é"}`, 'invalid_image'],
      [`{"imageDataUrl":"${picture.slice(0, 70_000)}!${picture.slice(70_001)}"}`, 'invalid_image'],
      [`{"imageDataUrl":"${picture.slice(0, 70_000)}-${picture.slice(70_001)}"}`, 'invalid_image'],
    ]
    for (const [body, code] of cases) {
      const reply = await send(body)
      assert.equal(reply.body.error?.code ?? null, code, `${body.slice(0, 40)}…${body.slice(-40)}`)
    }
  })

  test('mutated pictures are read or refused with a code; a card has one answer throughout', async () => {
    const answers = async () => {
      const bodies: unknown[] = []
      for (const card of cards) {
        const { identification, ...rest } = (await sendPicture(dataUrl(card))).body
        bodies.push({ ...rest, identification: identification && { ...identification, fetchedAt: '', cacheHit: true } })
      }
      return bodies
    }
    const before = await answers()
    const statuses = new Set<number>()
    for (let number = 0; number < 30; number++) {
      const { body, how }: Mutant = await mutate(small, createRandom(seed, number))
      const reply = await send(body)
      statuses.add(reply.status)
      const code = reply.status === 200 ? 'none' : reply.body.error.code
      assert.match(
        code,
        /^(none|invalid_body|invalid_image|image_too_large|unsupported_image_type)$/,
        `${number}: ${how}`,
      )
    }
    assert.deepEqual([...statuses].sort(), [200, 400])
    assert.deepEqual(await answers(), before)
  })
})

test('turned off, or not needed yet, nothing of the reader is loaded', async (t) => {
  if (!existsSync('/proc/self/maps')) return t.skip('only Linux shows what a process has loaded')
  for (const env of [{ OCR_WORKERS: '0' }, { OCR_WORKERS: '1', OCR_START: 'lazy' }]) {
    const { child, address, key } = await startServer({
      DATA_DIR: join(tempFolder(t), 'data'),
      LOG_LEVEL: 'silent',
      ...env,
    })
    t.after(() => child.kill('SIGKILL'))
    const loaded = () => /onnxruntime|libvips|sharp/.test(readFileSync(`/proc/${child.pid}/maps`, 'utf8'))
    assert.equal(loaded(), false)
    const imageDataUrl = dataUrl(specks[0] as Encoded)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const isOff = env.OCR_WORKERS === '0'
    const send = isOff ? fetch : fetchUnlessBusy
    const body = JSON.stringify({ imageDataUrl })
    const { status } = await send(`${address}/v1/identify-image`, { method: 'POST', headers, body })
    assert.deepEqual([status, loaded()], isOff ? [503, false] : [200, true])
    child.kill('SIGTERM')
    assert.equal(await ended(child), 0)
  }
})
