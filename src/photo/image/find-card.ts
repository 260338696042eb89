import { type Edges, findEdges, gradientScale } from './edges.ts'
import { center, convexHull, distance, type Point, type Quad, quadToUnit, signedArea } from './geometry.ts'
import type { Picture } from './raster.ts'

/** A card found in a picture: its corners clockwise, in picture pixels, and how well the edges bear it out, 0 to 1. */
export interface FoundCard {
  quad: Quad
  score: number
  /** Another outline as good and of like size lies beside it: there are several cards. */
  amongOthers: boolean
}

const workingSide = 420
/** Steepness from which a pixel is a wall to the flood: from faint borders to strong ones. */
const walls = [36, 70, 130] as const
/** Steepness from which an edge bears out a side. */
const faintest = 24 * gradientScale
const smallestShare = 0.03
/** Breadth over length of cards (0.69–0.72) with room for perspective and sleeves. */
const [narrowest, broadest] = [0.5, 0.97]

/**
 * Finds the card-shaped outline that its edges bear out best, or nothing. What a flood from the picture's rim cannot
 * reach is an object; its hull, brought down to four sides and fitted to the edges, is a candidate.
 */
export const findCard = (picture: Picture): FoundCard | null => {
  const level = picture.levels.find((l) => Math.max(l.width, l.height) <= workingSide * 1.7) ?? picture
  const edges = findEdges(level)
  const candidates: Candidate[] = []
  for (const wall of walls) {
    for (const outline of outlinesOf(edges, wall)) {
      const hull = convexHull(outline)
      const rough = toQuadrilateral(hull)
      const candidate = rough && judge(edges, rough, signedArea(hull))
      if (candidate) candidates.push(candidate)
    }
  }
  const best = candidates.reduce<Candidate | null>((a, b) => (a && a.score >= b.score ? a : b), null)
  if (!best) return null
  const scale = picture.width / level.width
  const [a, b, c, d] = best.quad.map(([x, y]): Point => [x * scale, y * scale])
  if (!a || !b || !c || !d) return null
  return { quad: [a, b, c, d], score: best.score, amongOthers: candidates.some((other) => isBeside(best, other)) }
}

interface Candidate {
  quad: Quad
  score: number
}

const isBeside = (best: Candidate, other: Candidate): boolean => {
  const ratio = signedArea(other.quad) / signedArea(best.quad)
  return (
    ratio > 0.4 &&
    ratio < 2.5 &&
    other.score > 0.75 * best.score &&
    !holds(best.quad, center(other.quad)) &&
    !holds(other.quad, center(best.quad))
  )
}

const holds = (quad: Quad, point: Point): boolean => {
  const [u, v] = quadToUnit(quad)(point)
  return u > 0 && u < 1 && v > 0 && v < 1
}

/** What a pixel is to a flood; each kind of flood takes all up to one of these. */
const [open, walled, reached, taken] = [0, 1, 2, 3]

/** Pixels and their states, and room for all that one flood reaches. */
interface Field {
  state: Uint8Array
  width: number
  queue: Int32Array
}

// Rows' first and last pixels of every region that the flood from the rim does not reach.
const outlinesOf = ({ width, height, squares }: Edges, wall: number): Point[][] => {
  const least = (wall * gradientScale) ** 2
  const size = width * height
  const field: Field = { state: new Uint8Array(size), width, queue: new Int32Array(size) }
  const { state, queue } = field
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1, end = (y + 1) * width - 1; i < end; i++) {
      if ((squares[i] ?? 0) <= least) continue
      state[i] = walled
      state[i + 1] = walled
      state[i + width] = walled
    }
  }
  let count = 0
  const enter = (i: number): void => {
    if (state[i] !== open) return
    state[i] = reached
    queue[count++] = i
  }
  for (let x = 0; x < width; x++) [x, size - 1 - x].forEach(enter)
  for (let y = 0; y < height; y++) [y * width, (y + 1) * width - 1].forEach(enter)
  flood(field, count, open, reached)
  const outlines: Point[][] = []
  for (let i = 0; i < size; i++) {
    if ((state[i] ?? taken) > walled) continue
    state[i] = taken
    queue[0] = i
    const pixels = flood(field, 1, walled, taken)
    if (pixels >= size * smallestShare) outlines.push(outlineOf(queue.subarray(0, pixels), width, height))
  }
  return outlines
}

