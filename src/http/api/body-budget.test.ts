import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createBodyBudget } from './body-budget.ts'

const busy = { code: 'service_busy', retryAfterSeconds: 1 }

describe('the budget of request bodies', () => {
  test('one owner holds at most half, and two leave a third to the next', () => {
    const { reserve } = createBodyBudget(120)
    for (let i = 0; i < 6; i++) reserve('a', 10)
    assert.throws(() => reserve('a', 1), busy)
    reserve('b', 30)
    assert.throws(() => reserve('b', 1), busy)
    reserve('c', 15)
  })

  test('many owners who take what they can never take all of it, nor more than there is', () => {
    const { reserve } = createBodyBudget(1_000)
    let held = 0
    for (let i = 0; i < 5_000; i++) {
      try {
        reserve(`owner ${i % 20}`, 5)
        held += 5
      } catch {}
    }
    assert.ok(held > 900 && held <= 1_000 - 1_000 / 21, `${held} held`)
  })

  test('what is given back, once or twice, can be taken again', () => {
    const { reserve } = createBodyBudget(100)
    for (let i = 0; i < 50; i++) {
      const release = reserve('a', 50)
      assert.throws(() => reserve('a', 1), busy)
      release()
      release()
    }
    reserve('b', 50)
  })
})
