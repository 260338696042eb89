import { center, type Point, type Quad, quadToUnit, sidesOf } from '../image/geometry.ts'
import { cardHeights, type HeightNear, roomOf } from './card-heights.ts'
import {
  type CardPlace,
  heightOf,
  isApart,
  isInside,
  isInUnit,
  isTitleOf,
  neighborStep,
  offsetOf,
  type PageContent,
  type PageTitle,
  type Placed,
} from './page.ts'
import { isBesideOther, stepsBetween, withGaps } from './rows.ts'
import { staircases } from './stairs.ts'

/** Set by hand on the labelled pages that are not kept unseen (`npm run eval:pages`). */
const parameters = {
  /** Titles of one page differ in height by no more than this share. */
  minTitleHeight: 0.62,
  /** How far cards of titles, and outlines, may be from the height of the others. */
  sizeSpread: [0.9, 1.12],
  outlineSpread: [0.78, 1.3],
  /**
   * What a name of the catalogue adds to the sides, a closed outline, and of poor sides another name in the row or
   * column; and what takes from them: lines that run over a side, and titles elsewhere within it.
   */
  named: 0.15,
  outlined: 0.1,
  aligned: 0.3,
  straddle: 0.5,
  intruder: 0.5,
  /** How far a line begins or ends beyond a side that it runs over, in breadths of the card. */
  over: 0.07,
  /** From this share of a card's title on a line is as tall, and so far off a row another is none of it. */
  intruderHeight: 0.85,
  offRow: 0.1,
  /** No game prints text as tall as titles so far down, in shares of a card. */
  midPicture: [0.18, 0.5],
  /** Length over breadth from which a box tells which way text runs. */
  lineShape: 3,
  /** Least worth of a card, and least sides of one that no name of the catalogue shows. */
  minWorth: 0.35,
  minSides: 0.7,
} as const

interface Candidate extends Omit<Placed, 'visible'> {
  readonly title: PageTitle | null
  readonly isNamed: boolean
}

/**
 * How much speaks for a candidate: edges along its sides, a name; against it lines that run over its sides, and lines
 * as tall as its title elsewhere within it, as of the card below.
 */
const worthOf = (candidate: Candidate, { boxes, titles }: PageContent): number => {
  const { quad, sides, title, isNamed, shownBy } = candidate
  const { over } = parameters
  const toUnit = quadToUnit(quad)
  let [within, straddling] = [0, 0]
  for (const { corners } of boxes) {
    const [from, to] = [toUnit(middleOf(corners[0], corners[3])), toUnit(middleOf(corners[1], corners[2]))]
    const y = (from[1] + to[1]) / 2
    if (y < 0.02 || y > 0.98) continue
    const [left, right] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])]
    if (right < 0 || left > 1) continue
    if ((left < -over && right > over) || (left < 1 - over && right > 1 + over)) straddling++
    else within++
  }
  const height = title?.height ?? 0
  const isAligned = isNamed && title !== null && titles.some((other) => isAlignedWith(title, other, heightOf(quad)))
  const intruders = titles.filter((other) => {
    if (other === title || other.height < parameters.intruderHeight * height || other.name === null) return false
    const [u, v] = toUnit(center(other.corners))
    return u > 0.03 && u < 0.97 && v > 0.2 && v < 0.97
  }).length
  return (
    sides +
    (isNamed ? parameters.named : 0) +
    (shownBy === 'outline' ? parameters.outlined : 0) +
    (isAligned ? parameters.aligned * (1 - sides) : 0) -
    (parameters.straddle * straddling) / Math.max(4, within + straddling) -
    parameters.intruder * intruders * (1 - sides)
  )
}

const middleOf = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]

/**
 * Names about as tall as the tallest that has its like, tallest first: one far taller than all others, as on a box or a
 * banner, is no card's.
 */
const ofCards = <T extends { readonly height: number }>(titles: readonly T[]): T[] => {
  const sorted = titles.toSorted((a, b) => b.height - a.height)
  const isLike = (one: T, other: T | undefined): boolean =>
    other !== undefined && other.height >= parameters.minTitleHeight * one.height
  const tallest = Math.max(
    0,
    sorted.findIndex((title, at) => isLike(title, sorted[at + 1])),
  )
  const first = sorted[tallest]
  return first === undefined ? [] : sorted.slice(tallest).filter((title) => isLike(first, title))
}

/**
 * Finds the places of a page's cards: outlines and titles that edges and text bear out, and gaps in their rows and
 * columns that hold text or show edges. All of them together settle how large a card is.
 */
