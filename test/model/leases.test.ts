import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { type Accounts, type Caller, createAccounts } from '../../src/accounts/accounts.ts'
import { createMeter } from '../../src/accounts/metering.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { scaled } from '../support/scaled.ts'
import { memoryFolder } from '../support/temp.ts'

/*
 * The reference of `life.ts` knows no units that are held, so accounts of the model are too small for a lease. Here
 * small ones have them: as the counts are between two looks, and to the unit once nothing is held.
 */

const instantMs = Date.parse('2026-11-21T09:30:10.000Z')
const leases = { maxShare: 0.05, unheldUnits: 60, lifeMs: 3, lookEveryMs: 2 }
const perMinute = 400

const prepare = async (t: TestContext, count: number) => {
  const file = join(memoryFolder(t), 'accounts.db')
  const clock = { nowMs: instantMs }
  const openHandle = async () => {
    const options = { file, durability: 'process', now: () => clock.nowMs, isChecked: false, leases } as const
    const store = await openSqliteStore(options)
    const meter = createMeter({ counter: store.counter })
    return { store, accounts: createAccounts({ store: store.accounts, meter, now: store.now }) }
  }
  const handles: Awaited<ReturnType<typeof openHandle>>[] = []
  for (let at = 0; at < count; at++) handles.push(await openHandle())
  const [first] = handles as [(typeof handles)[number]]
  const agreed = { requestsPerMinute: perMinute, monthlyRequests: 1_000_000, activeKeys: 5 }
  const { id } = await first.accounts.create({ name: 'Busy', plan: 'scale', agreed })
  const { key, keyId } = await first.accounts.issueKey({ accountId: id, label: null, expiresAt: null })
  const closeAll = () => Promise.all(handles.map(({ store }) => store.close()))
  const usedAfterwards = async () => {
    await closeAll()
    const again = await openHandle()
    const { minute, month } = await again.accounts.usageOf(id)
    await again.store.close()
    return [minute.used, month.used]
  }
  return { handles: handles.map(({ accounts }) => accounts), clock, id, key, keyId, usedAfterwards }
}

const granted = (callers: readonly Caller[]): Caller[] => callers.filter(({ grant }) => grant.outcome === 'granted')
const burst = (accounts: Accounts, key: string, calls: number): Promise<Caller[]> =>
  Promise.all(Array.from({ length: calls }, () => accounts.admit(key)))

test('three processes that hold units grant exactly the allowance, and refuse none before', async (t) => {
  for (let round = 0; round < 2; round++) {
    const { handles, key, usedAfterwards } = await prepare(t, 3)
    let count = 0
    for (let turn = 0; turn < 60; turn++) {
      const accounts = handles[turn % 3] as Accounts
      const passed = granted(await burst(accounts, key, 9)).length
      count += passed
      assert.equal(passed, Math.min(9, perMinute - (count - passed)), `turn ${turn}`)
      // The last units last longer than a lease does, as those of the service's policy do at any speed.
      if (count > perMinute - leases.unheldUnits - 40) await delay(leases.lookEveryMs * 4)
    }
    assert.equal(count, perMinute)
    assert.deepEqual(await usedAfterwards(), [perMinute, perMinute])
  }
})

const calls = { kind: fc.constant('call' as const), handle: fc.nat(1), calls: fc.integer({ min: 1, max: 12 }) }
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record(calls) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), handle: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('minute' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pause' as const) }) },
)

test('whatever is called, refunded and held across minutes, the counts end as those of the grants', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const { handles, clock, key, usedAfterwards } = await prepare(t, 2)
      const open: Caller[] = []
      let [minute, month] = [0, 0]
      for (const one of steps) {
        const accounts = handles['handle' in one ? one.handle : 0] as Accounts
        if (one.kind === 'call') {
          const callers = granted(await burst(accounts, key, one.calls))
          open.push(...callers)
          minute += callers.length
          month += callers.length
          assert.ok(minute <= perMinute)
        } else if (one.kind === 'refund') {
          const caller = open.pop()
          if (caller === undefined) continue
          await accounts.refund(caller)
          month--
          if (caller.grant.windows.minute === new Date(clock.nowMs).toISOString().slice(0, 16)) minute--
        } else if (one.kind === 'minute') {
          clock.nowMs += 60_000
          minute = 0
        } else await delay(leases.lookEveryMs * 4)
      }
      assert.deepEqual(await usedAfterwards(), [minute, month])
    }),
    { numRuns: scaled(40, 2_000), endOnFailure: process.env.CI !== undefined },
  )
})

test('a key that was revoked in another process ends at the next call, though units are held', async (t) => {
  const { handles, key, keyId } = await prepare(t, 2)
  const [own, other] = handles as [Accounts, Accounts]
  for (let turn = 0; turn < 5; turn++) await burst(own, key, 5)
  await other.revokeKey(keyId)
  await assert.rejects(own.admit(key), { code: 'revoked_api_key' })
})

test('what is held is given back by itself once calls end', async (t) => {
  const { handles, id, key } = await prepare(t, 2)
  const [own, other] = handles as [Accounts, Accounts]
  for (let turn = 0; turn < 5; turn++) await burst(own, key, 5)
  for (let used = 0; used !== 25; used = (await other.usageOf(id)).minute.used) await nextTurn()
})