/** Marks all that can be reached from the first pixels of the queue over states up to `most`; they are in the queue then. Returns how many. */
const flood = ({ state, width, queue }: Field, seeds: number, most: number, mark: number): number => {
  const lastRow = state.length - width
  let count = seeds
  for (let next = 0; next < count; next++) {
    const i = queue[next] ?? 0
    const x = i % width
    if (x > 0 && (state[i - 1] ?? 0) <= most) {
      state[i - 1] = mark
      queue[count++] = i - 1
    }
    if (x < width - 1 && (state[i + 1] ?? 0) <= most) {
      state[i + 1] = mark
      queue[count++] = i + 1
    }
    if (i >= width && (state[i - width] ?? 0) <= most) {
      state[i - width] = mark
      queue[count++] = i - width
    }
    if (i < lastRow && (state[i + width] ?? 0) <= most) {
      state[i + width] = mark
      queue[count++] = i + width
    }
  }
  return count
}

const outlineOf = (pixels: Int32Array, width: number, height: number): Point[] => {
  const first = new Int32Array(height).fill(width)
  const last = new Int32Array(height).fill(-1)
  for (let n = 0; n < pixels.length; n++) {
    const i = pixels[n] ?? 0
    const y = (i / width) | 0
    const x = i - y * width
    if (x < (first[y] ?? 0)) first[y] = x
    if (x > (last[y] ?? 0)) last[y] = x
  }
  return Array.from(last, (x, y): Point[] =>
    x < 0
      ? []
      : [
          [first[y] ?? x, y],
          [x, y],
        ],
  ).flat()
}

/**
 * A convex polygon brought down to four sides by leaving out, again and again, the side whose absence adds least area.
 * Rounded corners become sharp ones where the neighbours meet.
 */
export const toQuadrilateral = (hull: readonly Point[]): Quad | null => {
  const points = [...hull]
  while (points.length > 4) {
    let best: { index: number; meet: Point; area: number } | null = null
    for (let i = 0; i < points.length; i++) {
      const at = (k: number): Point => points[(i + k) % points.length] ?? [0, 0]
      const meet = intersection(at(0), at(1), at(3), at(2))
      if (!meet) continue
      const area = Math.abs(signedArea([at(1), meet, at(2)]))
      if (!best || area < best.area) best = { index: i, meet, area }
    }
    if (!best) return null
    const [first, second] = [(best.index + 1) % points.length, (best.index + 2) % points.length]
    points[first] = best.meet
    points.splice(second, 1)
  }
  const [a, b, c, d] = points
  return a && b && c && d ? [a, b, c, d] : null
}

// Where the ray from a through b meets the ray from c through d, ahead of both.
const intersection = (a: Point, b: Point, c: Point, d: Point): Point | null => {
  const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]]
  const cross = rx * sy - ry * sx
  if (Math.abs(cross) < 1e-9) return null
  const t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross
  const u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross
  return t >= 1 - 1e-6 && u >= 1 - 1e-6 ? [a[0] + t * rx, a[1] + t * ry] : null
}

