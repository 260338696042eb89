import sharp from 'sharp'
import { drawCard, drawNoise, type Encoded, encode, types } from '../../test/support/photos/drawn.ts'
import { readPhotos } from '../../test/support/photos/labelled.ts'
import type { Random } from '../../test/support/photos/random.ts'

/**
 * What the mutations start from. Reading takes most of a second and decoding next to nothing, so half of them are too
 * narrow for text and the rest small, that thousands end within half an hour; a few photos are there in full.
 */
export const createSources = async (random: Random): Promise<readonly [Encoded, ...Encoded[]]> => {
  const photos = readPhotos()
  const small = photos.map(({ picture }, i) => {
    const side = 160 + random.below(200)
    return encode(
      sharp(picture.bytes).autoOrient().resize({ width: side, height: side, fit: 'inside' }),
      types[i % 3] ?? types[0],
    )
  })
  const drawn = Array.from({ length: 12 }, (_, i) => encode(drawCard(i, 120 + 20 * i), types[i % 3] ?? types[0]))
  const cards = await Promise.all([...drawn, ...small])
  const narrow = await Promise.all(
    cards.map((card, i) => {
      const strip = { width: 20, height: 60 + random.below(400), fit: 'fill' } as const
      return encode(
        i % 4 === 0 ? drawNoise(random, 20, 200) : sharp(card.bytes).resize(strip),
        types[random.below(3)] ?? types[0],
      )
    }),
  )
  const full = photos.filter((_, i) => i % 20 === 0).map(({ picture }) => picture)
  return [...cards, ...narrow, ...full] as unknown as readonly [Encoded, ...Encoded[]]
}
