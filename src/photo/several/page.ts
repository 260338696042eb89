import { center, type Point, partOf, type Quad, quadToUnit, sidesOf, signedArea } from '../image/geometry.ts'
import type { PlacedBox } from '../text/read-text.ts'
import type { CardFitter } from './fit-card.ts'
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
  /** The part of it that no other card covers; the same `quad` where that is all. */
  readonly visible: Quad
  readonly shownBy: 'outline' | 'title' | 'gap'
  /** The share of its sides along which an edge runs, 0 to 1. */
  readonly sides: number
  /** Something speaks against its box: what it holds may be another card's. */
  readonly isDoubtful?: boolean
  /** Another card lies at the usual step beside, above or below it. */
  readonly isInRow: boolean
}

/** A place while the others are not known yet. */
export type Placed = Omit<CardPlace, 'isInRow'>

/** Set by hand on the labelled pages that are not kept unseen (`npm run eval:pages`). */
const parameters = {
  /** Share of the smaller of two cards that both may have in common. */
  maxShared: 0.22,
  /** Share of a card that lies within the picture. */
  minInside: 0.62,
  /** How far outside the place of its game's titles one may lie on a card. */
  titleDrift: 0.02,
} as const

/** Distance of cards side by side or below each other, in sides of a card. */
export const neighborStep = [0.85, 1.6] as const

export const heightOf = (quad: Quad): number => (sidesOf(quad).left + sidesOf(quad).right) / 2

const gridSide = 9
const grid: readonly Point[] = Array.from({ length: gridSide ** 2 }, (_, i) => [
  ((i % gridSide) + 0.5) / gridSide,
  (Math.floor(i / gridSide) + 0.5) / gridSide,
])

export const isInUnit = ([u, v]: Point): boolean => u > 0 && u < 1 && v > 0 && v < 1

/** Points spread evenly over a quadrilateral. */
const pointsOf = (quad: Quad): Point[] => grid.map(([u, v]) => partOf(quad, u, v, 1, 1)[0])

/** Share of the smaller of two quadrilaterals that lies in the other. */
export const sharedShare = (a: Quad, b: Quad): number => {
  const [small, large] = signedArea(a) < signedArea(b) ? [a, b] : [b, a]
  const toUnit = quadToUnit(large)
  return pointsOf(small).filter((point) => isInUnit(toUnit(point))).length / grid.length
}

/** Whether a line lies in a card where its game prints titles. */
export const isTitleOf = (quad: Quad, { corners, place }: PageTitle): boolean => {
  const toUnit = quadToUnit(quad)
  const [u, v] = toUnit(center(corners))
  const { down } = place
  return u > 0 && u < 1 && v > down[0] - parameters.titleDrift && v < down[2] + parameters.titleDrift
}

/** Whether a card lies apart from what is seen of others. */
export const isApart = (quad: Quad, places: readonly Placed[]): boolean =>
  places.every((other) => sharedShare(quad, other.visible) < parameters.maxShared)

/** Whether enough of a card lies within the picture. */
export const isInside = ({ width, height }: PageContent, quad: Quad): boolean =>
  pointsOf(quad).filter(([x, y]) => x > 0 && y > 0 && x < width && y < height).length >
  parameters.minInside * grid.length

/** How far another line begins along a line and below it, in pixels. */
export const offsetOf = (
  { corners: [a, b] }: Pick<PageTitle, 'corners'>,
  { corners: [other] }: Pick<PageTitle, 'corners'>,
): Point => {
  const length = distanceTo(a, b) || 1
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
  const [x, y] = [other[0] - a[0], other[1] - a[1]]
  return [x * ux + y * uy, y * ux - x * uy]
}

export const distanceTo = ([x, y]: Point, [x2, y2]: Point): number => Math.hypot(x - x2, y - y2)
