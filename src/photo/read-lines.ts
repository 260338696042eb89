import { partOf, type Quad, sidesOf } from './image/geometry.ts'
import type { Picture } from './image/raster.ts'
import { type Match, matchCard } from './match/match.ts'
import { isNameSettled, isNumberSettled } from './match/settled.ts'
import { hasClearTitle } from './match/unlisted-title.ts'
import type { Models } from './model/models.ts'
import { placesOf, underPicture, wholeFoot } from './number-places.ts'
import type { CardLexicon } from './reading.ts'
import type { PlacedLine } from './text/placed-line.ts'
import { findBoxes, frameOf, orient, type PlacedBox, placeOf, readBox } from './text/read-text.ts'

/** A part of a picture with the text boxes found in it. */
export interface Laid {
  readonly quad: Quad
  readonly isCard: boolean
  readonly boxes: readonly PlacedBox[]
}

/** Lines as read, and what they amount to. */
export interface ReadLines {
  readonly lines: readonly PlacedLine[]
  readonly match: Match
}

/**
 * How closely to look for what is still missing: at long sides of these pixels for title, lower edge and the place of
 * Yu-Gi-Oh! codes, there a second time where the name has such codes, and whether unclear lines are cut out again;
 * `null` for no closer look. And how many lines it reads at most of the top, the foot, the rest and a closer look; of a
 * card among others the rest is only where titles stand under the picture, since words of its rules are no names.
 */
export interface Effort {
  readonly title: number | null
  readonly foot: number | null
  readonly code: number | null
  readonly codeAgain: number | null
  readonly again: boolean
  readonly lines: { readonly top: number; readonly foot: number; readonly rest: number; readonly closely: number }
  readonly rest: readonly [from: number, to: number]
}

const allLines = { lines: { top: 8, foot: 12, rest: 12, closely: 14 }, rest: [0, 1] } as const

export const efforts = {
  thorough: { title: 1280, foot: 1280, code: 960, codeAgain: 1600, again: true, ...allLines },
  /** One card of nine: what is left of three seconds. */
  amongOthers: {
    title: null,
    foot: 736,
    code: 448,
    codeAgain: null,
    again: false,
    lines: { top: 4, foot: 6, rest: 2, closely: 6 },
    rest: [0.5, 0.66],
  },
  /** The head of a card that another one covers, where its number would be that one's. */
  covered: {
    title: null,
    foot: null,
    code: null,
    codeAgain: null,
    again: false,
    lines: { top: 4, foot: 0, rest: 0, closely: 0 },
    rest: [1, 1],
  },
  quick: { title: null, foot: null, code: null, codeAgain: null, again: false, ...allLines },
} as const satisfies Record<string, Effort>

/** What one look may read in all, as a length of text in heights of its lines: some 250 words of small print. */
const maxText = 260

/**
 * The title first, then the lower edge until a number is sure, then what else there is while the name is open; last, a
 * closer look, unless a quick reading will do, for what is still missing.
 */
export const readLines = async (
  { models, lexicon }: { models: Models; lexicon: CardLexicon | null },
  picture: Picture,
  { quad, isCard, boxes }: Laid,
  effort: Effort,
): Promise<ReadLines> => {
  const lines: PlacedLine[] = []
  let match = matchCard(lines, lexicon)
  let allowance = maxText
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
  const named = () => isNameSettled(match, lexicon)
  const complete = () => named() && isNumberSettled(match)
  const closely = async (part: Quad, side: number | null, cuts: Cuts, enough: (match: Match) => boolean) => {
    if (side === null) return
    const found = orient(await findBoxes(models, picture, frameOf(part, side)), quad).slice(0, 14)
    const near = found.toSorted((a, b) => footRank(a) - footRank(b)).slice(0, effort.lines.closely)
    const before = lines.length
    await read(near.map(cuts.first), enough)
    if (!effort.again || enough(match)) return
    // What looks like digits, or was read poorly, is read again; where nothing was read nothing ever is.
    const unclear = near.filter((_, i) => {
      const line = lines[before + i]
      return line !== undefined && line.text !== '' && (/[0-9]/.test(line.text) || line.confidence < 0.7)
    })
    await read(unclear.flatMap(cuts.again), enough)
  }

  const order = boxes
    .map((box) => ({ box, place: placeOf(box, quad) }))
    .toSorted((a, b) => b.place.height - a.place.height)
  const title = order.filter(({ place }) => place.middle[1] < 0.2).slice(0, effort.lines.top)
  const foot = order.filter(({ place }) => place.middle[1] > 0.84).slice(0, effort.lines.foot)
  const rest = order
    .filter((entry) => !title.includes(entry) && !foot.includes(entry) && mayBeName(entry.box))
    .filter(({ place }) => place.middle[1] >= effort.rest[0] && place.middle[1] <= effort.rest[1])
    .slice(0, effort.lines.rest)
  const boxesOf = (entries: typeof order) => entries.map(({ box }) => box)
  await read(boxesOf(title), never)
  await read(boxesOf(foot.toSorted((a, b) => footRank(a.box) - footRank(b.box))).map(withNumber), complete)
  if (!named() || (match.known && match.similarity < 0.9)) await read(boxesOf(rest), never)
  if (!named() && isCard && !hasClearTitle(lines))
    await closely(partOf(quad, -0.02, -0.02, 1.02, 0.16), effort.title, nameCuts, named)
  const own = match.known && match.name !== null && lexicon ? lexicon.numbersOf(match.name) : []
  for (const { part, side } of numberLooks(quad, isCard, own, effort))
    if (!isNumberSettled(match)) await closely(part, side, numberCuts, isNumberSettled)
  return { lines, match }
}

