import { partOf, type Quad, sidesOf } from '../image/geometry.ts'
import type { Picture } from '../image/raster.ts'
import type { Look, ReaderParts } from '../look.ts'
import { matchCard } from '../match/match.ts'
import { isNameSettled } from '../match/settled.ts'
import type { PlacedLine } from '../text/placed-line.ts'
import { findBoxes, frameOf, orient, type PlacedBox, readBox } from '../text/read-text.ts'
import { readGradeLine } from './grade-words.ts'
import { nameOnLabel } from './label-words.ts'
import { isLabelMark, readLabel } from './read-label.ts'

/** Set by hand on the open slabs and on made ones (`npm run eval:slabs`). */
const parameters = {
  /** Long side in pixels at which the text of a label is found; its lines are read from the whole picture. */
  side: 800,
  /** Holders are slimmer than cards, and their label ends at this share of their height. */
  maxShape: 0.66,
  labelEnd: 0.27,
  /** So much of a card's height must be left above it for a label. */
  minRoom: 0.14,
  /** A label has so many pieces of text at least, and is told from other text by its largest few. */
  minBoxes: 4,
  maxBoxes: 16,
  firstFew: 6,
} as const

const hasRoomAbove = (quad: Quad, { width, height }: Picture): boolean => {
  const [x, y] = partOf(quad, 0.5, -parameters.minRoom, 0.5, -parameters.minRoom)[0]
  return x >= 0 && y >= 0 && x < width && y < height
}

const mayBeHolder = ({ quad, isCard, lines }: Look): boolean => {
  const { top, right, bottom, left } = sidesOf(quad)
  const isSlim = isCard && (top + bottom) / (left + right) < parameters.maxShape
  return isSlim || lines.some((line) => line.middle[1] < parameters.labelEnd && isLabelMark(line))
}

/** A digit alone is easily missed: it stands below the words, at their end or as a figure, or above them. */
const placesOfNumber = ({ corners, length, breadth }: PlacedBox): PlacedBox[] => {
  const share = breadth / length
  return [
    partOf(corners, 1 - 2.2 * share, 0.95, 1 + 0.2 * share, 2.05),
    partOf(corners, 0.5 - 2.2 * share, 0.9, 0.5 + 2.2 * share, 4.4),
    partOf(corners, 0.5 - 2.2 * share, -3.4, 0.5 + 2.2 * share, 0.1),
  ].map((place) => ({ corners: place, length: sidesOf(place).top, breadth: sidesOf(place).left }))
}

const readStrip = async ({ models }: ReaderParts, picture: Picture, { quad }: Look, strip: Quad) => {
  const found = orient(await findBoxes(models, picture, frameOf(strip, parameters.side)), quad)
  const boxes = found.toSorted((a, b) => b.breadth - a.breadth).slice(0, parameters.maxBoxes)
  const lines: PlacedLine[] = []
  if (boxes.length < parameters.minBoxes) return lines
  for (const box of boxes) {
    if (lines.length === parameters.firstFew && !lines.some(isLabelMark)) return []
    lines.push(await readBox(models, picture, box, quad))
  }
  const words = boxes.filter((_, at) => readGradeLine(lines[at]?.text ?? '')?.meant.length)
  for (const cut of words.flatMap(placesOfNumber)) {
    if (readLabel(lines)?.grade) break
    lines.push(await readBox(models, picture, cut, quad))
  }
  return lines
}

/**
 * A look with the lines of the label that its card is graded by, where there is one: at the top of what was taken for
 * the card if that may be its holder, else above it. A label names the card too where the card itself does not.
 */
export const withLabel = async (parts: ReaderParts, picture: Picture, look: Look): Promise<Look> => {
  const { quad } = look
  const strips = [
    ...(mayBeHolder(look) ? [partOf(quad, -0.04, -0.03, 1.04, parameters.labelEnd)] : []),
    ...(look.isCard && hasRoomAbove(quad, picture) ? [partOf(quad, -0.18, -0.48, 1.18, 0.02)] : []),
  ]
  for (const strip of strips) {
    const lines = [...(await readStrip(parts, picture, look, strip)), ...look.lines]
    if (readLabel(lines) === null) continue
    const isOfLabel = look.match.title.some(({ text }) => nameOnLabel(text) !== text)
    if (isNameSettled(look.match, parts.lexicon) && !isOfLabel) return { ...look, lines }
    const named = lines.map((line) => ({ ...line, text: nameOnLabel(line.text) }))
    return { ...look, lines, match: matchCard(named, parts.lexicon) }
  }
  return look
}
