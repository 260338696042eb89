import { type Edges, findEdges, gradientScale } from '../image/edges.ts'
import type { Point, Quad } from '../image/geometry.ts'
import type { Picture } from '../image/raster.ts'

/** Set by hand on the labelled pages that are not kept unseen (`npm run eval:pages`). */
const parameters = {
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
  /** Where points along each side begin, which leave out the rounded corners. */
  corner: 0.08,
  /** A side of which so much lies outside the picture says nothing. */
  maxOutside: 0.6,
} as const

/** Edges of a level of a picture, and how much smaller that is. */
export interface Level {
  readonly edges: Edges
  readonly scale: number
  readonly samples: number
  /** Gradient from which an edge bears a side out fully. */
  readonly clearEdge: number
}

export const levelOf = (picture: Picture, side: number, samples: number): Level => {
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

/** The mean share of the sides within the picture, the poorest of which counts twice: four sides are a card's. */
export const sidesSupport = (level: Level, quad: Quad): number => {
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

/** The share of a line along which an edge runs; `null` of one outside the picture. */
export const sideSupport = ({ edges, scale, samples, clearEdge }: Level, from: Point, to: Point): number | null => {
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
  return outside > parameters.maxOutside * samples ? null : found / samples
}
