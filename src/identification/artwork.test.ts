import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { productsForTests } from '../../test/support/catalog-products.ts'
import { call, catalogOf, identificationOf, pixelUrl } from '../../test/support/identification.ts'
import { createRandom } from '../../test/support/photos/random.ts'
import { photoReading } from '../../test/support/photos/reading.ts'
import type { CatalogProduct } from '../catalog/ports.ts'
import { type ArtworkSource, correlationOf } from './artwork.ts'

const { below } = createRandom(7)
const drawn = (): Uint8Array => Uint8Array.from({ length: 576 }, () => below(256))
/** The same artwork in another light, with noise. */
const photographed = (artwork: Uint8Array, noise = 30): Uint8Array =>
  Uint8Array.from(artwork, (value, at) => Math.max(0, Math.min(255, value * 0.6 + 20 * (at % 3) + below(noise))))
const artworks = { first: drawn(), second: drawn(), third: drawn(), other: drawn() }

const printing = (productId: number, name: string, setId: number, number: string): CatalogProduct => ({
  ...(productsForTests[0] as CatalogProduct),
  productId,
  name,
  number,
  setId,
  setName: `Set ${setId}`,
  setCode: null,
})

const catalog = catalogOf([
  printing(1, 'Magmar', 10, '36/102'),
  printing(2, 'Magmar', 11, '20/130'),
  printing(3, 'Magmar', 12, '44/95'),
  printing(4, 'Magmortar', 10, '8/102'),
  printing(6, 'Zoro', 13, '25/99'),
  printing(7, 'Zoro (Parallel)', 13, '25/99'),
  printing(8, 'Magneton', 11, '36/102'),
])

const sourceOf = (known: Readonly<Record<number, Uint8Array>>): ArtworkSource => ({
  fingerprintsOf: async (productIds) =>
    new Map(productIds.flatMap((productId) => (known[productId] ? [[productId, known[productId]] as const] : []))),
})
const all = {
  1: artworks.first,
  2: artworks.second,
  3: artworks.third,
  4: artworks.other,
  6: artworks.first,
  7: artworks.second,
}

const look = async (
  artwork: Uint8Array | undefined,
  { name = 'Magmar', number }: { name?: string; number?: string } = {},
  known: Readonly<Record<number, Uint8Array>> = { ...all, 8: artworks.other },
) => {
  const card = { name, ...(number === undefined ? {} : { number: { text: number, strength: 'fraction' as const } }) }
  const reading = { ...photoReading({ confidence: 90, card }), ...(artwork && { artwork }) }
  const reader = { read: async () => reading, close: async () => {} }
  const { identifyImage } = identificationOf({ catalog, reader, artwork: sourceOf(known) })
  const { identification } = await identifyImage({ imageDataUrl: pixelUrl }, call)
  const candidates = identification?.candidates ?? []
  return {
    ids: candidates.map(({ productId }) => productId),
    first: candidates[0],
    ambiguous: identification?.ambiguous,
  }
}

test('a fingerprint is itself in any light, and unlike another one', () => {
  assert.ok(correlationOf(artworks.first, photographed(artworks.first)) > 0.95)
  assert.ok(Math.abs(correlationOf(artworks.first, artworks.second)) < 0.3)
  assert.equal(correlationOf(new Uint8Array(576).fill(9), artworks.first), 0)
})

describe('printings of one name whose number was not read', () => {
  test('are ambiguous without pictures', async () => {
    const { first, ambiguous } = await look(undefined)
    assert.deepEqual([first?.productId, ambiguous, first?.matchReasons.includes('artwork_match')], [1, true, false])
  })

  test('are told apart by the picture that the photo is clearly most like', async () => {
    for (const [productId, artwork] of [
      [1, artworks.first],
      [2, artworks.second],
      [3, artworks.third],
    ] as const) {
      const { ids, first, ambiguous } = await look(photographed(artwork))
      assert.deepEqual([first?.productId, ambiguous], [productId, false])
      assert.ok(first?.matchReasons.includes('artwork_match'))
      assert.deepEqual(ids.toSorted(), (await look(undefined)).ids.toSorted())
    }
  })

  test('stay as they were where two pictures are the same, none is like it, or the photo has none', async () => {
    const before = await look(undefined)
    for (const after of [
      await look(photographed(artworks.second), {}, { ...all, 3: photographed(artworks.second, 3) }),
      await look(drawn()),
      await look(new Uint8Array(576)),
      await look(photographed(artworks.second), {}, {}),
      await look(photographed(artworks.second), {}, { 2: artworks.second }),
    ])
      assert.deepEqual([after.ids, after.ambiguous], [before.ids, true])
  })

  test('stay ambiguous where a printing could not be compared, though the likest comes first', async () => {
    const { first, ambiguous } = await look(
      photographed(artworks.second),
      {},
      { 1: artworks.first, 2: artworks.second },
    )
    assert.deepEqual([first?.productId, ambiguous], [2, true])
  })
})

test('a number that was read stands against any picture', async () => {
  const { first } = await look(photographed(artworks.second), { number: '36/102' })
  assert.deepEqual([first?.productId, first?.matchReasons.includes('artwork_match')], [1, false])
})

test('printings that share the number that was read are told apart, a special one too', async () => {
  const given = { name: 'Zoro', number: '25/99' }
  assert.equal((await look(undefined, given)).first?.productId, 6)
  const { first, ids, ambiguous } = await look(photographed(artworks.second), given)
  assert.deepEqual([first?.productId, ids[1], ambiguous], [7, 6, false])
})

test('no picture brings another name first', async () => {
  const { first } = await look(photographed(artworks.other))
  assert.equal(first?.name, 'Magmar')
})
