import { center, mapCorners, median, type Point, partOf, type Quad, quadToUnit } from '../image/geometry.ts'
import type { Picture } from '../image/raster.ts'
import { type Level, levelOf, sideSupport, sidesSupport } from './side-support.ts'
import type { TitlePlace } from './title-places.ts'

/** A card's place with the share of its four sides along which an edge runs, 0 to 1. */
export interface FittedCard {
  readonly quad: Quad
  readonly sides: number
}

/** Range of heights in pixels of the picture. */
export type HeightRange = readonly [min: number, max: number]

/** Set by hand on the labelled pages that are not kept unseen (`npm run eval:pages`). */
const parameters = {
  /** Longest sides at which edges are looked for: all over, and then near the best places. */
  coarseSide: 340,
  workingSide: 1000,
  /** Points along each side. */
  samples: 22,
  /** Heights grow by this factor from one to the next; places of the title lie so far apart. */
  heightStep: 1.035,
  acrossStep: 0.03,
  downStep: 0.02,
  /** A title may be turned a little against its card, in radians. */
  turnStep: 0.012,
  /** The best of all that are looked at closely; how far steps shrink from round to round, and rounds. */
  refined: 4,
  shrink: 0.5,
  rounds: 4,
  /** What straying from the usual place of the title costs at its ends: an edge found there must be clearly better. */
  stray: 0.08,
  /** What the largest height is preferred by: frames are printed within cards, and nothing without. */
  larger: 0.04,
  /** How far titles of one staircase may be from lying equally far down on their cards, and the steps tried. */
  ownDown: 0.06,
  ownStep: 0.006,
  /** How a place is moved, in shares of its size, a little first, and what moving it by its whole size would cost. */
  nearSteps: [0.02, 0.08, 0.04, 0.02, 0.01],
  distance: 2,
} as const

interface Candidate {
  readonly height: number
  readonly across: number
  readonly down: number
  readonly turn: number
}

/** Finds the rectangle of a card, around its title or near a place, that the edges of a picture bear out best. */
export interface CardFitter {
  readonly aroundTitle: (title: Quad, place: TitlePlace, heights: HeightRange) => FittedCard
  /** The whole cards of titles below each other, of which each covers all but the head of the one before. */
  readonly ofStairs: (titles: readonly Quad[], place: TitlePlace, heights: HeightRange) => Quad[]
  /** Moves a place by up to a seventh of its size. */
  readonly near: (quad: Quad) => FittedCard
  /** The share of a quadrilateral's sides along which an edge runs. */
  readonly sidesOf: (quad: Quad) => number
}

/** Values from `min` to `max`, so far apart at most. */
const range = (min: number, max: number, step: number): number[] => {
  const count = Math.max(1, Math.ceil((max - min) / step))
  return Array.from({ length: count + 1 }, (_, i) => min + ((max - min) * i) / count)
}

export const createCardFitter = (picture: Picture): CardFitter => {
  const coarse = levelOf(picture, parameters.coarseSide, parameters.samples >> 1)
  const fine = levelOf(picture, parameters.workingSide, parameters.samples)
  const sidesOf = (quad: Quad): number => sidesSupport(fine, quad)
  return {
    aroundTitle: (title, place, heights) => fitAroundTitle({ coarse, fine }, title, place, heights),
    ofStairs: (titles, place, heights) => fitStairs({ coarse, fine }, titles, place, heights),
    near: (quad) => fitNear(sidesOf, quad),
    sidesOf,
  }
}

interface Levels {
  readonly coarse: Level
  readonly fine: Level
}

interface Weighed {
  readonly candidate: Candidate
  readonly worth: number
}

