import { maxCardsOnPicture } from '../../contract/identification.ts'
import type { PlacedReading } from '../../identification/ports.ts'
import { findOutlines } from '../image/find-card.ts'
import { fingerprintOf } from '../image/fingerprint.ts'
import { mapCorners, type Quad, rotateCorners, sidesOf } from '../image/geometry.ts'
import type { Picture } from '../image/raster.ts'
import type { Look, ReaderParts } from '../look.ts'
import { matchCard } from '../match/match.ts'
import { toReading } from '../match/to-reading.ts'
import { efforts, readLines } from '../read-lines.ts'
import type { CardLexicon, FullReading } from '../reading.ts'
import { withLabel } from '../slab/look-at-label.ts'
import { detectOrientation, orient, type PlacedBox } from '../text/read-text.ts'
import { type Area, boundsOf, boxOnPicture } from './box-on-picture.ts'
import { createCardFitter } from './fit-card.ts'
import { layOutCards } from './lay-out-cards.ts'
import type { CardPlace, PageTitle } from './page.ts'
import { titlePlacesOf, usualPlace } from './title-places.ts'
import { type PlacedLook, toldOf } from './told-cards.ts'
import { findWholeText, isWithin, type Title, toPage, type WholeText } from './whole-text.ts'

/** Set by hand on pages made of the labelled development pictures (`npm run eval:pages`). */
const parameters = {
  /** Longest side at which the outlines of nine cards are looked for, and their least share of the picture. */
  workingSide: 640,
  minAreaShare: 0.012,
  minScore: 0.35,
  /** Text belongs to a card whose middle lies within it, or so little outside. */
  margin: 0.02,
  /** Cards whose name or number was read, without which there are not several. */
  minRead: 2,
  minTitles: 3,
  clearSides: 0.85,
  sureSides: 0.95,
  /** Time that is kept for the lookup: what is not read before is told unread. */
  reserveMs: 1_500,
} as const

/** The corner that comes first on the page becomes the first. */
const asOnPage = (quad: Quad, toPagePixels: ReturnType<typeof toPage>): Quad => {
  const sums = quad.map((corner) => toPagePixels(corner)).map(([x, y]) => x + y)
  return rotateCorners(quad, sums.indexOf(Math.min(...sums)))
}

const findCards = (parts: ReaderParts, picture: Picture, { page, boxes, titles }: WholeText): CardPlace[] => {
  const toPagePixels = toPage(page)
  const outlines = findOutlines(picture, parameters.workingSide, parameters.minAreaShare)
    .filter(({ score }) => score >= parameters.minScore)
    .sort((a, b) => b.score - a.score)
    .map(({ quad }) => asOnPage(quad, toPagePixels))
  return layOutCards({
    width: picture.width,
    height: picture.height,
    outlines,
    titles: withPlaces(titles, parts.lexicon),
    boxes,
    fitter: createCardFitter(picture),
  })
}

/** A line that is no name of the catalogue lies where most names of the page do. */
const withPlaces = (titles: readonly Title[], lexicon: CardLexicon | null): PageTitle[] => {
  const places = titles.map(({ name }) =>
    name === null || lexicon === null ? null : titlePlacesOf(name, lexicon.numbersOf(name))[0],
  )
  const known = [
    ...Map.groupBy(
      places.filter((place) => place !== null),
      (place) => place,
    ),
  ]
  const usual = known.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? usualPlace
  return titles.map((title, i) => ({ ...title, place: places[i] ?? usual }))
}

/** Turned so that its text can be read: most stand as the page does, one that lies across it either way. */
const uprightOf = async (
  parts: ReaderParts,
  picture: Picture,
  quad: Quad,
  boxes: readonly PlacedBox[],
): Promise<Quad> => {
  const { top, right, bottom, left } = sidesOf(quad)
  if (top + bottom <= right + left) return quad
  const turned = rotateCorners(quad, 1)
  const { isUpsideDown } = await detectOrientation(parts.models, picture, orient(boxes, turned))
  return isUpsideDown ? rotateCorners(turned, 2) : turned
}

