import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { sharedFolder } from '../../test/support/photos/labelled.ts'
import { scaled } from '../../test/support/scaled.ts'
import { correlationOf } from '../identification/artwork.ts'
import type { Photo } from '../identification/ports.ts'
import { decode } from './image/decode.ts'
import { fingerprintOfWhole } from './image/fingerprint.ts'
import { packLexicon } from './match/lexicon.ts'
import { createCardReader } from './pool/pool.ts'

const shared = sharedFolder()
const photos = shared && `${shared}/photos`
const skip = photos === null ? 'the labelled photos are not beside the repository' : false

const lexicon = packLexicon([
  { name: 'Luxray', number: '071/193' },
  { name: 'Refute', number: null },
  { name: 'Llanowar Elves', number: '182' },
  { name: 'Charizard', number: '3/110' },
  { name: 'Weedle', number: '5/108' },
  { name: 'Pikachu', number: '58/102' },
  { name: 'Charizard Spirit Link', number: '75/108' },
  { name: 'Barrier!!', number: 'OP04-095' },
  { name: 'Twist and Turn', number: null },
])
// What is read is asserted here, not how soon: other work on the machine takes as long as it likes.
const reader = createCardReader({ workers: 1, lexicon, deadlineMs: 60_000 })
after(() => reader.close())

const jpeg = async (picture: Sharp): Promise<Photo> => ({ bytes: await picture.jpeg().toBuffer(), type: 'image/jpeg' })
const photo = (file: string) => sharp(readFileSync(`${photos}/${file}`))

describe('reading with the models', () => {
  test('an empty picture has no text, no confidence and no suggestion', async () => {
    const plain = await jpeg(sharp({ create: { width: 600, height: 800, channels: 3, background: '#7a8a99' } }))
    assert.deepEqual(await reader.read(plain), {
      text: '',
      confidence: 0,
      nameConfidence: 0,
      numberConfidence: 0,
      lines: [],
      card: { name: null, isListed: false, number: null, language: null },
      cards: [],
      cardsOmitted: 0,
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
  test('a worker that is replaced in the middle of its work takes nothing else with it', async () => {
    const hasty = createCardReader({ workers: 1, deadlineMs: 350, start: 'boot' })
    const spots = new Uint8Array(1200 * 1600 * 3).map((_, i) => (i * 7919) % 251)
    const busy = await jpeg(sharp(spots, { raw: { width: 1200, height: 1600, channels: 3 } }))
    for (let time = 0; time < scaled(1, 4); time++) {
      while (!hasty.ready) await new Promise((resolve) => setTimeout(resolve, 20))
      await hasty.read(busy).catch((error) => assert.equal(error.code, 'service_busy'))
    }
    await hasty.close()
  })
  test('the artwork of a photo is that of a scan of the card, and of no other scan', { skip }, async () => {
    const { artwork } = await reader.read(await jpeg(photo('mg-loxodon-photo.jpg')))
    assert.ok(artwork)
    const likeness = async (file: string): Promise<number> =>
      correlationOf(artwork, fingerprintOfWhole(await decode(readFileSync(`${photos}/${file}`))))
    assert.ok((await likeness('mg-loxodon-scan.jpg')) > 0.8)
    assert.ok((await likeness('mg-s-llanowar.jpg')) < 0.5)
  })
  test('a photo gives name, number and query, and the same again after others', { skip }, async () => {
    const luxray = await jpeg(photo('pk-luxray.jpg'))
    const first = await reader.read(luxray)
    assert.deepEqual(first.card, {
      name: 'Luxray',
      isListed: true,
      number: { text: '071/193', strength: 'fraction' },
      isByNumber: false,
      setCode: null,
      language: 'English',
      variant: null,
      slab: null,
    })
    assert.ok(first.confidence >= 80, String(first.confidence))
    assert.equal(first.text.split('\n').filter((line) => line.includes('Luxray')).length, 1)
    await reader.read(await jpeg(photo('mg-s-llanowar.jpg')))
    assert.deepEqual(await reader.read(luxray), first)
  })
  test('the label of a graded card that lies on its head gives grade and certificate', { skip }, async () => {
    const { card } = await reader.read(await jpeg(photo('pk-slab-gyarados-ja.jpg').rotate(180)))
    assert.deepEqual(card.slab, { grade: 'PSA 9', certificate: '86429728' })
  })
  test('every card of a page is read, its box in pixels of the picture as it was sent', { skip }, async () => {
    const files = ['pk-weedle.jpg', 'pk-pikachu-base.jpg', 'pk-charizard-spirit-link.jpg']
    const width = 900
    const cards = await Promise.all(files.map((file) => photo(file).resize(width, 1260, { fit: 'fill' }).toBuffer()))
    const page = sharp({ create: { width: 3000, height: 1420, channels: 3, background: '#2d4a63' } }).composite(
      cards.map((input, at) => ({ input, left: 60 + at * 980, top: 80 })),
    )
    const { card, confidence, cards: read } = await reader.read(await jpeg(page))
    assert.deepEqual(
      read.map(({ card }) => card.name),
      ['Weedle', 'Pikachu', 'Charizard Spirit Link'],
    )
    assert.ok(confidence <= 35 && card.name !== null, `${card.name} at ${confidence}`)
    read.forEach(({ box }, at) => {
      for (const [found, drawn] of [
        [box.x, 60 + at * 980],
        [box.y, 80],
        [box.width, width],
        [box.height, 1260],
      ] as const)
        assert.ok(Math.abs(found - drawn) < 90, JSON.stringify(box))
    })
  })
  test('a card is read at any angle and on its head', { skip }, async () => {
    for (const angle of [90, 180, 270, 205]) {
      const { card } = await reader.read(await jpeg(photo('mg-s-llanowar.jpg').rotate(angle, { background: '#556' })))
      assert.deepEqual([card.name, card.number?.text], ['Llanowar Elves', '182/249'], `at ${angle}°`)
    }
  })
  test('a card that fills its picture, with no edge to see, is surely a card', { skip }, async () => {
    const { card, confidence } = await reader.read(await jpeg(photo('op-barrier.jpg')))
    assert.equal(card.name, 'Barrier!!')
    assert.ok(confidence >= 80, String(confidence))
  })
  test('a photo that lies turned on a plain ground is looked at as a whole when its outline holds nothing to read', {
    skip,
  }, async () => {
    const turned = await jpeg(photo('fab-twist-and-turn.jpg').rotate(-2.5, { background: '#808080' }))
    assert.equal((await reader.read(turned)).card.name, 'Twist and Turn')
  })
  test('what is no card has a low confidence', { skip }, async () => {
    assert.ok((await reader.read(await jpeg(photo('nasty-flower.jpg')))).confidence < 40)
  })
  test('without a lexicon the text alone suggests', { skip }, async () => {
    reader.useLexicon(null)
    const { card } = await reader.read(await jpeg(photo('pk-luxray.jpg')))
    reader.useLexicon(lexicon)
    assert.deepEqual([card.name, card.number?.text], ['Luxray', '071/193'])
  })
})
