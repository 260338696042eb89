import { findCard } from './image/find-card.ts'
import { fingerprintOf } from './image/fingerprint.ts'
import { signedArea } from './image/geometry.ts'
import type { Picture } from './image/raster.ts'
import { bestLook, type Look, type ReaderParts } from './look.ts'
import { memoizeLexicon } from './match/lexicon.ts'
import { toReading } from './match/to-reading.ts'
import { reporting } from './match/weights.ts'
import type { FullPhotoReading } from './reading.ts'
import { readCards } from './several/read-cards.ts'
import { withLabel } from './slab/look-at-label.ts'

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

/** Set by hand on pages made of the labelled development pictures (`npm run eval:pages`). */
const parameters = {
  /** A card that fills less of its picture may have others beside it that show no outline. */
  minShare: 0.12,
  /** A title lower than this share of its card is that of a smaller one: what was taken for the card is a page. */
  minTitleHeight: 0.0255,
} as const

const isSmall = ({ isCard, quad }: Look, { width, height }: Picture): boolean =>
  isCard && signedArea(quad) < parameters.minShare * width * height

const isOfSmallerCard = ({ isCard, match }: Look): boolean =>
  isCard && match.known && match.title.every((line) => line.height < parameters.minTitleHeight)

/** The cards of a picture that holds several after all, though its outlines did not say so. */
const readOthers = async (parts: ReaderParts, picture: Picture, look: Look): Promise<FullPhotoReading['cards']> => {
  if (look.amongOthers || isOfSmallerCard(look)) return readCards(parts, picture)
  return isSmall(look, picture) ? readCards(parts, picture, look.quad) : []
}

/** Reads a decoded picture; without a lexicon it suggests from the text alone. */
export const readCard = async ({ models, lexicon }: ReaderParts, picture: Picture): Promise<FullPhotoReading> => {
  if (Math.min(picture.width, picture.height) < smallestSide) return nothingRead
  const parts = { models, lexicon: lexicon && memoizeLexicon(lexicon) }
  const found = findCard(picture)
  const cards = found?.amongOthers ? await readCards(parts, picture) : []
  if (cards.length > 0) return ofSeveral(cards)
  const look = await bestLook(parts, picture, found)
  if (!look) return nothingRead
  const others = found?.amongOthers ? [] : await readOthers(parts, picture, look)
  if (others.length > 0) return ofSeveral(others)
  const labelled = await withLabel(parts, picture, look)
  const artwork = look.isCard ? { artwork: fingerprintOf(picture, look.quad) } : {}
  return { ...toReading(labelled, parts.lexicon), ...artwork, cards: [] }
}

/** The most prominent card speaks for all, but which of them was meant is not known. */
const ofSeveral = (cards: FullPhotoReading['cards']): FullPhotoReading => {
  const { box: _, ...first } = cards.reduce((a, b) => (prominenceOf(b) > prominenceOf(a) ? b : a))
  return { ...first, confidence: Math.min(first.confidence, reporting.maxAmongSeveral), cards }
}

const prominenceOf = ({ box, confidence }: FullPhotoReading['cards'][number]): number =>
  box.width * box.height * (1 + confidence)