/** Rows from the top, each from the left. */
const inReadingOrder = <T extends { readonly at: Area }>(cards: readonly T[]): T[] => {
  const rows: T[][] = []
  for (const card of cards.toSorted((a, b) => a.at.y - b.at.y)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && card.at.y - first.at.y < first.at.height / 2) row.push(card)
    else rows.push([card])
  }
  return rows.flatMap((row) => row.sort((a, b) => a.at.x - b.at.x))
}

/** What was read of each place, in turn, as long as there is time. */
const readPlaces = async (
  parts: ReaderParts,
  picture: Picture,
  places: readonly CardPlace[],
  { boxes, hasLabels }: WholeText,
): Promise<PlacedLook[]> => {
  const lookAt = async (place: CardPlace): Promise<PlacedLook> => {
    const own = boxes.filter(isWithin(place.visible, parameters.margin))
    if ((parts.leftMs?.() ?? Number.POSITIVE_INFINITY) < parameters.reserveMs)
      return { place, look: { quad: place.quad, isCard: true, amongOthers: false, ...unread } }
    const quad = await uprightOf(parts, picture, place.quad, own)
    const laid = { quad, isCard: true, boxes: orient(own, quad) }
    const isCovered = place.visible !== place.quad
    const read = await readLines(parts, picture, laid, isCovered ? efforts.covered : efforts.amongOthers)
    const look: Look = { quad, isCard: true, amongOthers: false, ...read }
    return { place, look: hasLabels ? await withLabel(parts, picture, look) : look }
  }
  const looks: PlacedLook[] = []
  for (const place of places) looks.push(await lookAt(place))
  return looks
}

const unread = { lines: [], match: matchCard([], null) }

/**
 * Whether enough was read: two names of the catalogue or numbers, one where the edges of two cards are clear, or more
 * titles that the catalogue lacks, two of them where the edges leave no doubt.
 */
const areSeveral = (cards: readonly FullReading['card'][], places: readonly CardPlace[]): boolean => {
  const read = cards.filter(({ isListed, number }) => isListed || number !== null).length
  const titled = cards.filter(({ name }) => name !== null).length
  const withSides = (least: number) => places.filter(({ sides }) => sides >= least).length
  return (
    read >= parameters.minRead ||
    (read > 0 && withSides(parameters.clearSides) >= parameters.minRead) ||
    titled >= parameters.minTitles ||
    (titled >= parameters.minRead && withSides(parameters.sureSides) >= parameters.minRead)
  )
}

/** The cards of a picture in reading order, and how many more were seen. */
export interface SeveralCards {
  readonly cards: readonly (FullReading & PlacedReading)[]
  readonly omitted: number
}

/**
 * Reads every card of a picture with several, at most `maxCardsOnPicture`; none where not at least two can be told. The
 * text of the whole picture is found once, the cards by their outlines, their titles and the gaps between them. A place
 * that was seen and not read, or for which there was no time, has neither name nor number.
 * @param first the card that was found already, beside which there is text where there are several
 */
export const readCards = async (
  given: ReaderParts,
  picture: Picture,
  first: Quad | null = null,
): Promise<SeveralCards> => {
  const parts = { ...given, models: { ...given.models, recognizer: given.models.pageRecognizer } }
  const wholeText = await findWholeText(parts, picture, first)
  const places = findCards(parts, picture, wholeText)
  if (places.length < parameters.minRead) return noCards
  const toPagePixels = toPage(wholeText.page)
  const looks = await readPlaces(parts, picture, places.slice(0, maxCardsOnPicture), wholeText)
  const cards = toldOf(looks, parts.lexicon).map(({ place, look }) => ({
    at: boundsOf(mapCorners(place.visible, toPagePixels)),
    reading: {
      ...toReading(look, parts.lexicon),
      artwork: fingerprintOf(picture, look.quad),
      box: boxOnPicture(place.visible, picture),
    },
  }))
  const told = cards.map(({ reading }) => reading.card)
  const isLate = looks.some(({ look }) => look.match === unread.match)
  if (!isLate && !areSeveral(told, places)) return noCards
  return {
    cards: inReadingOrder(cards).map(({ reading }) => reading),
    omitted: Math.max(0, places.length - maxCardsOnPicture),
  }
}

const noCards: SeveralCards = { cards: [], omitted: 0 }
