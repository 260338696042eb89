import { center, median, partOf, quadToUnit, sidesOf } from '../image/geometry.ts'
import type { FittedCard } from './fit-card.ts'
import { isApart, isInside, isInUnit, neighborStep, type PageContent, type Placed } from './page.ts'

/** Set by hand on the labelled pages that are not kept unseen (`npm run eval:pages`). */
const parameters = {
  /** Pieces of text, or sides, that show a card at the end of a row, and within rows, where one is expected. */
  atEnd: { text: 3, sides: 0.8 },
  within: { text: 1, sides: 0.6 },
  /** How far neighbors may be off the row, in sides of a card; how many show a step, and how far off it others are. */
  offRow: 0.3,
  minSteps: 2,
  offStep: 0.2,
  /** Places at most: a page of small print is no page of cards. */
  maxPlaces: 60,
} as const

/** From the middle of one card to that of its neighbor, along its sides in pixels. */
type Step = readonly [across: number, down: number]

/** The usual steps to the next card in a row and in a column, each way; none where there is no such row. */
export const stepsBetween = (places: readonly Placed[]): Step[] => {
  const [min, max] = neighborStep
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

/** Whether another card lies at a usual step from a place. */
export const isBesideOther = (
  place: Pick<Placed, 'quad'>,
  places: readonly Placed[],
  steps: readonly Step[],
): boolean => neighborsOf(place, places, steps).length > 0

const neighborsOf = ({ quad }: Pick<Placed, 'quad'>, places: readonly Placed[], steps: readonly Step[]): Placed[] => {
  const { left: height, top: width } = sidesOf(quad)
  const toUnit = quadToUnit(quad)
  return places.filter((other) => {
    if (other.quad === quad) return false
    const [u, v] = toUnit(center(other.quad))
    return steps.some(
      ([across, down]) => Math.hypot(u - 0.5 - across / width, v - 0.5 - down / height) < parameters.offStep,
    )
  })
}

/** With the cards that lie beside known ones at the usual step, where text or edges show that there is one. */
export const withGaps = (page: PageContent, known: readonly Placed[]): Placed[] => {
  const places = [...known]
  const steps = stepsBetween(known)
  const besides = ({ quad }: Placed): FittedCard[] =>
    steps.flatMap(([across, down]) => {
      const { left: height, top: width } = sidesOf(quad)
      const [u, v] = [across / width, down / height]
      const expected = partOf(quad, u, v, 1 + u, 1 + v)
      return isInside(page, expected) ? [page.fitter.near(expected)] : []
    })
  let proposed = known.flatMap(besides).filter(({ quad }) => isApart(quad, places))
  while (places.length < parameters.maxPlaces) {
    const best = proposed
      .filter((fitted) => isShown(page, fitted, neighborsOf(fitted, places, steps).length))
      .toSorted((a, b) => b.sides - a.sides)[0]
    if (best === undefined) break
    const place: Placed = { ...best, visible: best.quad, shownBy: 'gap' }
    places.push(place)
    proposed = [
      ...proposed.filter(({ quad }) => isApart(quad, [place])),
      ...besides(place).filter(({ quad }) => isApart(quad, places)),
    ]
  }
  return places
}

const isShown = ({ boxes }: PageContent, { quad, sides }: FittedCard, neighbors: number): boolean => {
  const least = neighbors > 1 ? parameters.within : parameters.atEnd
  if (sides >= least.sides) return true
  const toUnit = quadToUnit(quad)
  return boxes.filter(({ corners }) => isInUnit(toUnit(center(corners)))).length >= least.text
}
