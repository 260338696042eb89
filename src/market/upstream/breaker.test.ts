import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BreakerState, createBreaker, failuresToOpen, probeEveryMs } from './breaker.ts'
import { UpstreamError } from './upstream-error.ts'

const failure = new UpstreamError('upstream_unavailable', 'The market source answered 500.', { upstreamStatus: 500 })
const slowDown = (retryAfterMs: number | null = null) =>
  new UpstreamError('upstream_rate_limited', 'The market source asks us to slow down.', {
    upstreamStatus: 403,
    retryAfterMs,
  })

const start = () => {
  const clock = { now: 0 }
  const states: BreakerState[] = []
  const breaker = createBreaker(
    () => clock.now,
    (state) => states.push(state),
  )
  return { breaker, clock, states }
}

const isCode = (code: string) => (error: unknown) => error instanceof UpstreamError && error.code === code

describe('breaker', () => {
  test('opens after failures in a row, then lets one probe a second through, and closes with the first success', () => {
    const { breaker, clock, states } = start()
    for (let count = 1; count < failuresToOpen; count++) breaker.failed(breaker.admit(), failure)
    breaker.succeeded(breaker.admit())
    for (let count = 1; count < failuresToOpen; count++) breaker.failed(breaker.admit(), failure)
    assert.equal(breaker.state(), 'closed')
    const waiting = breaker.admit()
    breaker.failed(breaker.admit(), failure)
    assert.equal(breaker.state(), 'open')
    assert.throws(() => breaker.confirm(waiting), isCode('upstream_unavailable'), 'a queued call is not sent')
    assert.throws(() => breaker.admit(), isCode('upstream_unavailable'))

    clock.now += probeEveryMs
    const silent = breaker.admit()
    assert.equal(silent.isProbe, true)
    assert.throws(() => breaker.admit(), isCode('upstream_unavailable'))
    clock.now += probeEveryMs
    const second = breaker.admit()
    breaker.confirm(second)
    breaker.failed(silent, failure)
    assert.equal(breaker.state(), 'open')
    breaker.succeeded(second)
    assert.equal(breaker.state(), 'closed')
    assert.deepEqual(states, ['open', 'closed'])
  })

  test('a success of a call from before it opened does not close it', () => {
    const { breaker, clock } = start()
    const old = breaker.admit()
    clock.now += 10
    for (let count = 0; count < failuresToOpen; count++) breaker.failed(breaker.admit(), failure)
    breaker.succeeded(old)
    assert.equal(breaker.state(), 'open')
  })

  test('a rate-limit answer starts a cool-down that grows with repetition and is forgotten after a long calm', () => {
    const { breaker, clock } = start()
    const together = [breaker.admit(), breaker.admit(), breaker.admit()]
    clock.now += 1
    for (const ticket of together) breaker.limited(ticket, slowDown())
    assert.equal(breaker.coolDownLevel(), 1, 'calls in flight together count once')
    assert.equal(breaker.coolDownLeftMs(), 10_000)
    clock.now += 9_999
    assert.equal(breaker.state(), 'rate_limited')
    assert.throws(() => breaker.admit(), isCode('upstream_rate_limited'))
    for (const pause of [60_000, 180_000, 600_000, 600_000]) {
      clock.now += breaker.coolDownLeftMs()
      breaker.limited(breaker.admit(), slowDown())
      assert.equal(breaker.coolDownLeftMs(), pause)
    }
    clock.now += breaker.coolDownLeftMs()
    breaker.succeeded(breaker.admit())
    assert.equal(breaker.state(), 'closed')
    assert.ok(breaker.coolDownLevel() > 0, 'one success is not yet calm')
    clock.now += 600_000
    assert.equal(breaker.coolDownLevel(), 0)
    breaker.limited(breaker.admit(), slowDown())
    assert.equal(breaker.coolDownLeftMs(), 10_000)
  })

  test('Retry-After is kept to the letter the first time, and is the least afterwards', () => {
    const { breaker, clock } = start()
    breaker.limited(breaker.admit(), slowDown(3_000))
    assert.equal(breaker.coolDownLeftMs(), 3_000)
    clock.now += 3_000
    breaker.limited(breaker.admit(), slowDown(3_000))
    assert.equal(breaker.coolDownLeftMs(), 60_000)
    clock.now += 60_000
    breaker.limited(breaker.admit(), slowDown(99_999_999))
    assert.equal(breaker.coolDownLeftMs(), 900_000)
  })
})
