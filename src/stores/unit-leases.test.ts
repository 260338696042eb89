import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChargeRequest } from '../accounts/ports.ts'
import { windowsAt } from '../accounts/windows.ts'
import { createUnitLeases } from './unit-leases.ts'

const nowMs = Date.parse('2026-11-21T09:30:10.000Z')
const windows = windowsAt(nowMs)
const policy = { maxShare: 0.01, unheldUnits: 1_000, lifeMs: 25, lookEveryMs: 5 }

/** Leases under a clock that the test sets, over counters as a database has them. */
const start = () => {
  const clock = { ms: 0 }
  const leases = createUnitLeases(policy, () => clock.ms)
  const stored = { minuteUsed: 0, monthUsed: 0 }
  const charge = (units: number, limits: Partial<ChargeRequest> = {}): ChargeRequest => ({
    accountId: 'a',
    epoch: 1,
    units,
    requestsPerMinute: 100_000,
    monthlyRequests: 1_000_000,
    ...limits,
  })
  /** Takes as the counter does. @returns what the database was written, and `null` where it was not */
  const take = (units: number, limits?: Partial<ChargeRequest>): number | null => {
    const charges = [charge(units, limits)]
    if (leases.covers(charges, windows)) {
      leases.serve(charges, windows, nowMs)
      return null
    }
    const { change, apply } = leases.decide(charge(units, limits), stored, windows, nowMs)
    stored.minuteUsed += change
    stored.monthUsed += change
    apply()
    return change
  }
  /** Two calls of ten units, a millisecond apart: from then on 250 more are held, where the limits allow it. */
  const hold = (limits?: Partial<ChargeRequest>): void => {
    take(10, limits)
    clock.ms = 1
    take(10, limits)
  }
  return { clock, leases, stored, charge, take, hold }
}

test('from the second call on as many units are held as come in a lease’s time, then calls need no commit', () => {
  const { clock, take, leases, stored } = start()
  assert.equal(take(10), 10)
  clock.ms = 1
  assert.equal(take(10), 10 + 250)
  assert.equal(take(100), null)
  assert.deepEqual([stored.minuteUsed, leases.heldOf('a', windows)], [270, 150])
})

test('no more than the policy’s share of the minute is held', () => {
  const { clock, take, leases } = start()
  take(5_000)
  clock.ms = 1
  take(5_000)
  assert.equal(leases.heldOf('a', windows), 1_000)
})

test('a call tells what its account has used, and leaves out what is held', () => {
  const { hold, leases, charge } = start()
  hold()
  const [first] = leases.serve([charge(3)], windows, nowMs)
  const [second] = leases.serve([charge(1)], windows, nowMs)
  assert.deepEqual([first?.minuteUsed, second?.minuteUsed, second?.monthUsed], [20, 23, 23])
})

test('the last units of minute and month are never held', () => {
  for (const limits of [{ requestsPerMinute: 1_600 }, { monthlyRequests: 1_025 }]) {
    const { clock, take, leases, hold } = start()
    hold(limits)
    assert.equal(leases.heldOf('a', windows), limits.requestsPerMinute ? 16 : 5)
    clock.ms = 30
    take(600, limits)
    assert.equal(leases.heldOf('a', windows), 0)
  }
})

test('after its time, under another minute, and for a changed account a lease serves nothing', () => {
  const { clock, leases, charge, hold } = start()
  hold()
  const nextMinute = windowsAt(nowMs + 60_000)
  assert.equal(leases.covers([charge(1)], windows), true)
  assert.equal(leases.covers([charge(1)], nextMinute), false)
  assert.equal(leases.covers([charge(1, { epoch: 2 })], windows), false)
  assert.equal(leases.outdated('a', nextMinute)?.held, 250)
  clock.ms = 26
  assert.equal(leases.covers([charge(1)], windows), false)
  assert.deepEqual(leases.idle(), [])
  assert.deepEqual(
    leases.idle().map(({ held }) => held),
    [250],
  )
})

test('what is left of a lease is given back where the plan allows none any more', () => {
  const { take, leases, stored, hold } = start()
  hold()
  take(1, { epoch: 2, requestsPerMinute: 30 })
  assert.deepEqual([stored.minuteUsed, leases.all().length], [21, 0])
})

test('a refunded unit is held where others are, else it is the database’s', () => {
  const { clock, take, leases } = start()
  take(10)
  assert.equal(leases.takeBack('a', windows, 1), false)
  clock.ms = 1
  take(10)
  assert.equal(leases.takeBack('a', windows, 1), true)
  assert.equal(leases.heldOf('a', windows), 251)
})
