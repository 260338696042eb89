/** A point in pixels: x to the right, y down. */
export type Point = readonly [x: number, y: number]

/** Four corners, clockwise on the screen from the top left of whatever they bound. */
export type Quad = readonly [Point, Point, Point, Point]

/** A plane projective map by the rows of its 3 × 3 matrix, whose ninth number is 1. */
export type Homography = readonly [number, number, number, number, number, number, number, number]

export const project = (h: Homography, [x, y]: Point): Point => {
  const w = h[6] * x + h[7] * y + 1
  return [(h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w]
}

export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1])

/** The middle one of some numbers; 0 of none. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** A quadrilateral with each corner moved. */
export const mapCorners = (q: Quad, move: (corner: Point) => Point): Quad => [
  move(q[0]),
  move(q[1]),
  move(q[2]),
  move(q[3]),
]

/** Lengths of the sides. */
export const sidesOf = ([a, b, c, d]: Quad) =>
  ({ top: distance(a, b), right: distance(b, c), bottom: distance(c, d), left: distance(d, a) }) as const

export const center = (q: Quad): Point => [
  (q[0][0] + q[1][0] + q[2][0] + q[3][0]) / 4,
  (q[0][1] + q[1][1] + q[2][1] + q[3][1]) / 4,
]

/** Positive when the polygon runs clockwise on the screen (shoelace formula). */
export const signedArea = (polygon: readonly Point[]): number => {
  let sum = 0
  let previous = polygon[polygon.length - 1]
  for (const point of polygon) {
    if (previous) sum += previous[0] * point[1] - point[0] * previous[1]
    previous = point
  }
  return sum / 2
}

/**
 * The homography that sends the corners of a width × height rectangle onto a quadrilateral, in closed form by way of
 * the unit square (Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989).
 */
export const rectangleToQuad = (width: number, height: number, [p0, p1, p2, p3]: Quad): Homography => {
  const [sx, sy] = [p0[0] - p1[0] + p2[0] - p3[0], p0[1] - p1[1] + p2[1] - p3[1]]
  const [dx1, dy1, dx2, dy2] = [p1[0] - p2[0], p1[1] - p2[1], p3[0] - p2[0], p3[1] - p2[1]]
  const determinant = dx1 * dy2 - dx2 * dy1 || 1e-9
  const g = (sx * dy2 - dx2 * sy) / determinant
  const h = (dx1 * sy - sx * dy1) / determinant
  return [
    (p1[0] - p0[0] + g * p1[0]) / width,
    (p3[0] - p0[0] + h * p3[0]) / height,
    p0[0],
    (p1[1] - p0[1] + g * p1[1]) / width,
    (p3[1] - p0[1] + h * p3[1]) / height,
    p0[1],
    g / width,
    h / height,
  ]
}

/**
 * The convex hull, clockwise on the screen, without points on its edges (monotone chain: Andrew, Another Efficient
 * Algorithm for Convex Hulls in Two Dimensions, 1979).
 */
export const convexHull = (points: readonly Point[]): Point[] => {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const chain = (ordered: readonly Point[]): Point[] => {
    const hull: Point[] = []
    for (const p of ordered) {
      for (;;) {
        const b = hull[hull.length - 1]
        const a = hull[hull.length - 2]
        if (!a || !b || (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break
        hull.pop()
      }
      hull.push(p)
    }
    hull.pop()
    return hull
  }
  const hull = [...chain(sorted), ...chain(sorted.toReversed())]
  return hull.length > 0 ? hull : sorted.slice(0, 1)
}

export interface RotatedRectangle {
  readonly center: Point
  /** The side along the angle. */
  readonly length: number
  readonly breadth: number
  /** In radians. */
  readonly angle: number
}

/** The rectangle at an angle that just holds all points. */
export const rectangleAround = (points: readonly Point[], angle: number): RotatedRectangle => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of points) {
    const u = x * cos + y * sin
    const v = y * cos - x * sin
    if (u < minU) minU = u
    if (u > maxU) maxU = u
    if (v < minV) minV = v
    if (v > maxV) maxV = v
  }
  const [u, v] = [(minU + maxU) / 2, (minV + maxV) / 2]
  return { center: [u * cos - v * sin, u * sin + v * cos], length: maxU - minU, breadth: maxV - minV, angle }
}

/**
 * The rectangle of least area around a convex hull, its length never shorter than its breadth. One of its sides lies on
 * a side of the hull (Freeman and Shapira, Determining the Minimum-Area Encasing Rectangle for an Arbitrary Closed
 * Curve, 1975).
 */
export const minAreaRectangle = (hull: readonly Point[]): RotatedRectangle => {
  let best: RotatedRectangle = { center: hull[0] ?? [0, 0], length: 0, breadth: 0, angle: 0 }
  let bestArea = Number.POSITIVE_INFINITY
  hull.forEach((from, i) => {
    const to = hull[(i + 1) % hull.length] ?? from
    const rectangle = rectangleAround(hull, Math.atan2(to[1] - from[1], to[0] - from[0]))
    const area = rectangle.length * rectangle.breadth
    if (area < bestArea) [best, bestArea] = [rectangle, area]
  })
  return best.length >= best.breadth
    ? best
    : { center: best.center, length: best.breadth, breadth: best.length, angle: best.angle + Math.PI / 2 }
}

/** From the top left when the angle is 0. */
export const cornersOf = ({ center: [x, y], length, breadth, angle }: RotatedRectangle): Quad => {
  const [ux, uy] = [(Math.cos(angle) * length) / 2, (Math.sin(angle) * length) / 2]
  const [vx, vy] = [(-Math.sin(angle) * breadth) / 2, (Math.cos(angle) * breadth) / 2]
  return [
    [x - ux - vx, y - uy - vy],
    [x + ux - vx, y + uy - vy],
    [x + ux + vx, y + uy + vy],
    [x - ux + vx, y - uy + vy],
  ]
}

/** The same corners, beginning `turns` corners later: a quarter turn of the reading direction each. */
export const rotateCorners = (q: Quad, turns: number): Quad => {
  const at = (i: number): Point => q[(((i + turns) % 4) + 4) % 4] ?? q[0]
  return [at(0), at(1), at(2), at(3)]
}

/** The inverse homography: from the plane of the quadrilateral to fractions of its sides. */
export const quadToUnit = (q: Quad): ((p: Point) => Point) => {
  const [a, b, c, d, e, f, g, h] = rectangleToQuad(1, 1, q)
  const inverse = [
    e - f * h,
    c * h - b,
    b * f - c * e,
    f * g - d,
    a - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ] as const
  return ([x, y]) => {
    const w = inverse[6] * x + inverse[7] * y + inverse[8] || 1e-9
    return [(inverse[0] * x + inverse[1] * y + inverse[2]) / w, (inverse[3] * x + inverse[4] * y + inverse[5]) / w]
  }
}

/** A part of a quadrilateral, in fractions of it; it may reach over the edges. */
export const partOf = (q: Quad, left: number, top: number, right: number, bottom: number): Quad => {
  const h = rectangleToQuad(1, 1, q)
  return [project(h, [left, top]), project(h, [right, top]), project(h, [right, bottom]), project(h, [left, bottom])]
}
