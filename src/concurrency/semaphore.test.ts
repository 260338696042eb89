import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { createSemaphore } from './semaphore.ts'

test('so many works run at once, the next wait in their order, one that fails makes room too, and more than may wait are turned away', async () => {
  const { run } = createSemaphore({ max: 2, maxWaiting: 2 })
  const order: number[] = []
  const ends: PromiseWithResolvers<number>[] = []
  const work = (index: number) => () => {
    order.push(index)
    const end = Promise.withResolvers<number>()
    ends.push(end)
    return end.promise
  }
  const [first, second, third, fourth, fifth] = [0, 1, 2, 3, 4].map((index) => run(work(index)))
  assert.equal(fifth, null)
  assert.deepEqual(order, [0, 1])
  ends[1]?.reject(new Error('failed'))
  await assert.rejects(second as Promise<number>, /failed/)
  await nextIteration()
  assert.deepEqual(order, [0, 1, 2])
  ends[0]?.resolve(10)
  assert.equal(await first, 10)
  await nextIteration()
  ends[2]?.resolve(12)
  ends[3]?.resolve(13)
  assert.deepEqual(await Promise.all([third, fourth]), [12, 13])
  ends.length = 0
  const again = run(work(5))
  ends[0]?.resolve(15)
  assert.equal(await again, 15)
})
