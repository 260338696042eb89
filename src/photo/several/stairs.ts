import { partOf, sidesOf } from '../image/geometry.ts'
import type { CardFitter } from './fit-card.ts'
import { offsetOf, type PageTitle, type Placed } from './page.ts'

/** Set by hand on made pages (`npm run eval:pages`). */
const parameters = {
  /** Fewer titles at equal steps are a title with words of the rules below it; so many of them are names. */
  minTitles: 4,
  minNamed: 3,
  /** The next title lies so far below, and so far aside, in heights of a card. */
  below: [0.07, 0.42],
  aside: 0.45,
  /** Steps of one staircase, and heights of its titles, differ by no more than this share. */
  spread: 0.3,
  titleSpread: 0.2,
} as const

interface Stair {
  readonly title: PageTitle
  readonly step: readonly [along: number, below: number]
}

const isNamed = ({ title }: Stair): boolean => title.name !== null

const isLike = (a: number, b: number, spread: number): boolean => Math.abs(a - b) <= spread * Math.max(a, b)

/** The nearest title below another, of its height, as of the next card that covers all but the head of the first. */
const nextOf = (title: PageTitle, titles: readonly PageTitle[], height: number): Stair | null => {
  const [min, max] = parameters.below
  const [next] = titles
    .filter((other) => other !== title && isLike(other.height, title.height, parameters.titleSpread))
    .map((other): Stair => ({ title: other, step: offsetOf(title, other) }))
    .filter(
      ({ step: [along, below] }) =>
        below > min * height && below < max * height && Math.abs(along) < parameters.aside * height,
    )
    .toSorted((a, b) => a.step[1] - b.step[1])
  return next ?? null
}

/** Titles at equal steps from one on, the last of them that of the card on top. */
const stairsFrom = (first: PageTitle, titles: readonly PageTitle[], height: number): Stair[] => {
  const stairs: Stair[] = []
  for (let title = first; ; ) {
    const next = nextOf(title, titles, height)
    const step = stairs[0]?.step ?? next?.step
    if (next === null || step === undefined || !isLike(next.step[1], step[1], parameters.spread)) {
      return [...stairs, { title, step: [0, height] }]
    }
    stairs.push({ title, step: next.step })
    title = next.title
  }
}

/**
 * Cards that lie over each other like the steps of a staircase, so that of all but the last no more than the title is
 * seen.
 * @param heightNear how high a card is there
 */
export const staircases = (
  titles: readonly PageTitle[],
  heightNear: (title: PageTitle) => number,
  fitter: CardFitter,
): Placed[] => {
  const left = new Set(titles.toSorted((a, b) => a.corners[0][1] - b.corners[0][1]))
  const places: Placed[] = []
  for (const first of left) {
    const height = heightNear(first)
    const stairs = stairsFrom(first, [...left], height)
    if (stairs.length < parameters.minTitles || stairs.filter(isNamed).length < parameters.minNamed) continue
    for (const { title, step } of stairs) {
      left.delete(title)
      const { quad, sides } = fitter.aroundTitle(title.corners, title.place, [height, height])
      const share = Math.min(1, step[1] / sidesOf(quad).left)
      places.push({ quad, visible: partOf(quad, 0, 0, 1, share), shownBy: 'title', sides })
    }
  }
  return places
}
