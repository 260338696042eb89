import { type Edges, findEdges } from './edges.ts'
import { fitSides, toQuadrilateral } from './fit-quad.ts'
import { center, convexHull, mapCorners, type Point, type Quad, quadToUnit, sidesOf, signedArea } from './geometry.ts'
import { outlinesOf } from './outlines.ts'
import type { Picture } from './raster.ts'

export interface FoundCard {
  /** In picture pixels, clockwise. */
  readonly quad: Quad
  /** Another outline as good and of like size lies beside it: there are several cards. */
  readonly amongOthers: boolean
}

/** Set by hand on the labelled development pictures (`npm run eval:photos`). */
const parameters = {
  /** Longest side of the picture as searched: the first level of the pyramid that is at most so much larger. */
  workingSide: 420,
  maxOversize: 1.7,
  /** Steps of brightness from which an edge stops the flood, one flood each: from faint borders to strong ones. */
  floodEdges: [36, 70, 130],
  /** Least area of a card as a share of the picture. */
  minAreaShare: 0.03,
  /** Area of the hull over that of the quadrilateral; a card has small rounded corners. */
  minFill: 0.86,
  /** How far corners may lie outside the picture, as a share of its longer side. */
  maxOutside: 0.06,
  /** Breadth over length of cards is 0.69 to 0.72; the limits leave room for perspective and sleeves. */
  minAspect: 0.5,
  maxAspect: 0.97,
  aspect: 0.715,
  aspectSpread: 0.13,
  /** Product of the ratios of opposite sides: strong perspective is refused. */
  minSkew: 0.35,
  minSupport: 0.5,
  /** The score: support × (base + weight × shape) × area to this power. */
  shapeBase: 0.4,
  shapeWeight: 0.6,
  areaExponent: 0.15,
  /** Another card: area over that of the best within these limits, and at least this share of its score. */
  minAreaRatio: 0.4,
  maxAreaRatio: 2.5,
  minScoreRatio: 0.75,
} as const

/**
 * Finds the card-shaped outline that its edges bear out best, or nothing. What a flood from the picture's rim cannot reach is an object; its convex hull, reduced to a
 * quadrilateral and fitted to the edges, is a candidate.
 */
export const findCard = (picture: Picture): FoundCard | null => {
  const level =
    picture.levels.find((l) => Math.max(l.width, l.height) <= parameters.workingSide * parameters.maxOversize) ?? picture
  const edges = findEdges(level)
  const candidates: Candidate[] = []
  for (const minEdge of parameters.floodEdges) {
    for (const outline of outlinesOf(edges, minEdge, parameters.minAreaShare)) {
      const hull = convexHull(outline)
      const rough = toQuadrilateral(hull)
      const candidate = rough && toCandidate(edges, rough, signedArea(hull))
      if (candidate) candidates.push(candidate)
    }
  }
  const best = candidates.reduce<Candidate | null>((a, b) => (a && a.score >= b.score ? a : b), null)
  if (!best) return null
  const scale = picture.width / level.width
  const quad = mapCorners(best.quad, ([x, y]) => [x * scale, y * scale])
  return { quad, amongOthers: candidates.some((other) => isBeside(best, other)) }
}

interface Candidate {
  readonly quad: Quad
  /** How well the edges and the shape of a card bear it out, 0 to 1. */
  readonly score: number
}

const isBeside = (best: Candidate, other: Candidate): boolean => {
  const ratio = signedArea(other.quad) / signedArea(best.quad)
  return (
    ratio > parameters.minAreaRatio &&
    ratio < parameters.maxAreaRatio &&
    other.score > parameters.minScoreRatio * best.score &&
    !contains(best.quad, center(other.quad)) &&
    !contains(other.quad, center(best.quad))
  )
}

const contains = (quad: Quad, point: Point): boolean => {
  const [u, v] = quadToUnit(quad)(point)
  return u > 0 && u < 1 && v > 0 && v < 1
}

/** A quadrilateral that could be a card, with its score; else `null`. */
const toCandidate = (edges: Edges, rough: Quad, hullArea: number): Candidate | null => {
  const fitted = fitSides(edges, rough)
  if (!fitted) return null
  const { quad, support } = fitted
  const area = signedArea(quad)
  const imageArea = edges.width * edges.height
  if (area < imageArea * parameters.minAreaShare || hullArea / area < parameters.minFill) return null
  const margin = parameters.maxOutside * Math.max(edges.width, edges.height)
  if (quad.some(([x, y]) => x < -margin || y < -margin || x > edges.width + margin || y > edges.height + margin)) return null
  const { top, right, bottom, left } = sidesOf(quad)
  const skew = Math.min(top / bottom, bottom / top) * Math.min(left / right, right / left)
  const ratio = (top + bottom) / (left + right)
  const aspect = Math.min(ratio, 1 / ratio)
  if (aspect < parameters.minAspect || aspect > parameters.maxAspect || skew < parameters.minSkew) return null
  const shape = Math.exp(-(((aspect - parameters.aspect) / parameters.aspectSpread) ** 2)) * Math.sqrt(skew)
  const supportScore = Math.min(...support) * 0.5 + (support.reduce((a, b) => a + b, 0) / 4) * 0.5
  if (supportScore < parameters.minSupport) return null
  const shapeScore = parameters.shapeBase + parameters.shapeWeight * shape
  return { quad, score: supportScore * shapeScore * (area / imageArea) ** parameters.areaExponent }
}