export const layOutCards = (page: PageContent): CardPlace[] => {
  const named = ofCards(page.titles.filter(({ name }) => name !== null))
  const lines = named.length > 0 ? named : ofCards(page.titles)
  const first = lines[0]
  if (first === undefined) return []
  const tall = page.titles.filter(
    ({ height }) =>
      height >= parameters.minTitleHeight * first.height && height * parameters.minTitleHeight <= first.height,
  )
  const heightNear = cardHeights(page, tall)
  const stairs = staircases(page, tall, ({ corners }) => heightNear(center(corners)))
  const names = tall.filter((title) => title.name !== null && !stairs.some(({ visible }) => liesWithin(title, visible)))
  const ofNames = ofTitles(page, names, heightNear)
  const shown = apart(stairs, bestOf(page, [...ofOutlines(page, tall, heightNear), ...ofNames]))
  const inRows = shown.length < 2 ? shown : withGaps(page, shown)
  // A line that is no name of the catalogue may be one of the rules: those within the others' rows are not looked at.
  const others = tall.filter((title) => title.name === null && !inRows.some(({ quad }) => liesWithin(title, quad)))
  const placed = apart(inRows, bestOf(page, ofTitles(page, others, heightNear)))
  const steps = stepsBetween(placed)
  return placed.map((place) => ({
    ...place,
    isDoubtful: place.isDoubtful === true || holdsOther(place, tall),
    isInRow: isBesideOther(place, placed, steps),
  }))
}

/** Whether a name as tall as titles lies amid what is seen of a card's picture: it is that of a card on top. */
const holdsOther = ({ quad, visible }: Placed, tall: readonly PageTitle[]): boolean => {
  const toUnit = quadToUnit(quad)
  const [from, to] = parameters.midPicture
  return tall.some((title) => {
    const [, v] = toUnit(center(title.corners))
    return title.name !== null && v > from && v < to && liesWithin(title, visible)
  })
}

const liesWithin = ({ corners }: PageTitle, quad: Quad): boolean => isInUnit(quadToUnit(quad)(center(corners)))

/** Candidates that enough speaks for, best first. */
const bestOf = (page: PageContent, candidates: readonly Candidate[]): Candidate[] =>
  candidates
    .map((candidate) => ({ candidate, worth: worthOf(candidate, page) }))
    .filter(
      ({ candidate: { isNamed, sides, quad }, worth }) =>
        worth >= parameters.minWorth && (isNamed || sides >= parameters.minSides) && isInside(page, quad),
    )
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ candidate }) => candidate)

/** The places, and of the candidates, best first, those that lie apart from all before them, as their titles do. */
const apart = (places: readonly Placed[], candidates: readonly Candidate[]): Placed[] => {
  const all: Placed[] = [...places]
  for (const { quad, shownBy, sides, title } of candidates) {
    if (isApart(quad, all) && !all.some((other) => title !== null && liesWithin(title, other.quad)))
      all.push({ quad, visible: quad, shownBy, sides })
  }
  return all
}

/** Whether another name stands in the row or column of a title as that of the next card does. */
const isAlignedWith = (title: PageTitle, other: PageTitle, height: number): boolean => {
  if (other === title || other.name === null) return false
  const [min, max] = neighborStep
  const width = height * title.place.shape
  const [along, below] = offsetOf(title, other).map(Math.abs) as [number, number]
  const isNext = (step: number, side: number, off: number) =>
    step > min * side && step < max * side && off < parameters.offRow * side
  return isNext(along, width, below) || isNext(below, height, along)
}

const ofOutlines = (page: PageContent, tall: readonly PageTitle[], heightNear: HeightNear): Candidate[] =>
  page.outlines.flatMap((quad) => {
    const size = heightOf(quad) / heightNear(center(quad))
    const [min, max] = parameters.outlineSpread
    if (size < min || size > max || isAlongText(quad, page.boxes)) return []
    const own = tall.filter((title) => isTitleOf(quad, title))
    const title = own.find(({ name }) => name !== null) ?? own[0] ?? null
    const isNamed = title !== null && title.name !== null
    return [{ quad, shownBy: 'outline' as const, sides: page.fitter.sidesOf(quad), title, isNamed }]
  })

/** Whether what is wider than high holds lines as wide: half of a card, since no text runs along a card. */
const isAlongText = (quad: Quad, boxes: PageContent['boxes']): boolean => {
  const { top, right, bottom, left } = sidesOf(quad)
  if (top + bottom < right + left) return false
  const toUnit = quadToUnit(quad)
  const along = boxes.filter(({ corners, length, breadth }) => {
    if (length < parameters.lineShape * breadth || !isInUnit(toUnit(center(corners)))) return false
    const [from, to] = [toUnit(corners[0]), toUnit(corners[1])]
    return Math.abs(to[0] - from[0]) * top > Math.abs(to[1] - from[1]) * left
  })
  return along.length > 1
}

const ofTitles = (page: PageContent, tall: readonly PageTitle[], heightNear: HeightNear): Candidate[] =>
  tall.map((title) => {
    const height = heightNear(center(title.corners))
    const [min, max] = parameters.sizeSpread
    const room = Math.max(min * height, Math.min(max * height, roomOf(title, tall)))
    const { quad, sides } = page.fitter.aroundTitle(title.corners, title.place, [min * height, room])
    return { quad, shownBy: 'title', sides, title, isNamed: title.name !== null }
  })
