import { center, type Point, partOf, type Quad, quadToUnit, sidesOf, signedArea } from '../image/geometry.ts'
import type { PlacedBox } from '../text/read-text.ts'
import type { CardFitter, FittedCard } from './fit-card.ts'
import type { TitlePlace } from './title-places.ts'
import type { Title } from './whole-text.ts'

/** A line that may be the title of a card, and where its game prints titles. */
export type PageTitle = Title & { readonly place: TitlePlace }

/** What is known of a page, in pixels of its picture. */
export interface PageContent {
  readonly width: number
  readonly height: number
  /** Outlines of a card's shape, from the corner that comes first in reading. */
  readonly outlines: readonly Quad[]
  readonly titles: readonly PageTitle[]
  readonly boxes: readonly PlacedBox[]
  readonly fitter: CardFitter
}

/** The place of a card: what showed it, an outline, a title, or the gap in a row of cards, and what bears that out. */
export interface CardPlace {
  readonly quad: Quad
  readonly shownBy: 'outline' | 'title' | 'gap'
  /** The share of its sides along which an edge runs, 0 to 1. */
  readonly sides: number
  /** Another card lies at the usual step beside, above or below it. */
  readonly isInRow: boolean
}

type Placed = Omit<CardPlace, 'isInRow'>

/** Set by hand on the labelled pages that are not kept unseen (`npm run eval:pages`). */
const parameters = {
  /** Height of a title over that of its card, as detected: usual, and its range while the cards' size is unknown. */
  titleShare: { least: 0.036, usual: 0.056, most: 0.08 },
  /** Titles of one page differ in height by no more than this share. */
  minTitleHeight: 0.62,
  /** A title whose card has sides this good tells the size of the cards, and how far they may be from it. */
  sureSides: 0.75,
  /** What an outline that holds a title counts for beside a title's own sides, 1 at best: it is closed all around. */
  outlineWeight: 2,
  sizeSpread: [0.9, 1.12],
  outlineSpread: [0.78, 1.3],
  /**
   * What a name of the catalogue adds to the sides, a closed outline, and of poor sides another name in the row or
   * column; and what takes from them.
   */
  named: 0.15,
  outlined: 0.1,
  aligned: 0.3,
  straddle: 0.5,
  intruder: 0.5,
  /** Least worth of a card, and least sides of one that no name of the catalogue shows. */
  minWorth: 0.35,
  minSides: 0.7,
  /** Share of the smaller of two cards that both may have in common. */
  maxShared: 0.22,
  /** Share of a card that lies within the picture. */
  minInside: 0.62,
  /** Pieces of text, or sides, in a gap that nothing else shows. */
  minText: 3,
  gapSides: 0.8,
  /** Distance of neighbors in a row, in sides of a card, and how far they may be off the row. */
  step: [0.85, 1.6],
  offRow: 0.3,
  minSteps: 2,
  offStep: 0.2,
} as const

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const heightOf = (quad: Quad): number => (sidesOf(quad).left + sidesOf(quad).right) / 2

const gridSide = 9
const grid: readonly Point[] = Array.from({ length: gridSide ** 2 }, (_, i) => [
  ((i % gridSide) + 0.5) / gridSide,
  (Math.floor(i / gridSide) + 0.5) / gridSide,
])

const isInUnit = ([u, v]: Point): boolean => u > 0 && u < 1 && v > 0 && v < 1

/** Points spread evenly over a quadrilateral. */
const pointsOf = (quad: Quad): Point[] => grid.map(([u, v]) => partOf(quad, u, v, 1, 1)[0])

/** Share of the smaller of two quadrilaterals that lies in the other. */
export const sharedShare = (a: Quad, b: Quad): number => {
  const [small, large] = signedArea(a) < signedArea(b) ? [a, b] : [b, a]
  const toUnit = quadToUnit(large)
  return pointsOf(small).filter((point) => isInUnit(toUnit(point))).length / grid.length
}

