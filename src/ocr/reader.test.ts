import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import type { Photo } from '../identification/ports.ts'
import { packLexicon } from './lexicon.ts'
import { createCardReader } from './pool.ts'

const shared = process.env.SHARED_DIR ?? fileURLToPath(new URL('../../../shared', import.meta.url))
const photos = existsSync(`${shared}/photos/labels.json`) ? `${shared}/photos` : null
const skip = photos === null ? 'the labelled photos are not beside the repository' : false

const lexicon = packLexicon([
  { name: 'Luxray', number: '071/193' },
  { name: 'Refute', number: null },
  { name: 'Llanowar Elves', number: '182' },
  { name: 'Charizard', number: '3/110' },
])
const reader = createCardReader({ workers: 1, lexicon })
after(() => reader.close())

const jpeg = async (picture: Sharp): Promise<Photo> => ({ bytes: await picture.jpeg().toBuffer(), type: 'image/jpeg' })
const photo = (file: string) => sharp(readFileSync(`${photos}/${file}`))

describe('reading with the models', () => {
  test('an empty picture has no text, no confidence and no suggestion', async () => {
    const plain = await jpeg(sharp({ create: { width: 600, height: 800, channels: 3, background: '#7a8a99' } }))
    assert.deepEqual(await reader.read(plain), {
      text: '',
      confidence: 0,
      lines: [],
      suggested: { name: null, cardNumber: null, query: null },
    })
  })
  test('pictures of a pixel or a thread are no trouble', async () => {
    for (const [width, height] of [
      [1, 1],
      [1, 900],
      [4000, 3],
      [30, 30],
    ] as const) {
      const tiny = await jpeg(sharp({ create: { width, height, channels: 3, background: '#fff' } }))
      assert.equal((await reader.read(tiny)).confidence, 0)
    }
  })
  test('a photo gives name, number and query, and the same again after others', { skip }, async () => {
    const luxray = await jpeg(photo('pk-luxray.jpg'))
    const first = await reader.read(luxray)
    assert.deepEqual(first.suggested, { name: 'Luxray', cardNumber: '071/193', query: 'Luxray 071/193' })
    assert.ok(first.confidence >= 80, String(first.confidence))
    assert.match(first.text, /Luxray/)
    for (const file of ['mg-s-llanowar.jpg', 'nasty-flower.jpg', 'mg-refute-cam-left.jpg'])
      await reader.read(await jpeg(photo(file)))
    assert.deepEqual(await reader.read(luxray), first)
  })
  test('a card is read at any angle and on its head', { skip }, async () => {
    for (const angle of [90, 180, 270, 205]) {
      const { suggested } = await reader.read(await jpeg(photo('mg-s-llanowar.jpg').rotate(angle, { background: '#556' })))
      assert.deepEqual([suggested.name, suggested.cardNumber], ['Llanowar Elves', '182/249'], `at ${angle}°`)
    }
  })
  test('what is no card has a low confidence', { skip }, async () => {
    assert.ok((await reader.read(await jpeg(photo('nasty-flower.jpg')))).confidence < 40)
  })
  test('without a lexicon the text alone suggests', { skip }, async () => {
    reader.useLexicon(null)
    const { suggested } = await reader.read(await jpeg(photo('pk-luxray.jpg')))
    reader.useLexicon(lexicon)
    assert.deepEqual([suggested.name, suggested.cardNumber], ['Luxray', '071/193'])
  })
})