/** Where titles lie on their cards, and how high those are, as the edges around what is seen of them bear out best. */
const fitAround = (
  { coarse, fine }: Levels,
  place: TitlePlace,
  heights: HeightRange,
  shownOf: (candidate: Candidate) => readonly Quad[],
): Candidate => {
  const [minHeight, maxHeight] = heights
  const priorOf = ({ height, across, down }: Candidate): number =>
    (parameters.larger * (height - minHeight)) / Math.max(1, maxHeight - minHeight) -
    parameters.stray * Math.max(straying(place.across, across), straying(place.down, down))
  const weigh = (level: Level, candidate: Candidate): Weighed => {
    const shown = shownOf(candidate)
    const sides = shown.reduce((sum, quad) => sum + sidesSupport(level, quad), 0) / shown.length
    return { candidate, worth: sides + priorOf(candidate) }
  }
  return candidatesOf(heights, place)
    .map((candidate) => weigh(coarse, candidate))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, parameters.refined)
    .map(({ candidate }) => refined((one) => weigh(fine, one), candidate))
    .reduce((a, b) => (b.worth > a.worth ? b : a)).candidate
}

const fitAroundTitle = (levels: Levels, title: Quad, place: TitlePlace, heights: HeightRange): FittedCard => {
  const toQuad = quadsAround(anchorOf(title, place), axesOf([title]), place)
  const quad = toQuad(fitAround(levels, place, heights, (candidate) => [toQuad(candidate)]))
  return { quad, sides: sidesSupport(levels.fine, quad) }
}

const fitStairs = (levels: Levels, titles: readonly Quad[], place: TitlePlace, heights: HeightRange): Quad[] => {
  const axes = axesOf(titles)
  const toQuads = inLine(
    titles.map((title) => anchorOf(title, place)),
    axes,
  ).map((anchor) => quadsAround(anchor, axes, place))
  const quadsOf = (candidate: Candidate): Quad[] => toQuads.map((toQuad) => toQuad(candidate))
  const best = fitAround(levels, place, heights, (candidate) => headsOf(quadsOf(candidate)))
  return toQuads.map((toQuad) => toQuad(withOwnTop(levels.fine, best, toQuad)))
}

/** Titles of one game do not lie quite as far down on each card: moved by what edges show to be its upper side. */
const withOwnTop = (level: Level, candidate: Candidate, toQuad: (candidate: Candidate) => Quad): Candidate =>
  range(-parameters.ownDown, parameters.ownDown, parameters.ownStep)
    .map((by) => ({ ...candidate, down: candidate.down + by }))
    .map((moved) => ({ moved, worth: worthOfTop(level, toQuad(moved)) - Math.abs(moved.down - candidate.down) }))
    .reduce((a, b) => (b.worth > a.worth ? b : a)).moved

const worthOfTop = (level: Level, [from, to]: Quad): number => sideSupport(level, from, to) ?? 0

/** What is seen of cards of which each covers all but the head of the one before. */
export const headsOf = (quads: readonly Quad[]): Quad[] =>
  quads.map((quad, i) => {
    const next = quads[i + 1]
    return next ? partOf(quad, 0, 0, 1, Math.min(1, quadToUnit(quad)(next[0])[1])) : quad
  })

/**
 * Points moved along a line of text onto the straight line that most of them are near (Theil, A rank-invariant method
 * of linear regression analysis, 1950).
 */
const inLine = (points: readonly Point[], [[ax, ay], [dx, dy]]: Axes): Point[] => {
  const placed = points.map(([x, y]) => ({ along: x * ax + y * ay, down: x * dx + y * dy }))
  const slopes = placed.flatMap((a, i) => placed.slice(i + 1).map((b) => (b.along - a.along) / (b.down - a.down || 1)))
  const slope = median(slopes)
  const start = median(placed.map(({ along, down }) => along - slope * down))
  return points.map(([x, y], i) => {
    const { along, down } = placed[i] ?? { along: 0, down: 0 }
    const by = start + slope * down - along
    return [x + ax * by, y + ay * by]
  })
}

type Bounds = readonly [min: number, usual: number, max: number]

const candidatesOf = ([min, max]: HeightRange, { across: [left, , right], down: [top, , bottom] }: TitlePlace) =>
  range(Math.log(min), Math.log(Math.max(min, max)), Math.log(parameters.heightStep)).flatMap((log) =>
    range(left, right, parameters.acrossStep).flatMap((across) =>
      range(top, bottom, parameters.downStep).map(
        (down): Candidate => ({ height: Math.exp(log), across, down, turn: 0 }),
      ),
    ),
  )

