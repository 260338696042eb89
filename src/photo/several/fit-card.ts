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
  /** Longest side at which edges are looked for. */
  workingSide: 1000,
  /**
   * Gradient from which an edge begins to bear out a side and from which it does so fully, share of it that must run
   * across the side, and how many pixels off it may lie.
   */
  faintEdge: 30 * gradientScale,
  clearEdge: 150 * gradientScale,
  minAlignment: 0.85,
  tolerance: 1,
  /** Points along each side, which leave out the rounded corners. */
  samples: 22,
  corner: 0.08,
  /** A title is turned against its card by so many radians at most. */
  turns: [-0.05, -0.025, 0, 0.025, 0.05],
  heightSteps: 9,
  placeSteps: 5,
  /** What straying from the usual place of the title costs at its ends: an edge found there must be clearly better. */
  stray: 0.08,
  /** What the largest height is preferred by: frames are printed within cards, and nothing without. */
  larger: 0.04,
} as const

interface Candidate {
  readonly height: number
  readonly across: number
  readonly down: number
  readonly turn: number
}

/** Finds the rectangle of a card around its title, or near a place, whose sides the edges of a picture bear out best. */
export interface CardFitter {
  readonly aroundTitle: (title: Quad, place: TitlePlace, heights: HeightRange) => FittedCard
  /** Moves a place by up to a tenth of its size. */
  readonly near: (quad: Quad) => FittedCard
  /** The share of a quadrilateral's sides along which an edge runs. */
  readonly sidesOf: (quad: Quad) => number
}

const range = ([min, max]: readonly [number, number], steps: number): number[] =>
  Array.from({ length: steps }, (_, i) => (steps === 1 ? (min + max) / 2 : min + ((max - min) * i) / (steps - 1)))

export const createCardFitter = (picture: Picture): CardFitter => {
  const level = picture.levels.find(({ width, height }) => Math.max(width, height) <= parameters.workingSide) ?? picture
  const edges = findEdges(level)
  const scale = level.width / picture.width
  const supportOf = (quad: Quad): number => sidesSupport(edges, scale, quad)

  const aroundTitle: CardFitter['aroundTitle'] = (title, place, heights) => {
    const anchor = anchorOf(title, place)
    const [along, down] = axesOf(title)
    const fit = ({ height, across, down: below, turn }: Candidate): FittedCard => {
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
      const x: Point = [along[0] * cos - along[1] * sin, along[0] * sin + along[1] * cos]
      const y: Point = [down[0] * cos - down[1] * sin, down[0] * sin + down[1] * cos]
      const quad = rectangle(anchor, x, y, [across, below], [height * place.shape, height])
      return { quad, sides: supportOf(quad) }
    }
    const [minHeight, maxHeight] = heights
    const priorOf = ({ height, across, down: below }: Candidate): number =>
      (parameters.larger * (height - minHeight)) / Math.max(1, maxHeight - minHeight) -
      parameters.stray * Math.max(straying(place.across, across), straying(place.down, below))
    let best: { candidate: Candidate; fitted: FittedCard; worth: number } | null = null
    const consider = (candidate: Candidate): void => {
      const fitted = fit(candidate)
      const worth = fitted.sides + priorOf(candidate)
      if (best === null || worth > best.worth) best = { candidate, fitted, worth }
    }
    const tryAll = (hs: readonly number[], us: readonly number[], vs: readonly number[], turns: readonly number[]) => {
      for (const height of hs)
        for (const across of us)
          for (const below of vs) for (const turn of turns) consider({ height, across, down: below, turn })
    }
    const { heightSteps, placeSteps, turns } = parameters
    const [minU, , maxU] = place.across
    const [minV, , maxV] = place.down
    tryAll(range(heights, heightSteps), range([minU, maxU], placeSteps), range([minV, maxV], placeSteps), [0])
    for (const share of [1, 0.4]) {
      const { candidate } = best as unknown as { candidate: Candidate }
      const around = (value: number, span: number) => [value - span * share, value, value + span * share]
      tryAll(
        around(candidate.height, (maxHeight - minHeight) / heightSteps / 1.5),
        around(candidate.across, (maxU - minU) / placeSteps / 1.5),
        around(candidate.down, (maxV - minV) / placeSteps / 1.5),
        share === 1 ? turns : [candidate.turn],
      )
    }
    return (best as unknown as { fitted: FittedCard }).fitted
  }

  const near: CardFitter['near'] = (quad) => {
    let best: FittedCard = { quad, sides: supportOf(quad) }
    let size = 0.1
    for (let round = 0; round < 3; round++, size /= 2.2) {
      const from = best.quad
      for (const u of [-1, 0, 1])
        for (const v of [-1, 0, 1])
          for (const growth of [-0.5, 0, 0.5]) {
            const moved = movedBy(from, u * size, v * size, 1 + growth * size)
            const sides = supportOf(moved)
            if (sides > best.sides + 0.01) best = { quad: moved, sides }
          }
    }
    return best
  }

  return { aroundTitle, near, sidesOf: supportOf }
}

const straying = ([min, usual, max]: readonly [number, number, number], value: number): number =>
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
const sidesSupport = (edges: Edges, scale: number, quad: Quad): number => {
  let [sum, count, least] = [0, 0, 1]
  for (let i = 0; i < 4; i++) {
    const support = sideSupport(edges, scale, quad[i] as Point, quad[(i + 1) % 4] as Point)
    if (support === null) continue
    sum += support
    count++
    if (support < least) least = support
  }
  return count < 2 ? 0 : (sum + least) / (count + 1)
}

/** A side of which so much lies outside the picture says nothing. */
const maxOutside = 0.6

const sideSupport = (
  { width, height, gradientX, gradientY }: Edges,
  scale: number,
  from: Point,
  to: Point,
): number | null => {
  const { samples, corner, tolerance, faintEdge, clearEdge, minAlignment } = parameters
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(dx, dy) || 1
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
      if (across > clearest && across > minAlignment * Math.hypot(gx, gy)) clearest = across
    }
    found += Math.min(1, Math.max(0, clearest - faintEdge) / (clearEdge - faintEdge))
  }
  return outside > maxOutside * samples ? null : found / samples
}
