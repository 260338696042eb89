import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createGate } from './gate.ts'

const never = new AbortController().signal
const steady = () => performance.now()
const unpaced = { perSecond: () => 0, burst: 1, waitingLimit: 10, now: steady }

describe('gate', () => {
  test('lets so many through at once, in order, and frees the place of one who leaves the queue', async () => {
    const gate = createGate({ ...unpaced, concurrency: 2 })
    const order: number[] = []
    const leaves: (() => void)[] = []
    const controllers = Array.from({ length: 5 }, () => new AbortController())
    const entered = controllers.map(async ({ signal }, index) => {
      const leave = await gate.enter(signal)
      order.push(index)
      leaves.push(leave)
    })
    await turn()
    assert.deepEqual([order, gate.inFlight(), gate.waiting()], [[0, 1], 2, 3])
    controllers[2]?.abort(new Error('gone'))
    await assert.rejects(entered[2] as Promise<void>, /gone/)
    leaves[0]?.()
    await turn()
    assert.deepEqual(order, [0, 1, 3])
    leaves[1]?.()
    leaves[2]?.()
    await turn()
    assert.deepEqual([order, gate.inFlight(), gate.waiting()], [[0, 1, 3, 4], 1, 0])
  })

  test('more than the queue holds is turned away as busy', async () => {
    const gate = createGate({ ...unpaced, concurrency: 1, waitingLimit: 2 })
    await gate.enter(never)
    const leaving = new AbortController()
    const waiting = [gate.enter(leaving.signal), gate.enter(leaving.signal)]
    await assert.rejects(gate.enter(never), { code: 'service_busy' })
    leaving.abort(new Error('gone'))
    await Promise.allSettled(waiting)
  })

  test('after its burst it keeps the pace', async () => {
    const gate = createGate({ concurrency: 100, perSecond: () => 50, burst: 5, waitingLimit: 100, now: steady })
    const startedAt = steady()
    const starts = await Promise.all(Array.from({ length: 15 }, () => gate.enter(never).then(() => steady() - startedAt)))
    assert.ok((starts[4] as number) < 20, 'the burst starts at once')
    assert.ok((starts[14] as number) >= 180, `ten more at 50 a second took ${starts[14]} ms`)
  })
})
