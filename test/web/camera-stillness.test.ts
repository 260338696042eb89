import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import './console-modules.ts'

const web = (path: string) => import(new URL(`../../web/${path}`, import.meta.url).href)
const { partUnder } = await web('camera/frame-part.js')
const { createStillness, graySize } = await web('camera/stillness.js')

const { width, height } = graySize

/** Blocks of gray that a seed decides: no two seeds look alike. */
const card = (seed: number, { right = 0, light = 0, noise = 0 } = {}): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [Math.floor(((at % width) - right) / 5), Math.floor(at / width / 7)]
    const block = 40 + (Math.imul((x + 3) * 374_761_393 + (y + 3) * 668_265_263, seed * 2 + 1) >>> 25)
    return block + light + (noise === 0 ? 0 : (Math.imul(at + 1, 2_654_435_761) >>> 16) % noise)
  })

const table = new Uint8Array(width * height).fill(150)

/** Shows each picture for so long, ten a second, and says at which of them a photo was taken. */
const watch = (
  shown: readonly (readonly [picture: Uint8Array, forMs: number])[],
  stillness = createStillness(),
): number[] => {
  const taken: number[] = []
  let nowMs = 0
  for (const [at, [picture, forMs]] of shown.entries())
    for (let left = forMs; left > 0; left -= 100) {
      nowMs += 100
      if (stillness.see(picture, nowMs)) taken.push(at)
    }
  return taken
}

describe('the automatic shutter', () => {
  test('takes each card once, however long it lies there', () => {
    assert.deepEqual(
      watch([
        [table, 1_000],
        [card(1), 5_000],
        [card(2), 2_000],
        [table, 2_000],
        [card(3), 1_000],
      ]),
      [1, 2, 4],
    )
  })

  test('takes nothing while something moves', () => {
    const moving = Array.from({ length: 40 }, (_, at) => [card(at), 100] as const)
    assert.deepEqual(watch(moving), [])
  })

  test('waits until a card has lain still for 600 ms', () => {
    assert.deepEqual(
      watch([
        [table, 1_000],
        [card(1), 600],
        [table, 1_000],
      ]),
      [],
    )
    assert.deepEqual(
      watch([
        [table, 1_000],
        [card(1), 800],
      ]),
      [1],
    )
  })

  test('takes no empty table', () => {
    assert.deepEqual(watch([[table, 10_000]]), [])
  })

  test('does not take a card again that was covered, pushed a little, or lit differently', () => {
    const later = [card(1, { right: 2 }), card(1, { light: 30 }), card(1, { noise: 9 })]
    for (const again of later)
      assert.deepEqual(
        watch([
          [card(1), 2_000],
          [card(9), 300],
          [again, 2_000],
        ]),
        [0],
      )
  })

  test('does not take again what a person just took', () => {
    const stillness = createStillness()
    stillness.taken(card(1))
    assert.deepEqual(
      watch(
        [
          [card(1), 3_000],
          [card(2), 2_000],
        ],
        stillness,
      ),
      [1],
    )
  })

  test('learns the pattern of a table on which nothing was read', () => {
    const stillness = createStillness()
    assert.deepEqual(watch([[card(4), 1_000]], stillness), [0])
    stillness.learnEmpty(card(4))
    assert.deepEqual(
      watch(
        [
          [card(1), 2_000],
          [card(4), 2_000],
          [card(2), 2_000],
        ],
        stillness,
      ),
      [0, 2],
    )
  })

  test('takes the same card again when it is asked to', () => {
    const stillness = createStillness()
    watch([[card(1), 2_000]], stillness)
    stillness.forget()
    assert.deepEqual(watch([[card(1), 2_000]], stillness), [0])
  })
})

describe('the frame over the picture', () => {
  test('names the pixels of the video that lie under it', () => {
    const place = { x: 0, y: 100, width: 360, height: 360 }
    const frame = { x: 90, y: 154, width: 180, height: 252 }
    // The video is twice as tall as its place: a quarter of it is hidden above, another below.
    assert.deepEqual(partUnder({ width: 720, height: 1440 }, place, frame, 0), {
      x: 180,
      y: 468,
      width: 360,
      height: 504,
    })
  })

  test('takes along what is around it, never beyond the picture', () => {
    const place = { x: 0, y: 0, width: 100, height: 100 }
    const part = partUnder({ width: 200, height: 200 }, place, { x: 2, y: 10, width: 50, height: 70 }, 0.1)
    assert.deepEqual(part, { x: 0, y: 6, width: 114, height: 168 })
  })
})
