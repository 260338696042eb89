import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareAmounts } from './amount-moves.ts'

const near = (actual: number | null, expected: number) => assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-9)

describe('amounts of two days', () => {
  test('that are the same have not moved, and none is new', () => {
    const moves = compareAmounts([5, 7, 7, 9], [5, 7, 7, 9])
    assert.deepEqual([moves.moved, moves.factor, moves.fivefold, moves.fresh, moves.equal], [0, 1, 0, 1, 0.5])
    near(moves.rank, 1)
  })

  test('that grew by one factor keep their order', () => {
    const moves = compareAmounts([5, 7, 8, 9], [500, 700, 800, 900])
    assert.deepEqual([moves.moved, moves.factor, moves.firstDecile, moves.ninthDecile], [1, 100, 100, 100])
    assert.deepEqual([moves.fivefold, moves.fresh], [1, 1])
    near(moves.rank, 1)
  })

  test('of which few jump have the median and the first decile of the others', () => {
    const earlier = Array.from({ length: 20 }, (_, at) => at + 1)
    const moves = compareAmounts(
      earlier,
      earlier.map((amount, at) => (at < 9 ? amount * 10 : amount)),
    )
    assert.deepEqual(
      [moves.moved, moves.factor, moves.firstDecile, moves.ninthDecile, moves.fivefold],
      [0.45, 1, 1, 10, 0.45],
    )
  })

  test('that change places are none that others had not, each as often as it was there', () => {
    assert.equal(compareAmounts([1, 2, 3, 4], [2, 3, 4, 1]).fresh, 0)
    assert.equal(compareAmounts([1, 2, 3, 4], [2, 2, 2, 4]).fresh, 1)
    near(compareAmounts([1, 2, 3, 4], [4, 3, 2, 1]).rank, -1)
  })

  test('that are all equal have no order', () => {
    const moves = compareAmounts([1, 2, 3], [4, 4, 4])
    assert.deepEqual([moves.rank, moves.equal], [null, 1])
  })

  test('that are tied share a rank', () => near(compareAmounts([1, 1, 2, 2], [5, 5, 9, 9]).rank, 1))
})
