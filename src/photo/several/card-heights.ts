import { center, median, type Point, type Quad, quadToUnit } from '../image/geometry.ts'
import {
  distanceTo,
  heightOf,
  isInUnit,
  isTitleOf,
  offsetOf,
  type PageContent,
  type PageTitle,
  sharedShare,
} from './page.ts'

/** Set by hand on the labelled pages that are not kept unseen (`npm run eval:pages`). */
const parameters = {
  /** Height of a title over that of its card, as detected: usual, and its range while the cards' size is unknown. */
  titleShare: { least: 0.036, usual: 0.056, most: 0.08 },
  /** A place with sides this good tells the size of the cards. */
  sureSides: 0.75,
  /** Sides of an outline that is a card though its title is not known, and pieces of text in it. */
  clearSides: 0.9,
  minText: 2,
  /** From this share in common on, one outline lies within the other. */
  within: 0.5,
  /** What an outline that holds a title counts for beside a title's own sides, 1 at best: it is closed all around. */
  outlineWeight: 2,
  /** Titles that are asked for the size. */
  maxFitted: 24,
  /** How far heights may differ, as logarithms, to speak for each other, and to be of one page. */
  alike: 0.1,
  ofOnePage: 0.22,
} as const

/** How high a card is at a place of the page. */
export type HeightNear = (at: Point) => number

interface KnownHeight {
  readonly at: Point
  readonly height: number
  readonly weight: number
}

/**
 * How high a card is at a place of the page: as those near it whose sides are sure and of which most have the same
 * height, else as the titles let expect.
 */
export const cardHeights = (page: PageContent, tall: readonly PageTitle[]): HeightNear => {
  const titled = agreeing([...heightsOfOutlines(page, tall), ...heightsOfTitles(page, tall)])
  const known = titled.length < 2 ? agreeing(heightsOfClearOutlines(page)) : titled
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
    known.reduce((sum, other) => sum + (isLike(one, other, parameters.alike) ? other.weight : 0), 0)
  const [most] = known.map((one) => ({ one, votes: votesFor(one) })).toSorted((a, b) => b.votes - a.votes)
  return most === undefined ? [] : known.filter((other) => isLike(most.one, other, parameters.ofOnePage))
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

/** Outlines that are closed all around and hold text, the largest of those within each other: cards, titled or not. */
const heightsOfClearOutlines = ({ outlines, boxes, fitter }: PageContent): KnownHeight[] => {
  const clear = outlines.filter(
    (quad) =>
      fitter.sidesOf(quad) >= parameters.clearSides &&
      boxes.filter(({ corners }) => isInUnit(quadToUnit(quad)(center(corners)))).length >= parameters.minText,
  )
  return clear
    .filter((quad) =>
      clear.every((other) => heightOf(other) <= heightOf(quad) || sharedShare(quad, other) < parameters.within),
    )
    .map((quad) => ({ at: center(quad), height: heightOf(quad), weight: parameters.outlineWeight }))
}

const heightsOfTitles = (page: PageContent, tall: readonly PageTitle[]): KnownHeight[] => {
  const { least, most } = parameters.titleShare
  const named = tall.filter(({ name }) => name !== null).slice(0, parameters.maxFitted)
  return named.flatMap((title) => {
    const max = Math.min(title.height / least, roomOf(title, tall))
    const { quad, sides } = page.fitter.aroundTitle(title.corners, title.place, [title.height / most, max])
    return sides < parameters.sureSides ? [] : [{ at: center(quad), height: heightOf(quad), weight: sides ** 2 }]
  })
}

/** How high a card may be before it would reach the title of the next one below or beside it. */
export const roomOf = (title: PageTitle, all: readonly PageTitle[]): number => {
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
