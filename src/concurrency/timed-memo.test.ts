import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTimedMemo } from './timed-memo.ts'

const open = (maxEntries = 500) => {
  const clock = { now: 0 }
  const loads: string[] = []
  const memo = createTimedMemo<number>({
    freshForMs: (value, tookMs) => value + tookMs,
    maxEntries,
    steadyNow: () => clock.now,
  })
  const load =
    (key: string, value: number, tookMs = 0) =>
    async () => {
      loads.push(key)
      clock.now += tookMs
      return value
    }
  return { clock, loads, memo, load }
}

test('a value is kept for its time, which its load may lengthen, and is loaded anew when asked for fresh', async () => {
  const { clock, loads, memo, load } = open()
  assert.deepEqual(await Promise.all([memo.recent('a', load('a', 10, 5)), memo.recent('a', load('b', 99))]), [10, 10])
  clock.now = 19
  assert.equal(await memo.recent('a', load('c', 1)), 10)
  clock.now = 20
  assert.equal(await memo.recent('a', load('d', 10)), 10)
  assert.equal(await memo.fresh('a', load('e', 3)), 3)
  assert.equal(await memo.recent('a', load('f', 1)), 3)
  assert.deepEqual(loads, ['a', 'd', 'e'])
})

test('a failure is not kept, and beyond its bound the value that was loaded first is dropped', async () => {
  const { loads, memo, load } = open(2)
  await assert.rejects(memo.recent('a', () => Promise.reject(new Error('away'))))
  for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) await memo.recent(key, load(key, 10))
  assert.deepEqual(loads, ['a', 'b', 'c', 'a'])
})
