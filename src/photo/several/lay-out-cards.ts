import type { Point } from '../image/geometry.ts'
import type { Title } from './whole-text.ts'

/** An upright rectangle in pixels of the upright page. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What is known of a page: its size, outlines of cards, titles and the middles of its text. */
export interface PageContent {
  readonly width: number
  readonly height: number
  readonly outlines: readonly Area[]
  readonly titles: readonly Title[]
  readonly text: readonly (readonly [x: number, y: number])[]
}

/** The place of a card, and the outline that showed it; without one a title did, or the gap in a row of cards. */
export interface CardPlace {
  readonly area: Area
  readonly outline: number | null
  readonly shownBy: 'outline' | 'title' | 'gap'
}

/** Set by hand on pages made of the labelled development pictures (`npm run eval:pages`). */
const parameters = {
  /** Height of a title over that of its card, and how far a card's outline may be from it. */
  titleShare: 0.056,
  minOutline: 0.6,
  maxOutline: 1.7,
  /** Titles of one page differ in height by no more than this share. */
  minTitleHeight: 0.7,
  /** Breadth over length of a card, and of what it takes up in a row. */
  shape: 0.716,
  filled: 0.93,
  /** Where a title begins, in fractions of its card: on top in most games, below in One Piece. */
  titlePlaces: [
    [0.07, 0.065],
    [0.38, 0.88],
  ],
  /** Share of the smaller area that two cards may have in common. */
  maxShared: 0.2,
  /** Share of a card that lies within the picture. */
  minInside: 0.75,
  /** Pieces of text in a place that nothing else shows. */
  minText: 3,
  /** Neighbors in a row lie within these multiples of a card's breadth. */
  minPitch: 0.85,
  maxPitch: 1.5,
} as const

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const sharedArea = (a: Area, b: Area): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y))

const sizeOf = ({ width, height }: Area): number => width * height

const isApart = (area: Area, others: readonly CardPlace[]): boolean =>
  others.every(
    (other) => sharedArea(area, other.area) < parameters.maxShared * Math.min(sizeOf(area), sizeOf(other.area)),
  )

const contains = ({ x, y, width, height }: Area, [px, py]: readonly [number, number]): boolean =>
  px > x && px < x + width && py > y && py < y + height

/**
 * Names about as tall as the tallest that has its like, tallest first: one far taller than all others, as on a box or a
 * banner, is no card's.
 */
const titlesOfCards = (titles: readonly Title[]): Title[] => {
  const sorted = titles.toSorted((a, b) => b.height - a.height)
  const isLike = (one: Title, other: Title | undefined): boolean =>
    other !== undefined && other.height >= parameters.minTitleHeight * one.height
  const tallest = sorted.findIndex((title, at) => isLike(title, sorted[at + 1]))
  const first = sorted[Math.max(0, tallest)]
  return first === undefined ? [] : sorted.slice(Math.max(0, tallest)).filter((title) => isLike(first, title))
}

/** Distance of cards that lie side by side, as most of them do; `null` where none does. */
const pitchOf = (
  starts: readonly (readonly [along: number, across: number])[],
  size: number,
  drift: number,
): number | null => {
  const steps = starts.flatMap(([along, across], i) =>
    starts.slice(i + 1).flatMap(([otherAlong, otherAcross]) => {
      const step = Math.abs(along - otherAlong)
      const isNeighbor =
        Math.abs(across - otherAcross) < drift && step > parameters.minPitch * size && step < parameters.maxPitch * size
      return isNeighbor ? [step] : []
    }),
  )
  return steps.length === 0 ? null : median(steps)
}

/**
 * Finds the places of a page's cards, most certain first: outlines of the size that the titles let expect, titles
 * outside of them, and gaps in rows and columns of such cards that hold text.
 * @param limit cards at most
 */
export const layOutCards = ({ width, height, outlines, titles, text }: PageContent, limit: number): CardPlace[] => {
  const sure = titlesOfCards(titles)
  if (sure.length === 0) return []
  const expected = median(sure.map((title) => title.height)) / parameters.titleShare
  const places: CardPlace[] = []
  outlines.forEach((area, outline) => {
    const isOfSize = area.height > parameters.minOutline * expected && area.height < parameters.maxOutline * expected
    if (isOfSize && places.length < limit && isApart(area, places)) places.push({ area, outline, shownBy: 'outline' })
  })
  const upright = places.filter(({ area }) => area.height > area.width)
  const rowPitch = pitchOf(
    sure.map(({ left, middle }) => [left, middle]),
    expected * parameters.shape,
    expected / 4,
  )
  const cardWidth =
    upright.length > 0
      ? median(upright.map(({ area }) => area.width))
      : (rowPitch ?? expected * parameters.shape) * parameters.filled
  const cardHeight = upright.length > 0 ? median(upright.map(({ area }) => area.height)) : cardWidth / parameters.shape
  const inside = (area: Area): boolean =>
    sharedArea(area, { x: 0, y: 0, width, height }) > parameters.minInside * sizeOf(area)
  const starts = sure.flatMap(({ left, middle }) =>
    upright.flatMap(({ area }) =>
      contains(area, [left, middle]) ? [[(left - area.x) / area.width, (middle - area.y) / area.height] as const] : [],
    ),
  )
  const areaOf = ({ left, middle }: Title, [u, v]: Point): Area => ({
    x: left - u * cardWidth,
    y: middle - v * cardHeight,
    width: cardWidth,
    height: cardHeight,
  })
  const fitting = (place: Point): number => sure.filter((title) => inside(areaOf(title, place))).length
  const titlePlace: Point =
    starts.length > 0
      ? [median(starts.map(([x]) => x)), median(starts.map(([, y]) => y))]
      : parameters.titlePlaces.reduce((a, b) => (fitting(b) > fitting(a) ? b : a))
  const add = (area: Area, shownBy: CardPlace['shownBy']): void => {
    if (places.length < limit && inside(area) && isApart(area, places)) places.push({ area, outline: null, shownBy })
  }
  for (const title of sure) add(areaOf(title, titlePlace), 'title')
  if (places.length < 3) return places
  const corners = places.map(({ area }) => [area.x + area.width / 2, area.y + area.height / 2] as const)
  const across = pitchOf(corners, cardWidth, cardHeight / 4)
  const down = pitchOf(
    corners.map(([x, y]) => [y, x] as const),
    cardHeight,
    cardWidth / 4,
  )
  if (across === null || down === null) return places
  for (let at = 0; at < places.length; at++) {
    const { area } = places[at] as CardPlace
    for (const [dx, dy] of [
      [-across, 0],
      [across, 0],
      [0, -down],
      [0, down],
    ] as const) {
      const gap = { x: area.x + dx, y: area.y + dy, width: cardWidth, height: cardHeight }
      if (text.filter((middle) => contains(gap, middle)).length >= parameters.minText) add(gap, 'gap')
    }
  }
  return places
}
