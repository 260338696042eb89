import { certaintyOf } from './confidence.ts'
import { findCard } from './find-card.ts'
import { distance, partOf, type Quad, signedArea, turned } from './geometry.ts'
import { remembering } from './lexicon.ts'
import { type Match, matchCard, type PlacedLine } from './match.ts'
import type { Models } from './models.ts'
import { type Picture, toPicture, toPictureQuad, warp } from './raster.ts'
import { alongText, findBoxes, frameOf, hullOf, isUpsideDown, orient, type PlacedBox, placeOf, readBox } from './read-text.ts'
import type { CardLexicon, FullReading } from './reading.ts'

/** What reading needs besides the picture. */
export interface ReaderParts {
  models: Models
  lexicon: CardLexicon | null
}

/** One look at a picture: the part taken for the card, its lines, and what they amount to. */
export interface Look {
  quad: Quad
  isCard: boolean
  lines: readonly PlacedLine[]
  match: Match
  /** Another card lies beside the one that was read. */
  amongOthers: boolean
}

const cardSide = 992
const pictureSide = 960
const textLimit = 4000
/** What one look may read in all, as a length of text in heights of its lines: some 250 words of small print. */
const mostText = 260
/** A picture this narrow holds no text. */
const smallestSide = 24

/** Reads a decoded picture: the straightened card if one is found, else the whole picture by the run of its text. */
export const readCard = async (parts: ReaderParts, picture: Picture): Promise<FullReading> => {
  if (Math.min(picture.width, picture.height) < smallestSide) return nothingRead
  const look = await bestLook(parts, picture)
  return look ? toReading(look, parts.lexicon !== null) : nothingRead
}

/** The look that a reading is made of. */
export const bestLook = async ({ models, lexicon }: ReaderParts, picture: Picture): Promise<Look | null> => {
  const parts: ReaderParts = { models, lexicon: lexicon && remembering(lexicon) }
  const found = findCard(picture)
  let look = found ? await lookAt(parts, picture, found.quad, true) : null
  const filled = look !== null && signedArea(look.quad) > 0.8 * picture.width * picture.height
  if (!look || (isOpen(look.match, parts.lexicon) && !filled && !isWellRead(look.lines))) {
    const whole = await lookAt(parts, picture, wholeOf(picture), false)
    if (!look || (whole && settled(whole.match, parts.lexicon) && whole.match.score > look.match.score)) look = whole
  }
  return look && { ...look, amongOthers: found?.amongOthers ?? false }
}

const nothingRead: FullReading = { text: '', confidence: 0, lines: [], suggested: { name: null, cardNumber: null, query: null } }

const wholeOf = ({ width, height }: Picture): Quad => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
]

// So much clear text says that the card was found and only its name is strange: in another language, or new.
const isWellRead = (lines: readonly PlacedLine[]): boolean =>
  lines.filter(({ text, confidence }) => confidence > 0.85 && /\p{Script=Latin}{4}/u.test(text)).length >= 8

// A name is settled when the catalogue has it, or when there is no catalogue to ask.
const settled = (match: Match, lexicon: CardLexicon | null): boolean =>
  lexicon === null ? match.name !== null && match.score > 0.5 : match.known && match.similarity >= 0.8

// Neither a name nor, as on a card in another language, a number that would do without one.
const isOpen = (match: Match, lexicon: CardLexicon | null): boolean => !settled(match, lexicon) && !numberSettled(match)

const portrait = (quad: Quad): Quad =>
  distance(quad[0], quad[1]) + distance(quad[2], quad[3]) > distance(quad[1], quad[2]) + distance(quad[3], quad[0])
    ? turned(quad, 1)
    : quad

const lookAt = async (parts: ReaderParts, picture: Picture, area: Quad, isCard: boolean): Promise<Look | null> => {
  const start = isCard ? portrait(area) : area
  const first = await findBoxes(parts.models, picture, frameOf(start, isCard ? cardSide : pictureSide))
  if (first.length === 0) return null
  let laid: Laid = { quad: isCard ? alongText(start, first) : hullOf(first), isCard, boxes: first }
  if (first.length >= 3) laid = (await closer(parts, picture, start, laid)) ?? laid
  let placed = orient(laid.boxes, laid.quad)
  if (await isUpsideDown(parts.models, picture, placed)) {
    laid = { ...laid, quad: turned(laid.quad, 2) }
    placed = orient(laid.boxes, laid.quad)
  }
  return readLines(parts, picture, { ...laid, boxes: placed })
}

