import { type Edges, gradientScale } from './edges.ts'
import { distance, type Point, type Quad, signedArea } from './geometry.ts'

/** Set by hand on the labelled development pictures (`npm run eval:photos`). */
const parameters = {
  /** How far an edge may lie from a rough side, in pixels, and as a share of the picture's diagonal. */
  minSearchDistance: 3,
  searchShare: 0.008,
  /** Gradient from which an edge bears out a side: 24 steps of brightness. */
  minEdge: 24 * gradientScale,
  /** Share of the gradient that must run across the side. */
  minAlignment: 0.8,
  minSamples: 12,
  maxSamples: 80,
  pixelsPerSample: 3,
  /** Share of a side that is left out at either end, for the rounded corners. */
  corner: 0.08,
  /** Pixels between the places across the side that are compared. */
  step: 0.5,
  /** Pixels off the line that an edge may lie, by round. */
  tolerances: [3, 1.5],
  minInliers: 4,
} as const

/**
 * Reduces a convex polygon to a quadrilateral around it: again and again the side whose removal adds least area goes,
 * and its neighbors are extended until they meet. A greedy form of the minimum-area circumscribing polygon (Aggarwal,
 * Chang and Yap, The Visual Computer 1, 1985). Rounded corners become sharp.
 */
export const toQuadrilateral = (hull: readonly Point[]): Quad | null => {
  const points = [...hull]
  while (points.length > 4) {
    let best: { index: number; meet: Point; area: number } | null = null
    for (let i = 0; i < points.length; i++) {
      const at = (k: number): Point => points[(i + k) % points.length] ?? [0, 0]
      const meet = intersection([at(0), at(1)], [at(3), at(2)])
      // Neighbors that would only meet behind the side bound nothing there.
      if (!meet || Math.min(meet.alongFirst, meet.alongSecond) < 1 - 1e-6) continue
      const area = Math.abs(signedArea([at(1), meet.point, at(2)]))
      if (!best || area < best.area) best = { index: i, meet: meet.point, area }
    }
    if (!best) return null
    const [first, second] = [(best.index + 1) % points.length, (best.index + 2) % points.length]
    points[first] = best.meet
    points.splice(second, 1)
  }
  const [a, b, c, d] = points
  return a && b && c && d ? [a, b, c, d] : null
}

/**
 * Where two lines meet, and how far along each, in lengths from its first point to its second; `null` for parallels.
 */
const intersection = ([a, b]: Line, [c, d]: Line) => {
  const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]]
  const cross = rx * sy - ry * sx
  if (Math.abs(cross) < 1e-9) return null
  const t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross
  const u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross
  const point: Point = [a[0] + t * rx, a[1] + t * ry]
  return { point, alongFirst: t, alongSecond: u }
}

/**
 * Moves each side of a rough quadrilateral onto the steepest edge near it. @returns with it the share of each side that
 * an edge bears out, 0 to 1
 */
export const fitSides = (
  edges: Edges,
  rough: Quad,
): { readonly quad: Quad; readonly support: readonly number[] } | null => {
  const searchDistance = Math.max(
    parameters.minSearchDistance,
    Math.hypot(edges.width, edges.height) * parameters.searchShare,
  )
  const sides = rough.map((from, i) => fitSide(edges, from, rough[(i + 1) % 4] ?? from, searchDistance))
  const corner = (i: number): Point | null => {
    const [before, after] = [sides[(i + 3) % 4], sides[i]]
    return (before && after && intersection(before.line, after.line)?.point) ?? null
  }
  const [a, b, c, d] = [corner(0), corner(1), corner(2), corner(3)]
  return a && b && c && d ? { quad: [a, b, c, d], support: sides.map((side) => side.support) } : null
}

type Line = readonly [a: Point, b: Point]
type Offset = readonly [along: number, offset: number]

const fitSide = (
  edges: Edges,
  from: Point,
  to: Point,
  searchDistance: number,
): { readonly line: Line; readonly support: number } => {
  const length = distance(from, to) || 1
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
  const { minEdge, minSamples, maxSamples, pixelsPerSample, corner, step, minAlignment } = parameters
  const samples = Math.max(minSamples, Math.min(maxSamples, Math.round(length / pixelsPerSample)))
  // Offsets across the side, by place along it.
  const found: Offset[] = []
  for (let s = 0; s < samples; s++) {
    const along = (corner + ((1 - 2 * corner) * s) / (samples - 1)) * length
    let [bestOffset, bestStrength] = [0, minEdge]
    for (let offset = -searchDistance; offset <= searchDistance; offset += step) {
      const x = Math.round(from[0] + ux * along - uy * offset)
      const y = Math.round(from[1] + uy * along + ux * offset)
      if (x < 0 || y < 0 || x >= edges.width || y >= edges.height) continue
      const i = y * edges.width + x
      const strength = Math.abs((edges.gradientX[i] ?? 0) * -uy + (edges.gradientY[i] ?? 0) * ux)
      if (strength > bestStrength && strength > minAlignment * Math.sqrt(edges.squaredMagnitude[i] ?? 0)) {
        bestOffset = offset
        bestStrength = strength
      }
    }
    if (bestStrength > minEdge) found.push([along, bestOffset])
  }
  const kept = inliersOf(found)
  if (kept.length < parameters.minInliers) return { line: [from, to], support: 0 }
  const [start, slope] = leastSquares(kept)
  const at = (along: number): Point => {
    const offset = start + slope * along
    return [from[0] + ux * along - uy * offset, from[1] + uy * along + ux * offset]
  }
  return { line: [at(0), at(length)], support: kept.length / samples }
}

/** Trimmed least squares: each round fits a line to what lies near the last one. */
const inliersOf = (found: readonly Offset[]): readonly Offset[] => {
  let kept = found
  for (const tolerance of parameters.tolerances) {
    if (kept.length < parameters.minInliers) return kept
    const [start, slope] = leastSquares(kept)
    kept = found.filter(([along, offset]) => Math.abs(start + slope * along - offset) <= tolerance)
  }
  return kept
}

const leastSquares = (points: readonly Offset[]): [start: number, slope: number] => {
  const n = points.length
  let [sx, sy, sxx, sxy] = [0, 0, 0, 0]
  for (const [x, y] of points) {
    sx += x
    sy += y
    sxx += x * x
    sxy += x * y
  }
  const spread = n * sxx - sx * sx
  const slope = spread === 0 ? 0 : (n * sxy - sx * sy) / spread
  return [(sy - slope * sx) / n, slope]
}
