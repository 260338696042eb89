import { type FoundCard, findCard } from './image/find-card.ts'
import { partOf, type Quad, quadToUnit, rotateCorners, sidesOf, signedArea } from './image/geometry.ts'
import { type Picture, toPicture, toPictureQuad, warp, wholeOf } from './image/raster.ts'
import type { Match } from './match/match.ts'
import { isNameSettled, isNumberSettled } from './match/settled.ts'
import { printedTitles } from './match/unlisted-title.ts'
import type { Models } from './model/models.ts'
import { type Effort, efforts, type Laid, type ReadLines, readLines } from './read-lines.ts'
import type { CardLexicon } from './reading.ts'
import { readLabel } from './slab/read-label.ts'
import type { PlacedLine } from './text/placed-line.ts'
import { alongText, detectOrientation, findBoxes, frameOf, hullOf, orient } from './text/read-text.ts'

/** What reading needs besides the picture. */
export interface ReaderParts {
  readonly models: Models
  readonly lexicon: CardLexicon | null
  /** Milliseconds left for this picture; absent where nobody waits. */
  readonly leftMs?: () => number
}

/** One look at a picture: the part taken for the card, its lines, and what they amount to. */
export interface Look extends ReadLines {
  readonly quad: Quad
  readonly isCard: boolean
  /** Another card lies beside the one that was read. */
  readonly amongOthers: boolean
}

const cardSide = 832
const pictureSide = 960
const closerSide = 640
/** Letters enlarged more than this become no clearer, only dearer to find. */
const maxEnlargement = 1.5

/**
 * The look that a reading is made of: at the straightened card if one is found, else at the whole picture by the run of
 * its text.
 */
export const bestLook = async (
  parts: ReaderParts,
  picture: Picture,
  found: FoundCard | null = findCard(picture),
): Promise<Look | null> => {
  const card = found?.quad ?? (hasCardShape(picture) ? wholeOf(picture) : null)
  let look = card ? await lookAt(parts, picture, card, true) : null
  // A card that is only presumed may be something on a table after all.
  const filled = look !== null && signedArea(look.quad) > 0.8 * picture.width * picture.height
  if (
    !look ||
    (!filled && isUntitled(look, parts.lexicon)) ||
    (isOpen(look.match, parts.lexicon) && !(found && filled && isRead(look.lines)) && !isWellRead(look.lines))
  ) {
    const whole = await lookAt(parts, picture, wholeOf(picture), false, look?.quad)
    const isNamed = whole !== null && isNameSettled(whole.match, parts.lexicon)
    if (!look || (whole && ((isNamed && whole.match.score > look.match.score) || readLabel(whole.lines)))) look = whole
  }
  return look && { ...look, amongOthers: (found?.amongOthers ?? false) || look.match.amongOthers }
}

/**
 * Sides of cards as one to the other: 59 to 86 millimetres for Yu-Gi-Oh!, 63 to 88 for the others, and a little for the
 * cutting.
 */
const cardShape = { min: 59 / 86 - 0.01, max: 63 / 88 + 0.01 } as const

// A card that fills its picture has no edge to find, such as a borderless one that a scanner's program has cut out.
const hasCardShape = ({ width, height }: Picture): boolean => {
  const shape = Math.min(width, height) / Math.max(width, height)
  return shape >= cardShape.min && shape <= cardShape.max
}

// What was taken for the card may be its text box, which has a number below it and no title on top.
const isUntitled = ({ match, lines }: Look, lexicon: CardLexicon | null): boolean =>
  !isNameSettled(match, lexicon) && printedTitles(lines).length === 0

// Where nothing can be read, what fills the picture may be its own frame: a photo of a photo, bars beside it.
const isRead = (lines: readonly PlacedLine[]): boolean =>
  lines.some(({ text, confidence }) => confidence > 0.7 && /[\p{L}\p{N}]{3}/u.test(text))

// So much clear text says that the card was found and only its name is strange: in another language, or new.
const isWellRead = (lines: readonly PlacedLine[]): boolean =>
  lines.filter(({ text, confidence }) => confidence > 0.85 && /\p{Script=Latin}{4}/u.test(text)).length >= 8

// Neither a name nor, as on a card in another language, a number that would do without one.
const isOpen = (match: Match, lexicon: CardLexicon | null): boolean =>
  !isNameSettled(match, lexicon) && !isNumberSettled(match)

const portrait = (quad: Quad): Quad => {
  const { top, right, bottom, left } = sidesOf(quad)
  return top + bottom > right + left ? rotateCorners(quad, 1) : quad
}

/** @param seen a part that was taken for the card already, and is not taken again */
const lookAt = async (
  parts: ReaderParts,
  picture: Picture,
  area: Quad,
  isCard: boolean,
  seen?: Quad,
): Promise<Look | null> => {
  const start = isCard ? portrait(area) : area
  const first = await findBoxes(
    parts.models,
    picture,
    frameOf(start, Math.min(isCard ? cardSide : pictureSide, Math.max(closerSide, maxEnlargement * longSide(start)))),
  )
  if (first.length === 0) return null
  let laid: Laid = { quad: isCard ? alongText(start, first) : hullOf(first), isCard, boxes: first }
  if (first.length >= 3) laid = (await closer(parts, picture, start, laid, seen)) ?? laid
  const { isCard: straightened, boxes } = laid
  const readFrom = (quad: Quad, effort: Effort) =>
    readLines(parts, picture, { quad, isCard: straightened, boxes: orient(boxes, quad) }, effort)
  const orientation = await detectOrientation(parts.models, picture, orient(boxes, laid.quad))
  let quad = orientation.isUpsideDown ? rotateCorners(laid.quad, 2) : laid.quad
  let read = await readFrom(quad, efforts.thorough)
  if (!orientation.isSure && isOpen(read.match, parts.lexicon)) {
    const over = rotateCorners(quad, 2)
    const other = await readFrom(over, efforts.quick)
    if (!isOpen(other.match, parts.lexicon)) [quad, read] = [over, other]
  }
  return { quad, isCard: straightened, ...read, amongOthers: false }
}

// Text in a small part of what was looked at: a card on a sheet of paper, in a slab, on a crowded table. Looks there
// again.
const closer = async (
  { models }: ReaderParts,
  picture: Picture,
  area: Quad,
  { isCard, boxes }: Laid,
  seen?: Quad,
): Promise<Laid | null> => {
  const hull = hullOf(boxes)
  const gain = longSide(area) / longSide(hull)
  if (gain < (isCard ? 1.7 : 1.4)) return null
  const around = partOf(hull, -0.12, -0.12, 1.12, 1.12)
  const frame = frameOf(around, closerSide)
  const found = findCard(toPicture(warp(picture, around, frame.width, frame.height)))
  const card = found && portrait(toPictureQuad(frame, found.quad))
  const inside = card && seen && isWithin(seen, card) ? null : card
  if (isCard && !inside) return null
  const quad = inside ?? hull
  const text = await findBoxes(models, picture, frameOf(quad, inside ? cardSide : pictureSide))
  if (text.length < 3) return null
  return { quad: inside ? alongText(quad, text) : hullOf(text), isCard: inside !== null, boxes: text }
}

const isWithin = (outer: Quad, inner: Quad): boolean => {
  const toUnit = quadToUnit(outer)
  return inner.map(toUnit).every((at) => at.every((share) => share > -0.1 && share < 1.1))
}

const longSide = (quad: Quad): number => Math.max(sidesOf(quad).top, sidesOf(quad).right)
