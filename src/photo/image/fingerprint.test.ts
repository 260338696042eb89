import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fingerprintBytes, fingerprintOf, fingerprintOfWhole } from './fingerprint.ts'
import { mapCorners, type Quad, quadToUnit } from './geometry.ts'
import { type Picture, toPicture, warp, wholeOf } from './raster.ts'

/** Soft colors that differ from place to place. */
const paint = (width: number, height: number): Picture => {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x / width, y / height]
      data[i++] = 127 + 120 * Math.sin(9 * u + 4 * v)
      data[i++] = 127 + 120 * Math.sin(7 * v - 5 * u)
      data[i++] = 255 * u * v
    }
  return toPicture({ data, width, height })
}

const maxDifference = (a: Uint8Array, b: Uint8Array): number =>
  Math.max(...a.map((value, at) => Math.abs(value - (b[at] ?? 0))))

/** Where corners of a picture lie once the part under a quadrilateral was drawn upright at a size. */
const placesOf = (quad: Quad, corners: Quad, width: number, height: number): Quad => {
  const toUnit = quadToUnit(quad)
  return mapCorners(corners, (corner) => {
    const [u, v] = toUnit(corner)
    return [u * width, v * height]
  })
}

test('a fingerprint is that of the card, whatever its size and wherever it lies', () => {
  const card = paint(600, 840)
  const fingerprint = fingerprintOfWhole(card)
  assert.equal(fingerprint.length, fingerprintBytes)
  assert.equal(fingerprintBytes, 576)
  assert.ok(maxDifference(fingerprint, fingerprintOfWhole(paint(200, 280))) < 12)
  // Seen from aside: the card's corners lie inside a larger picture.
  const seen: Quad = [
    [-150, -90],
    [720, -200],
    [800, 1000],
    [-220, 900],
  ]
  const photo = toPicture(warp(card, seen, 900, 1100))
  assert.ok(maxDifference(fingerprint, fingerprintOf(photo, placesOf(seen, wholeOf(card), 900, 1100))) < 16)
})

test('neither the name above the artwork nor the rules below it count', () => {
  const card = paint(600, 840)
  const data = Uint8Array.from(card.data)
  data.fill(255, 0, 80 * 600 * 3)
  data.fill(0, 510 * 600 * 3)
  assert.ok(
    maxDifference(fingerprintOfWhole(card), fingerprintOfWhole(toPicture({ data, width: 600, height: 840 }))) < 3,
  )
})
