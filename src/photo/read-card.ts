import { fingerprintOf } from './image/fingerprint.ts'
import type { Picture } from './image/raster.ts'
import { bestLook, type ReaderParts } from './look.ts'
import { memoizeLexicon } from './match/lexicon.ts'
import { toReading } from './match/to-reading.ts'
import type { FullPhotoReading } from './reading.ts'

/** A picture this narrow holds no text. */
const smallestSide = 24

const nothingRead: FullPhotoReading = {
  text: '',
  confidence: 0,
  nameConfidence: 0,
  numberConfidence: 0,
  lines: [],
  card: { name: null, isListed: false, number: null, language: null },
  cards: [],
}

/** Reads a decoded picture; without a lexicon it suggests from the text alone. */
export const readCard = async ({ models, lexicon }: ReaderParts, picture: Picture): Promise<FullPhotoReading> => {
  if (Math.min(picture.width, picture.height) < smallestSide) return nothingRead
  const known = lexicon && memoizeLexicon(lexicon)
  const look = await bestLook({ models, lexicon: known }, picture)
  if (!look) return nothingRead
  const artwork = look.isCard ? { artwork: fingerprintOf(picture, look.quad) } : {}
  return { ...toReading(look, known), ...artwork, cards: [] }
}
