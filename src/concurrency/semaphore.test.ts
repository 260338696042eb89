import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { createSemaphore } from './semaphore.ts'

const busy = () => new Error('busy')

/** Works that end when they are told to, and the order in which they began. */
const createWorks = () => {
  const order: number[] = []
  const ends: PromiseWithResolvers<number>[] = []
  const work = (index: number) => () => {
    order.push(index)
    const end = Promise.withResolvers<number>()
    ends.push(end)
    return end.promise
  }
  return { order, ends, work }
}

test('works run up to the limit, wait in order, make room on failure, and are refused above the queue', async () => {
  const { run } = createSemaphore({ max: 2, maxWaiting: 2, maxWaitMs: 60_000, busy })
  const { order, ends, work } = createWorks()
  const [first, second, third, fourth, fifth] = [0, 1, 2, 3, 4].map((index) => run(work(index)))
  await assert.rejects(fifth as Promise<number>, /busy/)
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

test('who has waited too long when a place becomes free is refused, and the next in time takes it', async () => {
  let nowMs = 0
  const { run } = createSemaphore({ max: 1, maxWaiting: 10, maxWaitMs: 1_000, busy, now: () => nowMs })
  const { order, ends, work } = createWorks()
  const first = run(work(0))
  const late = [run(work(1)), run(work(2))]
  nowMs = 600
  const inTime = run(work(3))
  nowMs = 1_500
  ends[0]?.resolve(10)
  assert.equal(await first, 10)
  for (const each of late) await assert.rejects(each, /busy/)
  assert.deepEqual(order, [0, 3])
  ends[1]?.resolve(13)
  assert.equal(await inTime, 13)
})
