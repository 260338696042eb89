import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { createFairQueue, type Turn } from './fair-queue.ts'

const share = 0.05
const burstMs = 50

/** A loop on which time passes only by work and by waiting. */
const simulate = () => {
  let nowMs = 0
  const queue = createFairQueue({
    share,
    burstMs,
    now: () => nowMs,
    after: (ms, done) => {
      nowMs += ms
      setImmediate(done)
    },
  })
  const order: string[] = []
  return {
    queue,
    order,
    now: () => nowMs,
    pass: (ms: number) => {
      nowMs += ms
    },
    /** Waits for a turn and works; what is told of the work is who did it. */
    work: async (id: string, { connection = {}, ms = 1, seemsCharged = false } = {}): Promise<Turn> => {
      const turn = await queue.turn({ id, connection }, { seemsCharged })
      nowMs += ms
      order.push(id)
      return turn
    },
  }
}

describe('while others pay', () => {
  test('uncharged work takes no more of the loop than its share and what was saved up', async () => {
    const { work, queue, now } = simulate()
    let workedMs = 0
    let isOver = false
    const attack = async (id: string) => {
      const connection = {}
      while (!isOver) {
        await work(id, { connection, ms: 2 })
        workedMs += 2
        queue.noteCharged()
        isOver ||= now() > 10_000
      }
    }
    queue.noteCharged()
    await Promise.all(Array.from({ length: 40 }, (_, at) => attack(`attacker ${at % 7}`)))
    const allowedMs = burstMs + share * now()
    // Each of the forty has one under way at the end.
    assert.ok(workedMs <= allowedMs + 40 * 2, `${workedMs} of ${allowedMs} ms`)
    assert.ok(workedMs >= 0.8 * share * now(), `only ${workedMs} ms`)
  })

  test('whoever asks little comes before those who ask much, whose turns go round', async () => {
    const { work, order, queue } = simulate()
    queue.noteCharged()
    const connection = {}
    for (let count = 0; count < 20; count++) await work('greedy', { connection })
    order.length = 0
    const greedy = Array.from({ length: 4 }, () => work('greedy', { connection }))
    await Promise.all([...greedy, work('modest'), work('other')])
    assert.deepEqual(order.slice(0, 2).sort(), ['modest', 'other'])
  })

  test('behind one address a connection that asks little comes before those that ask much', async () => {
    const { queue } = simulate()
    queue.noteCharged()
    const greedy = {}
    const order: string[] = []
    const ask = async (connection: object, name: string) => {
      await queue.turn({ id: '192.0.2.1', connection })
      order.push(name)
    }
    for (let count = 0; count < 50; count++) await ask(greedy, 'greedy')
    order.length = 0
    await Promise.all([ask(greedy, 'greedy'), ask(greedy, 'greedy'), ask({}, 'modest')])
    assert.equal(order[0], 'modest')
  })

  test('work that seems charged does not wait, unless the last of its principal was not charged', async () => {
    const { work, queue, now } = simulate()
    queue.noteCharged()
    for (let count = 0; count < 60; count++) await work('others')
    const quickly = async (isCharged: boolean) => {
      const startedMs = now()
      const turn = await work('agent', { seemsCharged: true })
      turn.settle(isCharged)
      return now() - startedMs === 1
    }
    assert.deepEqual([await quickly(true), await quickly(true), await quickly(false)], [true, true, true])
    assert.equal(await quickly(true), false, 'it waited for the budget')
    assert.equal(await quickly(true), true, 'it pays again')
  })

  test('what was charged draws on no budget, whether that is known before or after it is measured', async () => {
    const { work, queue, now } = simulate()
    queue.noteCharged()
    for (let count = 0; count < 500; count++) {
      const turn = await work('agent')
      if (count % 2 === 0) await nextIteration()
      turn.settle(true)
    }
    assert.equal(now(), 500, 'nothing waited')
  })
})

test('while nobody pays, uncharged work is not held up', async () => {
  const { work, now } = simulate()
  const connection = {}
  for (let count = 0; count < 1_000; count++) await work('reader', { connection })
  assert.ok(now() < 1_100, `${now()} ms for 1,000 ms of work`)
})

test('a turn that was waited for more than five seconds is late', async () => {
  const { work, queue, pass } = simulate()
  const turns = [work('a'), work('b')]
  pass(5_001)
  assert.deepEqual(
    (await Promise.all(turns)).map(({ isLate }) => isLate),
    [true, true],
  )
  assert.equal((await work('a')).isLate, false)
  assert.equal(queue.waiting(), 0)
})

test('beyond four thousand that wait a turn comes at once, and is late', async () => {
  const { queue } = simulate()
  const turns = Array.from({ length: 4_001 }, () => queue.turn({ id: 'a', connection: {} }))
  assert.equal(queue.waiting(), 4_000)
  assert.equal((await (turns.at(-1) as Promise<Turn>)).isLate, true)
})