// Text in a small part of what was looked at: a card on a sheet of paper, in a slab, on a crowded table. Looks there again.
const closer = async ({ models }: ReaderParts, picture: Picture, area: Quad, { isCard, boxes }: Laid): Promise<Laid | null> => {
  const hull = hullOf(boxes)
  const gain = longSide(area) / longSide(hull)
  if (gain < (isCard ? 1.7 : 1.4)) return null
  const around = partOf(hull, -0.12, -0.12, 1.12, 1.12)
  const frame = frameOf(around, closerSide)
  const inside = findCard(toPicture(warp(picture, around, frame.width, frame.height)))
  if (isCard && !inside) return null
  const quad = inside ? portrait(toPictureQuad(frame, inside.quad)) : hull
  const found = await findBoxes(models, picture, frameOf(quad, inside ? cardSide : pictureSide))
  if (found.length < 3) return null
  return { quad: inside ? alongText(quad, found) : hullOf(found), isCard: inside !== null, boxes: found }
}

const closerSide = 640

const longSide = (quad: Quad): number => Math.max(distance(quad[0], quad[1]), distance(quad[1], quad[2]))

interface Laid {
  quad: Quad
  isCard: boolean
  boxes: readonly PlacedBox[]
}

// The title first, then the lower edge until a number is sure, then what else there is while the name is open; last, a
// closer look for what is still missing.
const readLines = async ({ models, lexicon }: ReaderParts, picture: Picture, { quad, isCard, boxes }: Laid): Promise<Look> => {
  const lines: PlacedLine[] = []
  let match = matchCard(lines, lexicon)
  let allowance = mostText
  const read = async (some: readonly PlacedBox[], enough: (match: Match) => boolean) => {
    for (const box of some) {
      allowance -= Math.min(20, box.length / Math.max(1, box.breadth))
      if (allowance < 0) break
      const line = await readBox(models, picture, box, quad)
      lines.push(line)
      if (enough === never || !/[0-9]/.test(line.text)) continue
      match = matchCard(lines, lexicon)
      if (enough(match)) return
    }
    match = matchCard(lines, lexicon)
  }
  const named = () => settled(match, lexicon)
  const complete = () => named() && numberSettled(match)
  // What looks like digits, or like nothing, is read again from a tighter cut.
  const closely = async (part: Quad, side: number, enough: (match: Match) => boolean) => {
    const near = orient(await findBoxes(models, picture, frameOf(part, side)), quad).slice(0, 14)
    const before = lines.length
    await read(near, enough)
    if (enough(match)) return
    const unclear = near.filter((_, i) => {
      const line = lines[before + i]
      return line !== undefined && (/[0-9]/.test(line.text) || line.confidence < 0.7)
    })
    await read(unclear.filter(({ length, breadth }) => length < 9 * breadth).map(tightened), enough)
  }

  const order = boxes.map((box) => ({ box, place: placeOf(box, quad) })).toSorted((a, b) => b.place.height - a.place.height)
  const title = order.filter(({ place }) => place.middle[1] < 0.2).slice(0, 8)
  const foot = order.filter(({ place }) => place.middle[1] > 0.84).slice(0, 12)
  const rest = order.filter((entry) => !title.includes(entry) && !foot.includes(entry)).slice(0, 12)
  const boxesOf = (entries: typeof order) => entries.map(({ box }) => box)
  await read(boxesOf(title), never)
  await read(boxesOf(foot.toSorted((a, b) => footRank(a.box) - footRank(b.box))), complete)
  if (!named() || (match.known && match.similarity < 0.9)) await read(boxesOf(rest), never)
  if (!named() && isCard) await closely(partOf(quad, -0.02, -0.02, 1.02, 0.16), 1280, named)
  if (!numberSettled(match))
    await closely(partOf(quad, -0.02, 0.86, 1.02, Math.max(1.07, cutOff(quad) + 0.05)), 1280, numberSettled)
  if (!numberSettled(match) && isCard && mayHaveMiddleCode(match, lexicon))
    await closely(partOf(quad, 0.4, 0.66, 1, 0.8), 960, numberSettled)
  return { quad, isCard, lines, match, amongOthers: false }
}

