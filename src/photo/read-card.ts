import { findCard } from './image/find-card.ts'
import { fingerprintOf } from './image/fingerprint.ts'
import { signedArea } from './image/geometry.ts'
import type { Picture } from './image/raster.ts'
import { bestLook, type Look, type ReaderParts } from './look.ts'
import { memoizeLexicon } from './match/lexicon.ts'
import { isNameSettled } from './match/settled.ts'
import { toReading } from './match/to-reading.ts'
import { reporting } from './match/weights.ts'
import type { FullPhotoReading } from './reading.ts'
import { readCards, type SeveralCards } from './several/read-cards.ts'
import { withLabel } from './slab/look-at-label.ts'
import { isLabelMark } from './slab/read-label.ts'

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
  cardsOmitted: 0,
}

/** Set by hand on pages made of the labelled development pictures (`npm run eval:pages`). */
const parameters = {
  /** A card that fills less of its picture may have others beside it that show no outline. */
  minShare: 0.12,
  /** A title lower than this share of its card is that of a smaller one: what was taken for the card is a page. */
  minTitleHeight: 0.036,
  minWritingHeight: 0.027,
  /** Letters and confidence of a line that is writing, of which the tallest may be a title. */
  writing: /\p{L}{3}/u,
  minConfidence: 0.7,
} as const

const isSmall = ({ isCard, quad }: Look, { width, height }: Picture): boolean =>
  isCard && signedArea(quad) < parameters.minShare * width * height

/** Whether the title, or where none was found all writing, is too low for that of one card. */
const isOfSmallerCards = ({ match, lines }: Look): boolean => {
  const writing = lines.filter(
    ({ text, confidence }) => confidence >= parameters.minConfidence && parameters.writing.test(text),
  )
  const isTitled = match.known && match.title.length > 0
  const title = isTitled ? match.title : writing
  const least = isTitled ? parameters.minTitleHeight : parameters.minWritingHeight
  return title.length > 0 && title.every(({ height }) => height < least)
}

/** The cards of a picture that holds several after all, though its outlines did not say so. */
const readOthers = async (parts: ReaderParts, picture: Picture, look: Look): Promise<SeveralCards | null> => {
  const areSlabs = !isNameSettled(look.match, parts.lexicon) && look.lines.some(isLabelMark)
  if (look.amongOthers || isOfSmallerCards(look) || areSlabs) return readCards(parts, picture)
  return isSmall(look, picture) ? readCards(parts, picture, look.quad) : null
}

/** Reads a decoded picture; without a lexicon it suggests from the text alone. */
export const readCard = async (given: ReaderParts, picture: Picture): Promise<FullPhotoReading> => {
  if (Math.min(picture.width, picture.height) < smallestSide) return nothingRead
  const parts = { ...given, lexicon: given.lexicon && memoizeLexicon(given.lexicon) }
  const found = findCard(picture)
  const several = found?.amongOthers ? await readCards(parts, picture) : null
  if (several && several.cards.length > 0) return ofSeveral(several)
  const look = await bestLook(parts, picture, found)
  if (!look) return nothingRead
  const others = found?.amongOthers ? null : await readOthers(parts, picture, look)
  if (others && others.cards.length > 0) return ofSeveral(others)
  const labelled = await withLabel(parts, picture, look)
  const artwork = look.isCard ? { artwork: fingerprintOf(picture, look.quad) } : {}
  return { ...toReading(labelled, parts.lexicon), ...artwork, cards: [], cardsOmitted: 0 }
}

/** The most prominent card speaks for all, but which of them was meant is not known. */
const ofSeveral = ({ cards, omitted }: SeveralCards): FullPhotoReading => {
  const { box: _, ...first } = cards.reduce((a, b) => (prominenceOf(b) > prominenceOf(a) ? b : a))
  return { ...first, confidence: Math.min(first.confidence, reporting.maxAmongSeveral), cards, cardsOmitted: omitted }
}

const prominenceOf = ({ box, confidence }: SeveralCards['cards'][number]): number =>
  box.width * box.height * (1 + confidence)