const judge = (edges: Edges, rough: Quad, hullArea: number): Candidate | null => {
  const fitted = fitSides(edges, rough)
  if (!fitted) return null
  const { quad, support } = fitted
  const area = signedArea(quad)
  if (area < edges.width * edges.height * smallestShare || hullArea / area < 0.86) return null
  const margin = 0.06 * Math.max(edges.width, edges.height)
  if (quad.some(([x, y]) => x < -margin || y < -margin || x > edges.width + margin || y > edges.height + margin)) return null
  const [top, right, bottom, left] = sidesOf(quad)
  const skew = Math.min(top / bottom, bottom / top) * Math.min(left / right, right / left)
  const ratio = (top + bottom) / (left + right)
  const aspect = Math.min(ratio, 1 / ratio)
  if (aspect < narrowest || aspect > broadest || skew < 0.35) return null
  const shape = Math.exp(-(((aspect - 0.715) / 0.13) ** 2)) * Math.sqrt(skew)
  const score = Math.min(...support) * 0.5 + (support.reduce((a, b) => a + b, 0) / 4) * 0.5
  if (score < 0.5) return null
  return { quad, score: score * (0.4 + 0.6 * shape) * (area / (edges.width * edges.height)) ** 0.15 }
}

const sidesOf = ([a, b, c, d]: Quad): [number, number, number, number] => [
  distance(a, b),
  distance(b, c),
  distance(c, d),
  distance(d, a),
]

// Moves each side to the steepest edge near it and tells which part of it has one.
const fitSides = (edges: Edges, rough: Quad): { quad: Quad; support: number[] } | null => {
  const reach = Math.max(3, Math.hypot(edges.width, edges.height) * 0.008)
  const sides = rough.map((from, i) => fitSide(edges, from, rough[(i + 1) % 4] ?? from, reach))
  const corner = (i: number): Point | null => {
    const [before, after] = [sides[(i + 3) % 4], sides[i]]
    return before && after ? crossing(before.line, after.line) : null
  }
  const [a, b, c, d] = [corner(0), corner(1), corner(2), corner(3)]
  return a && b && c && d ? { quad: [a, b, c, d], support: sides.map((side) => side.support) } : null
}

type Line = readonly [a: Point, b: Point]

const crossing = ([a, b]: Line, [c, d]: Line): Point | null => {
  const cross = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
  if (Math.abs(cross) < 1e-6) return null
  const t = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / cross
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]
}

const fitSide = (edges: Edges, from: Point, to: Point, reach: number): { line: Line; support: number } => {
  const length = distance(from, to) || 1
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
  const samples = Math.max(12, Math.min(80, Math.round(length / 3)))
  // Offsets across the side, by place along it; the rounded corners are left out.
  const found: [along: number, offset: number][] = []
  for (let s = 0; s < samples; s++) {
    const along = (0.08 + (0.84 * s) / (samples - 1)) * length
    let [bestOffset, bestStrength] = [0, faintest]
    for (let offset = -reach; offset <= reach; offset += 0.5) {
      const x = Math.round(from[0] + ux * along - uy * offset)
      const y = Math.round(from[1] + uy * along + ux * offset)
      if (x < 0 || y < 0 || x >= edges.width || y >= edges.height) continue
      const i = y * edges.width + x
      const strength = Math.abs((edges.across[i] ?? 0) * -uy + (edges.down[i] ?? 0) * ux)
      if (strength > bestStrength && strength > 0.8 * Math.sqrt(edges.squares[i] ?? 0)) {
        bestOffset = offset
        bestStrength = strength
      }
    }
    if (bestStrength > faintest) found.push([along, bestOffset])
  }
  const kept = agreeing(found)
  if (kept.length < 4) return { line: [from, to], support: 0 }
  const [start, slope] = leastSquares(kept)
  const at = (along: number): Point => {
    const offset = start + slope * along
    return [from[0] + ux * along - uy * offset, from[1] + uy * along + ux * offset]
  }
  return { line: [at(0), at(length)], support: kept.length / samples }
}

// The edges that lie on one line: two rounds of fitting, each without what lies far off the last line.
const agreeing = (found: [number, number][]): [number, number][] => {
  let kept = found
  for (const tolerance of [3, 1.5]) {
    if (kept.length < 4) return kept
    const [start, slope] = leastSquares(kept)
    kept = found.filter(([along, offset]) => Math.abs(start + slope * along - offset) <= tolerance)
  }
  return kept
}

const leastSquares = (points: readonly [number, number][]): [start: number, slope: number] => {
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