const never = (): boolean => false

/** Where a number of a form that the name has is looked for closely, and how closely, in this order. */
const numberLooks = (quad: Quad, isCard: boolean, own: readonly string[], effort: Effort) =>
  placesOf(own).flatMap((place) => {
    const [left, top, right, bottom] = place
    if (place !== underPicture) {
      const share = (right - left) / (wholeFoot[2] - wholeFoot[0])
      const part = partOf(quad, left, top, right, Math.max(bottom, cutOff(quad) + 0.05))
      return [{ part, side: effort.foot && effort.foot * share }]
    }
    const part = partOf(quad, left, top, right, bottom)
    if (own.length === 0) return isCard ? [{ part, side: effort.code }] : []
    return [effort.code, effort.codeAgain].map((side) => ({ part, side }))
  })

// Numbers are short; flavour text and copyright lines come after them.
const footRank = ({ length, breadth }: PlacedBox): number => length / Math.max(1, breadth)

// Blurred small print reads better from a tighter cut, which makes it larger.
const tightened = ({ corners, length, breadth }: PlacedBox): PlacedBox => ({
  corners: partOf(corners, 0.01, 0.1, 0.99, 0.9),
  length: length * 0.98,
  breadth: breadth * 0.8,
})

const isShort = ({ length, breadth }: PlacedBox): boolean => length < 9 * breadth

// Rules are longer than any name.
const mayBeName = ({ length, breadth }: PlacedBox): boolean => length < 16 * breadth

// A line of the lower edge with more than a number has it at its end: the rest costs much and says little.
const withNumber = (box: PlacedBox): PlacedBox => (box.length > 12 * box.breadth ? endOf(box, 8, 0.2) : box)

/** The end of a box, from so many of its breadths before its edge to so many beyond. */
const endOf = ({ corners, length, breadth }: PlacedBox, before: number, beyond: number): PlacedBox => ({
  corners: partOf(corners, 1 - (before * breadth) / length, 0, 1 + (beyond * breadth) / length, 1),
  length: (before + beyond) * breadth,
  breadth,
})

// The detector stops short of a number at the end of a long line of small print, and the recognizer runs it together.
const tailsOf = (box: PlacedBox): PlacedBox[] => [1.5, 3.5].map((beyond) => tightened(endOf(box, 3.25, beyond)))

/**
 * How boxes are cut out when they are looked at closely: for a first reading, and again for those that stayed unclear.
 */
interface Cuts {
  readonly first: (box: PlacedBox) => PlacedBox
  readonly again: (box: PlacedBox) => PlacedBox[]
}

const nameCuts: Cuts = { first: (box) => box, again: (box) => (isShort(box) ? [tightened(box)] : []) }
const numberCuts: Cuts = {
  first: withNumber,
  again: (box) => (isShort(box) ? [tightened(box), tightened(endOf(box, box.length / box.breadth, 1))] : tailsOf(box)),
}

/**
 * Where a card's lower edge should be, in heights of a quadrilateral that may have been cut short by a hand or a
 * sleeve.
 */
const cutOff = (quad: Quad): number => {
  const { top, right, bottom, left } = sidesOf(quad)
  return Math.min(1.2, Math.max(1, (top + bottom) / 0.716 / (left + right)))
}
