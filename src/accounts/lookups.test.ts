import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { createAccounts } from './accounts.ts'
import { mintApiKey } from './api-key.ts'
import type { AccountStore, AuthContext } from './ports.ts'

test('unknown keys are looked up a few at a time, and one that was issued meanwhile is found at once', async () => {
  let running = 0
  let maxRunning = 0
  const issued = new Map<string, AuthContext>()
  const findAuthContext = async (digest: string) => {
    maxRunning = Math.max(maxRunning, ++running)
    await nextIteration()
    running--
    return issued.get(digest) ?? null
  }
  const reached = new Error('the key was found')
  const accounts = createAccounts({
    store: { findAuthContext } as unknown as AccountStore,
    meter: { take: () => Promise.reject(reached), refund: () => Promise.reject(reached) },
    now: () => 0,
  })
  const unknown = Array.from({ length: 300 }, mintApiKey)
  const outcomes = await Promise.allSettled(unknown.map(({ key }) => accounts.admit(key)))
  assert.ok(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason.code === 'invalid_api_key'))
  assert.equal(maxRunning, 3)

  const { key, digest } = unknown[0] as ReturnType<typeof mintApiKey>
  issued.set(digest, {
    key: { revokedAt: null, expiresAt: null },
    account: { closedAt: null, suspendedAt: null },
    epoch: 1,
  } as AuthContext)
  await assert.rejects(accounts.admit(key), reached)
})

test('while the store is silent no call waits behind the look-ups of all others', async (t) => {
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  const unavailable = new Error('the store is silent')
  const silence = Promise.withResolvers<never>()
  let lookups = 0
  const accounts = createAccounts({
    store: {
      findAuthContext: () => {
        lookups++
        return silence.promise
      },
    } as unknown as AccountStore,
    meter: { take: () => Promise.reject(unavailable), refund: () => Promise.reject(unavailable) },
    now: () => 0,
  })
  const calls = Promise.allSettled(Array.from({ length: 30 }, () => accounts.admit(mintApiKey().key)))
  await nextIteration()
  nowMs = 1_001
  silence.reject(unavailable)
  const outcomes = await calls
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected' && outcome.reason.code === 'service_busy')
  assert.equal(refused.length, 27)
  assert.equal(lookups, 3)
})
