import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findCard } from './find-card.ts'
import { toQuadrilateral } from './fit-quad.ts'
import {
  convexHull,
  distance,
  minAreaRectangle,
  type Point,
  project,
  type Quad,
  quadToUnit,
  rectangleToQuad,
} from './geometry.ts'
import { type Raster, toPicture, wholeOf } from './raster.ts'

/** A card with a dark border and a bright picture, drawn at four corners on a plain ground. */
const drawn = (width: number, height: number, corners: Quad): Raster => {
  const data = new Uint8Array(width * height * 3).fill(150)
  const toUnit = quadToUnit(corners)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = toUnit([x + 0.5, y + 0.5])
      if (u < 0 || v < 0 || u > 1 || v > 1) continue
      const inside = u > 0.06 && u < 0.94 && v > 0.05 && v < 0.95
      data.fill(
        inside ? 90 + Math.round(80 * Math.abs(Math.sin(u * 9 + v * 5))) : 25,
        (y * width + x) * 3,
        (y * width + x) * 3 + 3,
      )
    }
  }
  return { data, width, height }
}

const turnedCard = (x: number, y: number, height: number, angle: number): Quad => {
  const [h, w] = [height / 2, (height / 2) * 0.716]
  const at = (dx: number, dy: number): Point => [
    x + dx * Math.cos(angle) - dy * Math.sin(angle),
    y + dx * Math.sin(angle) + dy * Math.cos(angle),
  ]
  return [at(-w, -h), at(w, -h), at(w, h), at(-w, h)]
}

const farthest = (found: Quad, drawnAt: Quad): number =>
  Math.max(...drawnAt.map((corner) => Math.min(...found.map((other) => distance(corner, other)))))

describe('finding a card', () => {
  for (const degrees of [0, 17, 45, 90, 133, 180]) {
    test(`turned by ${degrees}°, within 1 % of the picture`, () => {
      const corners = turnedCard(320, 330, 400, (degrees * Math.PI) / 180)
      const found = findCard(toPicture(drawn(640, 640, corners)))
      assert.ok(found)
      assert.ok(farthest(found.quad, corners) < 6.4, `off by ${farthest(found.quad, corners)}`)
    })
  }
  test('in perspective', () => {
    const corners: Quad = [
      [220, 120],
      [430, 140],
      [500, 520],
      [150, 500],
    ]
    const found = findCard(toPicture(drawn(640, 640, corners)))
    assert.ok(found)
    assert.ok(farthest(found.quad, corners) < 8)
  })
  test('nothing is found on an empty table, nor in noise', () => {
    assert.equal(findCard(toPicture({ data: new Uint8Array(400 * 400 * 3).fill(90), width: 400, height: 400 })), null)
    const noise = Uint8Array.from({ length: 400 * 400 * 3 }, (_, i) => (i * 7919) % 251)
    assert.equal(findCard(toPicture({ data: noise, width: 400, height: 400 })), null)
  })
  test('a picture of a few pixels is no trouble', () => {
    for (const side of [1, 2, 5, 30])
      findCard(toPicture({ data: new Uint8Array(side * side * 3), width: side, height: side }))
  })
})

describe('geometry', () => {
  const quad: Quad = [
    [10, 20],
    [110, 25],
    [120, 180],
    [5, 170],
  ]
  test('a homography sends the corners of its rectangle to those of the quadrilateral, and back', () => {
    const h = rectangleToQuad(63, 88, quad)
    const toUnit = quadToUnit(quad)
    for (const [i, corner] of wholeOf({ width: 63, height: 88 }).entries()) {
      assert.ok(distance(project(h, corner), quad[i] ?? [0, 0]) < 1e-6)
      const [u, v] = toUnit(project(h, corner))
      assert.ok(Math.abs(u - corner[0] / 63) < 1e-6 && Math.abs(v - corner[1] / 88) < 1e-6)
    }
  })
  test('rounded corners become sharp ones', () => {
    const round: Point[] = [
      [10, 0],
      [90, 0],
      [97, 3],
      [100, 10],
      [100, 130],
      [97, 137],
      [90, 140],
      [10, 140],
      [3, 137],
      [0, 130],
      [0, 10],
      [3, 3],
    ]
    const four = toQuadrilateral(convexHull(round))
    assert.ok(four)
    assert.ok(farthest(four, wholeOf({ width: 100, height: 140 })) < 2)
  })
  test('the smallest rectangle around points lies along them', () => {
    const points: Point[] = [
      [0, 0],
      [100, 100],
      [90, 110],
      [-10, 10],
    ]
    const { angle, length, breadth } = minAreaRectangle(convexHull(points))
    assert.ok(Math.abs(Math.abs(Math.tan(angle)) - 1) < 1e-6)
    assert.ok(length > 140 && breadth < 15)
  })
})