/** Moves a candidate step by step to where its worth is highest, with smaller steps from round to round. */
const refined = (weigh: (candidate: Candidate) => Weighed, from: Candidate): Weighed => {
  let best = weigh(from)
  const { acrossStep, downStep, heightStep, turnStep, shrink, rounds } = parameters
  for (let round = 0, share = 1; round < rounds; round++, share *= shrink) {
    const steps: readonly (readonly [keyof Candidate, number])[] = [
      ['across', acrossStep * share],
      ['down', downStep * share],
      ['height', from.height * (heightStep - 1) * share],
      ['turn', turnStep * share],
    ]
    for (const [key, step] of steps)
      for (const by of [-step, step]) {
        const next = weigh({ ...best.candidate, [key]: best.candidate[key] + by })
        if (next.worth > best.worth) best = next
      }
  }
  return best
}

/** The rectangle of a card that has a title at a place of it. */
const quadsAround =
  (anchor: Point, [[ax, ay], [dx, dy]]: Axes, place: TitlePlace): ((candidate: Candidate) => Quad) =>
  ({ height, across, down, turn }) => {
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    const x: Point = [ax * cos - ay * sin, ax * sin + ay * cos]
    const y: Point = [dx * cos - dy * sin, dx * sin + dy * cos]
    return rectangle(anchor, x, y, [across, down], [height * place.shape, height])
  }

/** Moves a place by up to a seventh of its size to where edges bear it out best; the farther, the better. */
const fitNear = (sidesOf: (quad: Quad) => number, quad: Quad): FittedCard => {
  let best = { u: 0, v: 0, growth: 0, quad, sides: sidesOf(quad), worth: sidesOf(quad) }
  for (const step of parameters.nearSteps) {
    const from = best
    for (const u of [from.u - step, from.u, from.u + step])
      for (const v of [from.v - step, from.v, from.v + step])
        for (const growth of [from.growth - step / 2, from.growth, from.growth + step / 2]) {
          const moved = movedBy(quad, u, v, 1 + growth)
          const sides = sidesOf(moved)
          const worth = sides - parameters.distance * Math.max(Math.abs(u), Math.abs(v), 2 * Math.abs(growth))
          if (worth > best.worth) best = { u, v, growth, quad: moved, sides, worth }
        }
  }
  return { quad: best.quad, sides: best.sides }
}

const straying = ([min, usual, max]: Bounds, value: number): number =>
  value < usual ? (usual - value) / (usual - min) : (value - usual) / (max - usual)

const anchorOf = (title: Quad, { anchor }: TitlePlace): Point =>
  anchor === 'middle' ? center(title) : [(title[0][0] + title[3][0]) / 2, (title[0][1] + title[3][1]) / 2]

type Axes = readonly [along: Point, down: Point]

/** Unit vectors along lines of text and down from them. */
const axesOf = (lines: readonly Quad[]): Axes => {
  let [x, y] = [0, 0]
  for (const [a, b, c, d] of lines) [x, y] = [x + b[0] - a[0] + c[0] - d[0], y + b[1] - a[1] + c[1] - d[1]]
  const length = Math.hypot(x, y) || 1
  return [
    [x / length, y / length],
    [-y / length, x / length],
  ]
}

/** The rectangle along two axes in which an anchor lies at a place. */
const rectangle = (anchor: Point, x: Point, y: Point, [across, down]: Point, [width, height]: Point): Quad => {
  const at = (u: number, v: number): Point => [
    anchor[0] + x[0] * (u - across) * width + y[0] * (v - down) * height,
    anchor[1] + x[1] * (u - across) * width + y[1] * (v - down) * height,
  ]
  return [at(0, 0), at(1, 0), at(1, 1), at(0, 1)]
}

/** A quadrilateral moved by shares of its own sides and grown around its middle. */
const movedBy = (quad: Quad, u: number, v: number, growth: number): Quad => {
  const [a, b, , d] = quad
  const [dx, dy] = [(b[0] - a[0]) * u + (d[0] - a[0]) * v, (b[1] - a[1]) * u + (d[1] - a[1]) * v]
  const [cx, cy] = center(quad)
  return mapCorners(quad, ([x, y]) => [cx + dx + (x - cx) * growth, cy + dy + (y - cy) * growth])
}
