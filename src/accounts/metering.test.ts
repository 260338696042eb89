import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMeter } from './metering.ts'
import type { AuthContext, UnitCounter } from './ports.ts'
import { windowsAt } from './windows.ts'

test('a batch of any size is charged: 200,000 calls that waited for a stalled store do not overflow the stack', async () => {
  const counter: UnitCounter = {
    take: async (charges) =>
      charges.map(({ units }) => ({ minuteUsed: 0, monthUsed: 0, granted: units, windows: windowsAt(0), nowMs: 0 })),
    refund: async () => {},
  }
  const account = {
    id: 'acc_1',
    name: 'Shop',
    plan: 'scale',
    requestsPerMinute: 1_000_000,
    monthlyRequests: 1_000_000,
    activeKeys: 1,
    createdAt: '2026-11-21T09:30:00.000Z',
    closedAt: null,
  } as const
  const key = {
    keyId: 'k',
    accountId: 'acc_1',
    label: null,
    createdAt: account.createdAt,
    expiresAt: null,
    revokedAt: null,
    replacedBy: null,
  }
  const auth: AuthContext = { account, key, epoch: 1 }
  const { take } = createMeter({ counter })
  const grants = await Promise.all(Array.from({ length: 200_000 }, () => take(auth)))
  assert.equal(grants.at(-1)?.minuteUsed, 200_000)
})
