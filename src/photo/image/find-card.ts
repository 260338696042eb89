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
  /** Cosine of the angle between the long sides of cards on one page. */
  minParallel: 0.97,
} as const

/** A card-shaped outline, in picture pixels, clockwise. */
export interface CardOutline {
  readonly quad: Quad
  /** How well the edges and the shape of a card bear it out, 0 to 1. */
  readonly score: number
}

/**
 * The card-shaped outlines of a picture, the same one by several floods. What a flood from the picture's rim cannot
 * reach is an object; its convex hull, reduced to a quadrilateral and fitted to the edges, is an outline.
 */
export const findOutlines = (picture: Picture, workingSide: number, minAreaShare: number): CardOutline[] => {
  const level =
    picture.levels.find((l) => Math.max(l.width, l.height) <= workingSide * parameters.maxOversize) ?? picture
  const edges = findEdges(level)
  const scale = picture.width / level.width
  return parameters.floodEdges.flatMap((minEdge) =>
    outlinesOf(edges, minEdge, minAreaShare).flatMap((outline) => {
      const hull = convexHull(outline)
      const rough = toQuadrilateral(hull)
      const found = rough && toOutline(edges, rough, signedArea(hull), minAreaShare)
      return found ? [{ ...found, quad: mapCorners(found.quad, ([x, y]) => [x * scale, y * scale]) }] : []
    }),
  )
}

/** Finds the card-shaped outline that its edges bear out best, or nothing. */
export const findCard = (picture: Picture): FoundCard | null => {
  const outlines = findOutlines(picture, parameters.workingSide, parameters.minAreaShare)
  const best = outlines.reduce<CardOutline | null>((a, b) => (a && a.score >= b.score ? a : b), null)
  if (best === null) return null
  const alike = outlines.filter((other) => other !== best && liesAs(best, other))
  const isPage = alike.some((one) => alike.some((other) => isBeside(one, other)))
  return { quad: best.quad, amongOthers: isPage || outlines.some((other) => isBeside(best, other)) }
}

/** Whether the long sides of both run the same way: cards on a page do, the boxes within a card mostly do not. */
const liesAs = ({ quad }: CardOutline, other: CardOutline): boolean => {
  const [a, b] = [longSideOf(quad), longSideOf(other.quad)]
  return Math.abs(a[0] * b[0] + a[1] * b[1]) > parameters.minParallel * Math.hypot(...a) * Math.hypot(...b)
}

const longSideOf = (quad: Quad): Point => {
  const { top, left } = sidesOf(quad)
  const [from, to] = top > left ? [quad[0], quad[1]] : [quad[0], quad[3]]
  return [to[0] - from[0], to[1] - from[1]]
}

const isBeside = (best: CardOutline, other: CardOutline): boolean => {
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
const toOutline = (edges: Edges, rough: Quad, hullArea: number, minAreaShare: number): CardOutline | null => {
  const fitted = fitSides(edges, rough)
  if (!fitted) return null
  const { quad, support } = fitted
  const area = signedArea(quad)
  const imageArea = edges.width * edges.height
  if (area < imageArea * minAreaShare || hullArea / area < parameters.minFill) return null
  const margin = parameters.maxOutside * Math.max(edges.width, edges.height)
  if (quad.some(([x, y]) => x < -margin || y < -margin || x > edges.width + margin || y > edges.height + margin))
    return null
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
