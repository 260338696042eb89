import { maxCardsOnPicture } from '../../contract/identification.ts'
import type { PlacedReading } from '../../identification/ports.ts'
import { findOutlines } from '../image/find-card.ts'
import { fingerprintOf } from '../image/fingerprint.ts'
import { center, mapCorners, partOf, type Quad, rotateCorners, sidesOf } from '../image/geometry.ts'
import type { Picture } from '../image/raster.ts'
import type { ReaderParts } from '../look.ts'
import { toReading } from '../match/to-reading.ts'
import { efforts, readLines } from '../read-lines.ts'
import type { FullReading } from '../reading.ts'
import { detectOrientation, orient, type PlacedBox } from '../text/read-text.ts'
import { boundsOf, boxOnPicture } from './box-on-picture.ts'
import { type Area, layOutCards } from './lay-out-cards.ts'
import { findWholeText, isWithin, toPage, type WholeText } from './whole-text.ts'

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
} as const

/** The corner that comes first on the page becomes the first. */
const asOnPage = (quad: Quad, toPagePixels: ReturnType<typeof toPage>): Quad => {
  const sums = quad.map((corner) => toPagePixels(corner)).map(([x, y]) => x + y)
  return rotateCorners(quad, sums.indexOf(Math.min(...sums)))
}

const findCards = (picture: Picture, { page, boxes, titles }: WholeText): Quad[] => {
  const toPagePixels = toPage(page)
  const { top: width, left: height } = sidesOf(page)
  const outlines = findOutlines(picture, parameters.workingSide, parameters.minAreaShare)
    .filter(({ score }) => score >= parameters.minScore)
    .sort((a, b) => b.score - a.score)
    .map(({ quad }) => asOnPage(quad, toPagePixels))
  const places = layOutCards(
    {
      width,
      height,
      outlines: outlines.map((quad) => boundsOf(mapCorners(quad, toPagePixels))),
      titles,
      text: boxes.map(({ corners }) => toPagePixels(center(corners))),
    },
    maxCardsOnPicture,
  )
  return places.map(
    ({ area: { x, y, width: w, height: h }, outline }) =>
      (outline === null ? undefined : outlines[outline]) ??
      partOf(page, x / width, y / height, (x + w) / width, (y + h) / height),
  )
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

/**
 * Reads every card of a picture with several, at most `maxCardsOnPicture`, in reading order; none where not at least
 * two can be told. The text of the whole picture is found once, the cards by their outlines, their titles and the gaps
 * between them.
 * @param first the card that was found already, beside which there is text where there are several
 */
export const readCards = async (
  parts: ReaderParts,
  picture: Picture,
  first: Quad | null = null,
): Promise<(FullReading & PlacedReading)[]> => {
  const wholeText = await findWholeText(parts, picture, first)
  const found = findCards(picture, wholeText)
  if (found.length < parameters.minRead) return []
  const toPagePixels = toPage(wholeText.page)
  const cards: { at: Area; reading: FullReading & PlacedReading }[] = []
  for (const place of found) {
    const ownBoxes = wholeText.boxes.filter(isWithin(place, parameters.margin))
    const quad = await uprightOf(parts, picture, place, ownBoxes)
    const read = await readLines(
      parts,
      picture,
      { quad, isCard: true, boxes: orient(ownBoxes, quad) },
      efforts.amongOthers,
    )
    const reading = toReading({ quad, isCard: true, ...read, amongOthers: false }, parts.lexicon)
    cards.push({
      at: boundsOf(mapCorners(quad, toPagePixels)),
      reading: { ...reading, artwork: fingerprintOf(picture, quad), box: boxOnPicture(quad, picture) },
    })
  }
  const isRead = ({ reading: { card } }: (typeof cards)[number]): boolean => card.isListed || card.number !== null
  if (cards.filter(isRead).length < parameters.minRead) return []
  return inReadingOrder(cards).map(({ reading }) => reading)
}
