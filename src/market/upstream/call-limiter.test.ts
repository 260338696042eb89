import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { createCallLimiter } from './call-limiter.ts'

const never = new AbortController().signal
const steady = () => performance.now()
const unpaced = { perSecond: () => 0, burst: 1, queueLimit: 10, now: steady }

describe('call limiter', () => {
  test('lets so many through at once, in order, and frees the place of one who leaves the queue', async () => {
    const limiter = createCallLimiter({ ...unpaced, concurrency: 2 })
    const order: number[] = []
    const releases: (() => void)[] = []
    const controllers = Array.from({ length: 5 }, () => new AbortController())
    const entered = controllers.map(async ({ signal }, index) => {
      const release = await limiter.acquire(signal)
      order.push(index)
      releases.push(release)
    })
    await nextIteration()
    assert.deepEqual([order, limiter.inFlight(), limiter.queued()], [[0, 1], 2, 3])
    controllers[2]?.abort(new Error('gone'))
    await assert.rejects(entered[2] as Promise<void>, /gone/)
    releases[0]?.()
    await nextIteration()
    assert.deepEqual(order, [0, 1, 3])
    releases[1]?.()
    releases[2]?.()
    await nextIteration()
    assert.deepEqual([order, limiter.inFlight(), limiter.queued()], [[0, 1, 3, 4], 1, 0])
  })

  test('more than the queue holds is turned away as busy, and told when to try again', async () => {
    const limiter = createCallLimiter({ ...unpaced, concurrency: 1, queueLimit: 2 })
    await limiter.acquire(never)
    const leaving = new AbortController()
    const waiting = [limiter.acquire(leaving.signal), limiter.acquire(leaving.signal)]
    await assert.rejects(limiter.acquire(never), { code: 'service_busy', retryAfterSeconds: 1 })
    leaving.abort(new Error('gone'))
    await Promise.allSettled(waiting)
  })

  test('after its burst it keeps to the rate', async () => {
    const limiter = createCallLimiter({ concurrency: 100, perSecond: () => 50, burst: 5, queueLimit: 100, now: steady })
    const startedAt = steady()
    const starts = await Promise.all(Array.from({ length: 15 }, () => limiter.acquire(never).then(() => steady() - startedAt)))
    assert.ok((starts[4] as number) < 20, 'the burst starts at once')
    assert.ok((starts[14] as number) >= 180, `ten more at 50 a second took ${starts[14]} ms`)
  })
})
