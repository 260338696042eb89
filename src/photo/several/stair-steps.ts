import { mapCorners, type Quad } from '../image/geometry.ts'
import { offsetOf, type PageTitle } from './page.ts'

/** Set by hand on made pages (`npm run eval:pages`). */
const parameters = {
  /** Fewer titles at equal steps are a title with words of the rules below it. */
  minTitles: 4,
  minPairs: 1,
  /** The next title lies so far below, and so far aside, in heights of a card. */
  below: [0.07, 0.4],
  aside: 0.45,
  /** So many names below another may be the next of its staircase. */
  nearest: 3,
  /** Steps of one staircase, and heights of its titles, differ by no more than this share. */
  spread: 0.3,
  titleSpread: 0.3,
  /** How far aside of the next step a title may lie, in heights of a card. */
  offStep: 0.1,
  /** One title may be unread between two that were read, of all steps at most this share. */
  maxUnread: 0.34,
} as const

type Step = readonly [along: number, below: number]

/** A step of a staircase: its title, `null` where that was not read. */
export interface Stair {
  readonly title: PageTitle | null
  /** The title itself, or the one beside it moved by a step. */
  readonly corners: Quad
}

/** Steps from the one at the back to the one on top. */
export interface Staircase {
  readonly stairs: readonly Stair[]
  readonly step: Step
  /** How high its cards are, as the page lets expect. */
  readonly height: number
}

export const isNamed = ({ title }: Stair): boolean => title !== null && title.name !== null

const namedIn = (stairs: readonly Stair[]): number => stairs.filter(isNamed).length

/** How often a name follows on a name: between two of a page in rows lie other lines. */
export const pairsIn = (stairs: readonly Stair[]): number =>
  stairs.filter((stair, i) => isNamed(stair) && stairs.slice(i + 1, i + 2).some(isNamed)).length

const isLike = (a: number, b: number, spread: number): boolean =>
  Math.abs(a - b) <= spread * Math.max(Math.abs(a), Math.abs(b))

/** A line moved along itself and down from it. */
const movedBy = (corners: Quad, [along, below]: Step): Quad => {
  const [[ax, ay], [bx, by]] = corners
  const length = Math.hypot(bx - ax, by - ay) || 1
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length]
  return mapCorners(corners, ([x, y]) => [x + ux * along - uy * below, y + uy * along + ux * below])
}

/** The next title at a step from a line, one that is a name first. */
const titleAt = (from: Quad, [along, below]: Step, titles: readonly PageTitle[], height: number): PageTitle | null => {
  const off = (title: PageTitle): number => {
    const [a, b] = offsetOf({ corners: from }, title)
    return isLike(b, below, parameters.spread) && Math.abs(a - along) < parameters.offStep * height
      ? Math.abs(b - below) + (title.name === null ? height : 0)
      : Number.POSITIVE_INFINITY
  }
  const [next] = titles
    .map((title) => ({ title, off: off(title) }))
    .filter(({ off }) => Number.isFinite(off))
    .toSorted((a, b) => a.off - b.off)
  return next?.title ?? null
}

/** Titles at equal steps behind one, nearest first; between two of them one may be unread. */
const follow = (first: PageTitle, step: Step, titles: readonly PageTitle[], height: number): Stair[] => {
  const stairs: Stair[] = []
  for (let { corners } = first; ; ) {
    const next = titleAt(corners, step, titles, height)
    const unread = movedBy(corners, step)
    const title = next ?? titleAt(unread, step, titles, height)
    if (title === null) return stairs
    if (next === null) stairs.push({ title: null, corners: unread })
    stairs.push({ title, corners: title.corners })
    corners = title.corners
  }
}

/** Staircases that a name may be part of, as the names below it tell their steps. */
const staircasesAt = (first: PageTitle, titles: readonly PageTitle[], height: number): Staircase[] => {
  const [min, max] = parameters.below
  const alike = titles.filter((other) => isLike(other.height, first.height, parameters.titleSpread))
  const own: Stair = { title: first, corners: first.corners }
  return alike
    .filter((other) => other !== first && other.name !== null)
    .map((other) => offsetOf(first, other))
    .filter(([along, below]) => below > min * height && Math.abs(along) < parameters.aside * height)
    .toSorted((a, b) => a[1] - b[1])
    .slice(0, parameters.nearest)
    .flatMap(([along, below]): Step[] => [
      [along, below],
      [along / 2, below / 2],
    ])
    .filter(([, below]) => below > min * height && below < max * height)
    .map((step) => {
      const above = follow(first, [-step[0], -step[1]], alike, height)
      return { stairs: [...above.toReversed(), own, ...follow(first, step, alike, height)], step, height }
    })
}

const isStaircase = ({ stairs }: Staircase): boolean => {
  const unread = stairs.filter(({ title }) => title === null).length
  return (
    stairs.length - unread >= parameters.minTitles &&
    pairsIn(stairs) >= parameters.minPairs &&
    unread <= parameters.maxUnread * stairs.length
  )
}

/** Lines at equal steps that may be the titles of a staircase, those with the most names first. */
export const findStaircases = (titles: readonly PageTitle[], heightNear: (title: PageTitle) => number): Staircase[] =>
  titles
    .filter(({ name }) => name !== null)
    .flatMap((first) => staircasesAt(first, titles, heightNear(first)))
    .filter(isStaircase)
    .toSorted((a, b) => namedIn(b.stairs) - namedIn(a.stairs) || a.stairs.length - b.stairs.length)
