import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { createMeter, maxWaitingCalls } from './metering.ts'
import type { AuthContext, UnitCounter } from './ports.ts'
import { windowsAt } from './windows.ts'

const account = {
  id: 'acc_1',
  name: 'Shop',
  plan: 'scale',
  requestsPerMinute: 1_000_000,
  monthlyRequests: 1_000_000,
  activeKeys: 1,
  createdAt: '2026-11-21T09:30:00.000Z',
  suspendedAt: null,
  suspendedReason: null,
  closedAt: null,
} as const
const { id: accountId, createdAt } = account
const key = { keyId: 'k', accountId, label: null, createdAt, expiresAt: null, revokedAt: null, replacedBy: null }
const auth: AuthContext = { account, key, epoch: 1 }

const granted: UnitCounter['take'] = async (charges) =>
  charges.map(({ units }) => ({ minuteUsed: 0, monthUsed: 0, granted: units, windows: windowsAt(0), nowMs: 0 }))

test('of calls that wait for a silent counter one too many is busy at once, and the others are one batch', async () => {
  const batches: number[] = []
  const silence = Promise.withResolvers<void>()
  const { take } = createMeter({
    counter: {
      take: async (charges) => {
        batches.push(charges.reduce((sum, { units }) => sum + units, 0))
        if (batches.length === 1) await silence.promise
        return granted(charges)
      },
      refund: async () => {},
    },
  })
  const first = take(auth)
  await nextIteration()
  const waiting = Array.from({ length: maxWaitingCalls - 1 }, () => take(auth))
  await assert.rejects(take(auth), { code: 'service_busy', retryAfterSeconds: 1 })
  silence.resolve()
  await Promise.all([first, ...waiting])
  assert.deepEqual(batches, [1, maxWaitingCalls - 1])
  assert.equal((await take(auth))?.outcome, 'granted')
})
