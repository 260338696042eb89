import { type Edges, findEdges, gradientScale } from '../image/edges.ts'
import { center, mapCorners, type Point, type Quad } from '../image/geometry.ts'
import type { Picture } from '../image/raster.ts'
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
  /**
   * A side is borne out fully by gradients from this share of those that are steeper than nine in ten of the picture's
   * on, within these limits, and not at all below a fifth of that.
   */
  clearShare: 0.75,
  clearEdge: [60 * gradientScale, 170 * gradientScale],
  faintShare: 0.2,
  /** Share of a gradient that must run across the side, and how far off it may lie, as a share of the side. */
  minAlignment: 0.85,
  tolerance: 0.006,
  /** Points along each side, which leave out the rounded corners. */
  samples: 22,
  corner: 0.08,
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

/** Edges of a level of a picture, and how much smaller that is. */
interface Level {
  readonly edges: Edges
  readonly scale: number
  readonly samples: number
  /** Gradient from which an edge bears a side out fully. */
  readonly clearEdge: number
}

const levelOf = (picture: Picture, side: number, samples: number): Level => {
  const level =
    picture.levels.find(({ width, height }) => Math.max(width, height) <= side) ?? picture.levels.at(-1) ?? picture
  const edges = findEdges(level)
  return { edges, scale: level.width / picture.width, samples, clearEdge: clearEdgeOf(edges) }
}

/** What is a clear edge differs from picture to picture: soft on a desk in poor light, hard on a patterned page. */
const clearEdgeOf = ({ squaredMagnitude }: Edges): number => {
  const some = squaredMagnitude.filter((_, i) => i % 7 === 0).sort()
  const steep = Math.sqrt(some[Math.floor(0.9 * some.length)] ?? 0)
  const [min, max] = parameters.clearEdge
  return Math.min(max, Math.max(min, parameters.clearShare * steep))
}

export const createCardFitter = (picture: Picture): CardFitter => {
  const coarse = levelOf(picture, parameters.coarseSide, parameters.samples >> 1)
  const fine = levelOf(picture, parameters.workingSide, parameters.samples)
  const sidesOf = (quad: Quad): number => sidesSupport(fine, quad)
  return {
    aroundTitle: (title, place, heights) => fitAroundTitle({ coarse, fine }, title, place, heights),
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

const fitAroundTitle = ({ coarse, fine }: Levels, title: Quad, place: TitlePlace, heights: HeightRange): FittedCard => {
  const toQuad = quadsAround(title, place)
  const [minHeight, maxHeight] = heights
  const priorOf = ({ height, across, down }: Candidate): number =>
    (parameters.larger * (height - minHeight)) / Math.max(1, maxHeight - minHeight) -
    parameters.stray * Math.max(straying(place.across, across), straying(place.down, down))
  const weigh = (level: Level, candidate: Candidate): Weighed => ({
    candidate,
    worth: sidesSupport(level, toQuad(candidate)) + priorOf(candidate),
  })
  const best = candidatesOf(heights, place)
    .map((candidate) => weigh(coarse, candidate))
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, parameters.refined)
    .map(({ candidate }) => refined((one) => weigh(fine, one), candidate))
    .reduce((a, b) => (b.worth > a.worth ? b : a))
  const quad = toQuad(best.candidate)
  return { quad, sides: sidesSupport(fine, quad) }
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
const quadsAround = (title: Quad, place: TitlePlace): ((candidate: Candidate) => Quad) => {
  const anchor = anchorOf(title, place)
  const [[ax, ay], [dx, dy]] = axesOf(title)
  return ({ height, across, down, turn }) => {
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    const x: Point = [ax * cos - ay * sin, ax * sin + ay * cos]
    const y: Point = [dx * cos - dy * sin, dx * sin + dy * cos]
    return rectangle(anchor, x, y, [across, down], [height * place.shape, height])
  }
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

/** Unit vectors along a line of text and down from it. */
const axesOf = ([a, b, c, d]: Quad): [along: Point, down: Point] => {
  const [x, y] = [b[0] - a[0] + c[0] - d[0], b[1] - a[1] + c[1] - d[1]]
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

/** The mean share of the sides within the picture, the poorest of which counts twice: four sides are a card's. */
const sidesSupport = (level: Level, quad: Quad): number => {
  let [sum, count, least] = [0, 0, 1]
  for (let i = 0; i < 4; i++) {
    const support = sideSupport(level, quad[i] as Point, quad[(i + 1) % 4] as Point)
    if (support === null) continue
    sum += support
    count++
    if (support < least) least = support
  }
  return count < 2 ? 0 : (sum + least) / (count + 1)
}

/** A side of which so much lies outside the picture says nothing. */
const maxOutside = 0.6

const sideSupport = ({ edges, scale, samples, clearEdge }: Level, from: Point, to: Point): number | null => {
  const { width, height, gradientX, gradientY } = edges
  const { corner, faintShare, minAlignment } = parameters
  const faintEdge = faintShare * clearEdge
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(dx, dy) || 1
  const tolerance = Math.max(1, parameters.tolerance * length * scale)
  const [nx, ny] = [-dy / length, dx / length]
  let [found, outside] = [0, 0]
  for (let s = 0; s < samples; s++) {
    const share = corner + ((1 - 2 * corner) * (s + 0.5)) / samples
    const [x, y] = [(from[0] + dx * share) * scale, (from[1] + dy * share) * scale]
    if (x < 0 || y < 0 || x >= width || y >= height) outside++
    let clearest = 0
    for (let off = -tolerance; off <= tolerance; off += tolerance) {
      const [px, py] = [Math.round(x + nx * off), Math.round(y + ny * off)]
      if (px < 1 || py < 1 || px >= width - 1 || py >= height - 1) continue
      const at = py * width + px
      const [gx, gy] = [gradientX[at] ?? 0, gradientY[at] ?? 0]
      const across = Math.abs(gx * nx + gy * ny)
      if (across > clearest && across ** 2 > minAlignment ** 2 * (gx * gx + gy * gy)) clearest = across
    }
    found += Math.min(1, Math.max(0, clearest - faintEdge) / (clearEdge - faintEdge))
  }
  return outside > maxOutside * samples ? null : found / samples
}
