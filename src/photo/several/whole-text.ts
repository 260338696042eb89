import { center, type Point, partOf, type Quad, quadToUnit, rotateCorners, sidesOf } from '../image/geometry.ts'
import { type Picture, wholeOf } from '../image/raster.ts'
import type { ReaderParts } from '../look.ts'
import { isLabel } from '../match/labels.ts'
import { bareTitle } from '../match/name-pieces.ts'
import type { CardLexicon } from '../reading.ts'
import { isLabelMark } from '../slab/read-label.ts'
import { alongText, detectOrientation, findBoxes, frameOf, orient, type PlacedBox, readBox } from '../text/read-text.ts'

/** A line of a page that may be the title of a card. */
export interface Title {
  /** In picture pixels, from where its reading begins. */
  readonly corners: Quad
  readonly height: number
  /** The name of the catalogue that it spells; `null` of a line as tall as titles are. */
  readonly name: string | null
}

/** The text of a whole picture, which is turned so that most of it can be read. */
export interface WholeText {
  /** The whole picture from the corner where its reading begins. */
  readonly page: Quad
  readonly boxes: readonly PlacedBox[]
  readonly titles: readonly Title[]
  /** Whether a word of a grader's label stands on it. */
  readonly hasLabels: boolean
}

/** Set by hand on pages made of the labelled development pictures (`npm run eval:pages`). */
const parameters = {
  /** Long side at which the text of nine cards is still found. */
  side: 1600,
  /**
   * Such a share of the picture is looked at at a time, of two that overlap: the detector's memory grows with what it
   * sees.
   */
  part: 0.6,
  /** Lines that are read for names, tallest first; of rules in print as large as titles the lines are longer. */
  maxLines: 80,
  longLine: 11,
  longShare: 0.8,
  /** Once so many names are found, lines lower than this share of the middle one's height are none. */
  minTitles: 3,
  minHeight: 0.62,
  /** And after so many lines without one there are no more. */
  maxMisses: 40,
  /** Titles are so many times as long as they are high. */
  minElongation: 2,
  maxElongation: 18,
  /** Pieces of text beside a card that may be those of another, and how far from it. */
  minBeside: 10,
  margin: 0.1,
  minSimilarity: 0.85,
  minLetters: 4,
} as const

/** Pixels of the upright page for a point of the picture. */
export const toPage = (page: Quad): ((point: Point) => Point) => {
  const { top, left } = sidesOf(page)
  const toUnit = quadToUnit(page)
  return (point) => {
    const [x, y] = toUnit(point)
    return [x * top, y * left]
  }
}

/** Whether a box lies within a quadrilateral, or so little outside, in fractions of it. */
export const isWithin = (quad: Quad, margin: number): ((box: PlacedBox) => boolean) => {
  const toUnit = quadToUnit(quad)
  return ({ corners }) => toUnit(center(corners)).every((at) => at > -margin && at < 1 + margin)
}

/** Text boxes of the whole picture, found in two parts, each of which answers for its half. */
const findAllBoxes = async ({ models }: ReaderParts, picture: Picture): Promise<PlacedBox[]> => {
  const whole = wholeOf(picture)
  const { width, height } = picture
  const isWide = width > height
  const { part, side } = parameters
  const boxes: PlacedBox[] = []
  for (const start of [0, 1 - part]) {
    const quad = isWide ? partOf(whole, start, 0, start + part, 1) : partOf(whole, 0, start, 1, start + part)
    const { top, left } = sidesOf(quad)
    const found = await findBoxes(
      models,
      picture,
      frameOf(quad, (side * Math.max(top, left)) / Math.max(width, height)),
    )
    const isOwn = ({ corners }: PlacedBox): boolean => {
      const [x, y] = center(corners)
      return (isWide ? x / width : y / height) < 0.5 === (start === 0)
    }
    boxes.push(...found.filter(isOwn))
  }
  return boxes
}

/**
 * Finds the text of a page and the names in it.
 * @param first a card of it; where there is next to no text beside it, no name is looked for
 */
export const findWholeText = async (parts: ReaderParts, picture: Picture, first: Quad | null): Promise<WholeText> => {
  const { models } = parts
  const whole = wholeOf(picture)
  const found = await findAllBoxes(parts, picture)
  const isOfFirst = first && isWithin(first, parameters.margin)
  if (isOfFirst && found.filter((box) => !isOfFirst(box)).length < parameters.minBeside)
    return { page: whole, boxes: found, titles: [], hasLabels: false }
  const along = alongText(whole, found)
  const { isUpsideDown } = await detectOrientation(models, picture, orient(found, along))
  const page = isUpsideDown ? rotateCorners(along, 2) : along
  const boxes = orient(found, page)
  return { page, boxes, ...(await findTitles(parts, picture, page, boxes)) }
}

const rankOf = ({ length, breadth }: PlacedBox): number =>
  length > parameters.longLine * breadth ? parameters.longShare * breadth : breadth

/** The names of the catalogue in large print, and the lines as tall as those. */
const findTitles = async (
  { models, lexicon }: ReaderParts,
  picture: Picture,
  page: Quad,
  boxes: readonly PlacedBox[],
): Promise<Pick<WholeText, 'titles' | 'hasLabels'>> => {
  const tallest = boxes
    .filter(
      ({ length, breadth }) =>
        length > parameters.minElongation * breadth && length < parameters.maxElongation * breadth,
    )
    .toSorted((a, b) => rankOf(b) - rankOf(a))
    .slice(0, parameters.maxLines)
  const titles: Title[] = []
  const heights: number[] = []
  let [hasLabels, misses] = [false, 0]
  for (const box of tallest) {
    const { corners, breadth } = box
    const isLow = breadth < parameters.minHeight * (heights[heights.length >> 1] ?? 0)
    if (heights.length >= parameters.minTitles && (isLow || misses >= parameters.maxMisses)) break
    const line = await readBox(models, picture, box, page)
    hasLabels ||= isLabelMark(line)
    const text = bareTitle(line.text)
    const name = nameOf(text, lexicon)
    if (name !== null) heights.push(breadth)
    misses = name === null ? misses + 1 : 0
    if (name !== null || /\p{L}{3}/u.test(text)) titles.push({ corners, height: breadth, name })
  }
  return { titles, hasLabels }
}

/** The name of the catalogue that a line spells, if it is not a word that many cards bear. */
const nameOf = (text: string, lexicon: CardLexicon | null): string | null => {
  const [match] = lexicon?.nearestNames(text, 1) ?? []
  if (match === undefined || match.similarity < parameters.minSimilarity) return null
  return match.name.length < parameters.minLetters || isLabel(match.name) ? null : match.name
}