const never = (): boolean => false

// Numbers are short; flavour text and copyright lines come after them.
const footRank = ({ length, breadth }: PlacedBox): number => length / Math.max(1, breadth)

/** Yu-Gi-Oh! prints its code under the picture, on the right; no other game does. */
const mayHaveMiddleCode = ({ name, known }: Match, lexicon: CardLexicon | null): boolean => {
  if (!known || name === null || !lexicon) return true
  const numbers = lexicon.numbersOf(name)
  return numbers.length === 0 || numbers.some((number) => /^[A-Z0-9]{2,4}-[A-Z0-9]+$/.test(number))
}

// Blurred small print reads better from a tighter cut, which makes it larger.
const tightened = ({ corners, length, breadth }: PlacedBox): PlacedBox => ({
  corners: partOf(corners, 0.01, 0.1, 0.99, 0.9),
  length: length * 0.98,
  breadth: breadth * 0.8,
})

/** Where a card's lower edge should be, in heights of a quadrilateral that may have been cut short by a hand or a sleeve. */
const cutOff = (quad: Quad): number => {
  const [wide, high] = [
    distance(quad[0], quad[1]) + distance(quad[3], quad[2]),
    distance(quad[0], quad[3]) + distance(quad[1], quad[2]),
  ]
  return Math.min(1.2, Math.max(1, wide / 0.716 / high))
}

const numberSettled = ({ number, agreement }: Match): boolean =>
  number !== null &&
  (agreement === null ? number.certainty > 0.75 : agreement >= 0.5 ? number.certainty > 0.5 : number.certainty > 0.88)

// What a picture says goes into an answer: no control characters, nothing that turns the direction of text around.
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')

/** The most to be said of one card among several: which of them was meant is not known. */
const severalCards = 35
/** Below these a guess helps nobody who reviews it. */
const leastName = 0.35
const leastNumber = 0.25
/** The same for a number that the catalogue does not know with this name. */
const leastStrangeNumber = 0.5
/** With no catalogue to confirm it, a clear title is right more often than not, and no more is claimed. */
const unaided = 0.6
/** A doubtful number beside a sure name takes at most half of the confidence. */
const doubtfulNumber = 0.5

const toReading = ({ lines, match, isCard, amongOthers }: Look, hasLexicon: boolean): FullReading => {
  const named = match.known || !hasLexicon || (isCard && match.number === null)
  const certainty = certaintyOf(match, isCard)
  const ofName = hasLexicon ? certainty.name : unaided * match.score
  const name = named && ofName >= leastName ? match.name : null
  const least = name !== null && match.agreement === 0 ? leastStrangeNumber : leastNumber
  const cardNumber = match.number && match.number.certainty >= least ? match.number.text : null
  // A name that was dropped has no say in the number either.
  const ofNumber =
    name === null ? certaintyOf({ ...match, agreement: null }, isCard).number : Math.max(doubtfulNumber, certainty.number)
  const both = (name === null ? 1 : ofName) * (cardNumber === null ? 1 : ofNumber)
  const query = [name, cardNumber].filter((part) => part !== null).join(' ')
  const upright = lines.toSorted((a, b) => a.middle[1] - b.middle[1] || a.left - b.left)
  return {
    text: upright
      .map((line) => printable(line.text))
      .filter(Boolean)
      .join('\n')
      .slice(0, textLimit),
    confidence: query === '' ? 0 : Math.round(Math.min(100 * both, amongOthers ? severalCards : 100)),
    lines: upright.map(({ text, confidence, box, height }) => ({ text: printable(text), confidence, box, height })),
    suggested: { name, cardNumber, query: query === '' ? null : query },
  }
}
