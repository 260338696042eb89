import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { boxOnPicture } from './box-on-picture.ts'

const size = fc.integer({ min: 1, max: 9_000 })
const at = fc.double({ min: -0.3, max: 1.3, noNaN: true })

test('a box lies within the picture as it was sent, however a card reaches over its edges', () => {
  fc.assert(
    fc.property(
      size,
      size,
      fc.double({ min: 0.05, max: 1, noNaN: true }),
      at,
      at,
      at,
      at,
      (width, height, shrunk, x0, y0, x1, y1) => {
        const [seenWidth, seenHeight] = [width, height].map((side) => Math.max(1, Math.round(side * shrunk))) as [
          number,
          number,
        ]
        const [left, right] = [Math.min(x0, x1) * seenWidth, Math.max(x0, x1) * seenWidth]
        const [top, bottom] = [Math.min(y0, y1) * seenHeight, Math.max(y0, y1) * seenHeight]
        const quad = [
          [left, top],
          [right, top],
          [right, bottom],
          [left, bottom],
        ] as const
        const picture = { width: seenWidth, height: seenHeight, sent: { width, height } }
        const box = boxOnPicture(quad, picture)
        assert.ok(Object.values(box).every(Number.isInteger))
        assert.ok(box.x >= 0 && box.y >= 0 && box.width >= 1 && box.height >= 1)
        assert.ok(box.x + box.width <= width && box.y + box.height <= height, JSON.stringify({ box, width, height }))
      },
    ),
  )
})

test('a card in the middle of a picture that was made smaller has its place in the large one', () => {
  const quad = [
    [100, 50],
    [200, 50],
    [200, 190],
    [100, 190],
  ] as const
  const picture = { width: 400, height: 300, sent: { width: 1601, height: 1199 } }
  assert.deepEqual(boxOnPicture(quad, picture), { x: 400, y: 200, width: 401, height: 559 })
})
