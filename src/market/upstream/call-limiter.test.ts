import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { createCallLimiter } from './call-limiter.ts'

const never = new AbortController().signal
const steady = () => performance.now()
const unpaced = { perSecond: () => 0, burst: 1, queueLimit: 10, now: steady }

/** A limiter under a clock that the test moves; it notes the calls that started, each answered after `takesMs`. */
const createTimed = (
  t: TestContext,
  { takesMs = 0, concurrency = 8, perSecond = 20, burst = Math.max(concurrency, perSecond), queueLimit = 1_000 } = {},
) => {
  let nowMs = 0
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const limits = { concurrency, perSecond: () => perSecond, burst, queueLimit }
  const limiter = createCallLimiter({ ...limits, now: () => nowMs })
  const started: { readonly name: string; readonly atMs: number }[] = []
  return {
    limiter,
    started,
    /** Asks for one more call of a request. @returns the code of its refusal, `null` once it is answered */
    ask: async (name: string, signal: AbortSignal): Promise<string | null> => {
      try {
        const release = await limiter.acquire(signal)
        started.push({ name, atMs: nowMs })
        await new Promise<void>((answered) => setTimeout(answered, takesMs))
        release()
        return null
      } catch (error) {
        return (error as { code: string }).code
      }
    },
    pass: async (ms: number) => {
      await nextIteration()
      for (let step = 0; step < ms; step++) {
        nowMs++
        t.mock.timers.tick(1)
        await nextIteration()
      }
    },
    startOf: (name: string): number | undefined => started.find((one) => one.name === name)?.atMs,
  }
}

const request = (): AbortSignal => new AbortController().signal

describe('call limiter', () => {
  test('lets so many requests through at once, in order, and frees the place of one who leaves the queue', async () => {
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
    const leaving = [new AbortController(), new AbortController()]
    const waiting = leaving.map(({ signal }) => limiter.acquire(signal))
    await assert.rejects(limiter.acquire(never), { code: 'service_busy', retryAfterSeconds: 1 })
    for (const one of leaving) one.abort(new Error('gone'))
    await Promise.allSettled(waiting)
  })

  test('after its burst it keeps to the rate', async (t) => {
    const { ask, pass, started } = createTimed(t, { concurrency: 100, perSecond: 50, burst: 5 })
    for (let call = 0; call < 15; call++) ask(`${call}`, never)
    await pass(0)
    assert.equal(started.length, 5, 'the burst starts at once')
    await pass(199)
    assert.equal(started.length, 14)
    await pass(1)
    assert.equal(started.length, 15)
  })

  test('a single call that comes while a batch of a hundred waits for the pace is the next to start', async (t) => {
    const { ask, pass, startOf, started, limiter } = createTimed(t)
    const batch = request()
    for (let call = 0; call < 100; call++) ask(`batch ${call}`, batch)
    await pass(200)
    ask('single', request())
    await pass(100)
    assert.ok((startOf('single') as number) <= 260, `at ${startOf('single')} ms`)
    assert.ok(limiter.queued() > 70)
    await pass(3_800)
    assert.deepEqual([started.length, limiter.queued()], [101, 0])
    assert.ok((started.at(-1)?.atMs as number) <= 4_060, 'nothing of the pace was lost')
  })

  test('a single call that comes while a batch waits for slots takes the first that becomes free', async (t) => {
    const { ask, pass, startOf } = createTimed(t, { perSecond: 0, concurrency: 4, takesMs: 100 })
    const batch = request()
    for (let call = 0; call < 100; call++) ask(`batch ${call}`, batch)
    await pass(10)
    ask('single', request())
    await pass(100)
    assert.equal(startOf('single'), 100)
  })

  test('two batches at once get a call each in turn', async (t) => {
    const { ask, pass, started } = createTimed(t)
    for (const name of ['one', 'other']) {
      const signal = request()
      for (let call = 0; call < 100; call++) ask(name, signal)
    }
    await pass(2_000)
    const inTurn = started.filter(({ atMs }) => atMs >= 50).map(({ name }) => name)
    assert.ok(inTurn.length >= 38)
    for (const [at, name] of inTurn.slice(1).entries()) assert.notEqual(name, inTurn[at])
  })

  test('what completes a row that was begun goes before the rows of the same request that were not', async (t) => {
    const { ask, pass, started } = createTimed(t, { perSecond: 0, concurrency: 1, takesMs: 10 })
    const list = request()
    const row = async (name: string) => {
      await ask(`${name} search`, list)
      await ask(`${name} details`, list)
    }
    for (const name of ['a', 'b', 'c']) row(name)
    await pass(100)
    const order = started.map(({ name }) => name)
    assert.deepEqual(order, ['a search', 'c search', 'a details', 'c details', 'b search', 'b details'])
  })

  test('when the queue is full the longest request loses a call to one that has fewer, and to no other', async (t) => {
    const { ask, pass, startOf, limiter } = createTimed(t, { perSecond: 0, concurrency: 1, takesMs: 10, queueLimit: 4 })
    const batch = request()
    const calls = Array.from({ length: 5 }, (_, call) => ask(`batch ${call}`, batch))
    assert.equal(await ask('batch 5', batch), 'service_busy')
    const single = ask('single', request())
    assert.equal(await calls[1], 'service_busy')
    assert.equal(limiter.queued(), 4)
    await pass(100)
    assert.equal(await single, null)
    assert.equal(startOf('single'), 20)
    assert.deepEqual(await Promise.all([0, 2, 3, 4].map((call) => calls[call])), [null, null, null, null])
  })
})