interface Candidate extends Placed {
  readonly title: PageTitle | null
  readonly isNamed: boolean
}

/** Where a line's anchor lies in a card, and whether that is where its game prints titles. */
const isTitleOf = (quad: Quad, { corners, place }: PageTitle): boolean => {
  const toUnit = quadToUnit(quad)
  const [u, v] = toUnit(center(corners))
  const { down } = place
  return u > 0 && u < 1 && v > down[0] - 0.02 && v < down[2] + 0.02
}

/**
 * How much speaks for a candidate: edges along its sides, a name; against it lines that run over its sides, and lines
 * as tall as its title elsewhere within it, as of the card below.
 */
const worthOf = (candidate: Candidate, { boxes, titles }: PageContent): number => {
  const { quad, sides, title, isNamed, shownBy } = candidate
  const toUnit = quadToUnit(quad)
  let [within, straddling] = [0, 0]
  for (const { corners } of boxes) {
    const [from, to] = [toUnit(middleOf(corners[0], corners[3])), toUnit(middleOf(corners[1], corners[2]))]
    const y = (from[1] + to[1]) / 2
    if (y < 0.02 || y > 0.98) continue
    const [left, right] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])]
    if (right < 0 || left > 1) continue
    if ((left < -0.07 && right > 0.07) || (left < 0.93 && right > 1.07)) straddling++
    else within++
  }
  const height = title?.height ?? 0
  const isAligned = isNamed && title !== null && titles.some((other) => isAlignedWith(title, other, heightOf(quad)))
  const intruders = titles.filter((other) => {
    if (other === title || other.height < 0.85 * height || other.name === null) return false
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
  const candidates = [...ofOutlines(page, tall, heightNear), ...ofTitles(page, tall, heightNear)]
    .map((candidate) => ({ ...candidate, worth: worthOf(candidate, page) }))
    .filter(
      ({ isNamed, sides, worth, quad }) =>
        worth >= parameters.minWorth && (isNamed || sides >= parameters.minSides) && isInside(page, quad),
    )
    .toSorted((a, b) => b.worth - a.worth)
  const shown = apart(
    [],
    candidates.filter(({ isNamed, shownBy }) => isNamed || shownBy === 'outline'),
  )
  // A line that is no name of the catalogue may be one of the rules: the rows of the others come before it.
  const inRows = shown.length < 2 ? shown : withGaps(page, shown)
  const placed = apart(inRows, candidates)
  const steps = stepsBetween(placed)
  return placed.map((place) => ({ ...place, isInRow: isBesideOther(place, placed, steps) }))
}

/** The places, and of the candidates, best first, those that lie apart from all before them, as their titles do. */
const apart = (places: readonly Placed[], candidates: readonly Candidate[]): Placed[] => {
  const all: Placed[] = [...places]
  for (const { quad, shownBy, sides, title } of candidates) {
    const isWithin = ({ quad: other }: Placed) => title !== null && isInUnit(quadToUnit(other)(center(title.corners)))
    if (isApart(quad, all) && !all.some(isWithin)) all.push({ quad, shownBy, sides })
  }
  return all
}

const isApart = (quad: Quad, places: readonly Placed[]): boolean =>
  places.every((other) => sharedShare(quad, other.quad) < parameters.maxShared)

const isInside = ({ width, height }: PageContent, quad: Quad): boolean =>
  pointsOf(quad).filter(([x, y]) => x > 0 && y > 0 && x < width && y < height).length >
  parameters.minInside * grid.length

type HeightNear = (at: Point) => number

interface KnownHeight {
  readonly at: Point
  readonly height: number
  readonly weight: number
}

/**
 * How high a card is at a place of the page: as those near it whose sides are sure and of which most have the same
 * height, else as the titles let expect.
 */
const cardHeights = (page: PageContent, tall: readonly PageTitle[]): HeightNear => {
  const known = agreeing([...heightsOfOutlines(page, tall), ...heightsOfTitles(page, tall)])
  if (known.length < 2) {
    const whole = median(tall.map(({ height }) => height)) / parameters.titleShare.usual
    return () => whole
  }
  return (at) =>
    median(
      known
        .toSorted((a, b) => distanceTo(a.at, at) - distanceTo(b.at, at))
        .slice(0, 3)
        .map(({ height }) => height),
    )
}

/** Those about as high as most of their weight. */
const agreeing = (known: readonly KnownHeight[]): KnownHeight[] => {
  const isLike = (a: KnownHeight, b: KnownHeight, spread: number) => Math.abs(Math.log(a.height / b.height)) < spread
  const votesFor = (one: KnownHeight): number =>
    known.reduce((sum, other) => sum + (isLike(one, other, 0.1) ? other.weight : 0), 0)
  const [most] = known.map((one) => ({ one, votes: votesFor(one) })).toSorted((a, b) => b.votes - a.votes)
  return most === undefined ? [] : known.filter((other) => isLike(most.one, other, 0.22))
}

const isTitleHeight = (height: number, quad: Quad): boolean => {
  const share = height / heightOf(quad)
  return share > parameters.titleShare.least && share < parameters.titleShare.most
}

const heightsOfOutlines = ({ outlines, fitter }: PageContent, tall: readonly PageTitle[]): KnownHeight[] =>
  outlines
    .filter((quad) => tall.some((title) => isTitleHeight(title.height, quad) && isTitleOf(quad, title)))
    .filter((quad) => fitter.sidesOf(quad) >= parameters.sureSides)
    .map((quad) => ({ at: center(quad), height: heightOf(quad), weight: parameters.outlineWeight }))

const heightsOfTitles = (page: PageContent, tall: readonly PageTitle[]): KnownHeight[] =>
  tall.flatMap((title) => {
    const { least, most } = parameters.titleShare
    if (title.name === null) return []
    const max = Math.min(title.height / least, roomOf(title, tall))
    const { quad, sides } = page.fitter.aroundTitle(title.corners, title.place, [title.height / most, max])
    return sides < parameters.sureSides ? [] : [{ at: center(quad), height: heightOf(quad), weight: sides ** 2 }]
  })

/** How high a card may be before it would reach the title of the next one below or beside it. */
const roomOf = (title: PageTitle, all: readonly PageTitle[]): number => {
  const usual = title.height / parameters.titleShare.usual
  const rooms = all.flatMap((other) => {
    if (other.name === null) return []
    const [along, below] = offsetOf(title, other)
    const isBelow = Math.abs(along) < 0.25 * usual && below > 0.7 * usual
    const isBeside = Math.abs(below) < 0.12 * usual && along > 0.5 * usual
    return isBelow ? [below] : isBeside ? [along / title.place.shape] : []
  })
  return Math.min(Number.POSITIVE_INFINITY, ...rooms)
}

/** How far another title begins along a title and below it, in pixels. */
const offsetOf = ({ corners: [a, b] }: PageTitle, { corners: [other] }: PageTitle): Point => {
  const length = distanceTo(a, b) || 1
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
  const [x, y] = [other[0] - a[0], other[1] - a[1]]
  return [x * ux + y * uy, y * ux - x * uy]
}

/** Whether another name stands in the row or column of a title as that of the next card does. */
const isAlignedWith = (title: PageTitle, other: PageTitle, height: number): boolean => {
  if (other === title || other.name === null) return false
  const [min, max] = parameters.step
  const width = height * title.place.shape
  const [along, below] = offsetOf(title, other).map(Math.abs) as [number, number]
  const isNext = (step: number, side: number, off: number) => step > min * side && step < max * side && off < 0.1 * side
  return isNext(along, width, below) || isNext(below, height, along)
}

const distanceTo = ([x, y]: Point, [x2, y2]: Point): number => Math.hypot(x - x2, y - y2)

const ofOutlines = (page: PageContent, tall: readonly PageTitle[], heightNear: HeightNear): Candidate[] =>
  page.outlines.flatMap((quad) => {
    const size = heightOf(quad) / heightNear(center(quad))
    const [min, max] = parameters.outlineSpread
    if (size < min || size > max) return []
    const own = tall.filter((title) => isTitleOf(quad, title))
    const title = own.find(({ name }) => name !== null) ?? own[0] ?? null
    const isNamed = title !== null && title.name !== null
    return [{ quad, shownBy: 'outline' as const, sides: page.fitter.sidesOf(quad), title, isNamed }]
  })

const ofTitles = (page: PageContent, tall: readonly PageTitle[], heightNear: HeightNear): Candidate[] =>
  tall.map((title) => {
    const height = heightNear(center(title.corners))
    const [min, max] = parameters.sizeSpread
    const room = Math.max(min * height, Math.min(max * height, roomOf(title, tall)))
    const { quad, sides } = page.fitter.aroundTitle(title.corners, title.place, [min * height, room])
    return { quad, shownBy: 'title', sides, title, isNamed: title.name !== null }
  })

/** From the middle of one card to that of its neighbor, along its sides in pixels. */
type Step = readonly [across: number, down: number]

/** The usual steps to the next card in a row and in a column, each way; none where there is no such row. */
const stepsBetween = (places: readonly Placed[]): Step[] => {
  const [min, max] = parameters.step
  const right: Step[] = []
  const below: Step[] = []
  for (const a of places) {
    const { left: height, top: width } = sidesOf(a.quad)
    const toUnit = quadToUnit(a.quad)
    for (const b of places) {
      if (a === b) continue
      const [x, y] = toUnit(center(b.quad))
      const [u, v] = [x - 0.5, y - 0.5]
      if (u > min && u < max && Math.abs(v) < parameters.offRow) right.push([u * width, v * height])
      if (v > min && v < max && Math.abs(u) < parameters.offRow) below.push([u * width, v * height])
    }
  }
  const middle = (steps: readonly Step[]): Step[] =>
    steps.length < parameters.minSteps ? [] : [[median(steps.map(([u]) => u)), median(steps.map(([, v]) => v))]]
  return [...middle(right), ...middle(below)].flatMap(([across, down]): Step[] => [
    [across, down],
    [-across, -down],
  ])
}

const isBesideOther = ({ quad }: Placed, places: readonly Placed[], steps: readonly Step[]): boolean => {
  const { left: height, top: width } = sidesOf(quad)
  const toUnit = quadToUnit(quad)
  return places.some((other) => {
    if (other.quad === quad) return false
    const [u, v] = toUnit(center(other.quad))
    return steps.some(
      ([across, down]) => Math.hypot(u - 0.5 - across / width, v - 0.5 - down / height) < parameters.offStep,
    )
  })
}

/** With the cards that lie beside known ones at the usual step, where text or edges show that there is one. */
const withGaps = (page: PageContent, known: readonly Placed[]): Placed[] => {
  const places = [...known]
  const steps = stepsBetween(known)
  const besides = ({ quad }: Placed): FittedCard[] =>
    steps.flatMap(([across, down]) => {
      const { left: height, top: width } = sidesOf(quad)
      const [u, v] = [across / width, down / height]
      const expected = partOf(quad, u, v, 1 + u, 1 + v)
      return isInside(page, expected) ? [page.fitter.near(expected)] : []
    })
  let proposed = known.flatMap(besides)
  for (;;) {
    proposed = proposed.filter(({ quad, sides }) => isApart(quad, places) && isShown(page, quad, sides))
    const best = proposed.toSorted((a, b) => b.sides - a.sides)[0]
    if (best === undefined) return places
    const place: Placed = { ...best, shownBy: 'gap' }
    places.push(place)
    proposed.push(...besides(place))
  }
}

const isShown = ({ boxes }: PageContent, quad: Quad, sides: number): boolean => {
  if (sides >= parameters.gapSides) return true
  const toUnit = quadToUnit(quad)
  return boxes.filter(({ corners }) => isInUnit(toUnit(center(corners)))).length >= parameters.minText
}
