import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createAccounts, NotFoundError, RefusedError } from '../../src/accounts/accounts.ts'
import { createMeter } from '../../src/accounts/metering.ts'
import type { AgreedAllowances } from '../../src/accounts/ports.ts'
import { windowsAt } from '../../src/accounts/windows.ts'
import { ServiceError } from '../../src/contract/errors.ts'
import type { Usage } from '../../src/contract/usage.ts'
import type { AccessStore } from '../../src/stores/store.ts'
import { awayFromTheMinutesEnd, type FakeClock, fakeClock } from '../support/temp.ts'

/** A store to test: a fresh one, and further openings of the same one as another process would see it. */
export interface StoreUnderTest {
  readonly open: (clock: FakeClock) => Promise<AccessStore>
  /** Whether the store counts by the clock that `open` is given; else by its own. */
  readonly usesClock: boolean
  /** Runs a statement beside the store, as somebody with the database's own shell would. */
  readonly runSql: (statement: string) => Promise<unknown>
}

const asPlan: AgreedAllowances = { requestsPerMinute: null, monthlyRequests: null, activeKeys: null }
const instant = '2026-11-21T09:30:00.000Z'

const featureOver = (store: AccessStore) =>
  createAccounts({ store: store.accounts, meter: createMeter({ counter: store.counter }), now: store.now })

/** The promises that every access store keeps. `prepare` makes an empty store. */
export const describeAccessStore = (
  name: string,
  prepare: (t: { after: (done: () => void | Promise<void>) => void }) => StoreUnderTest | Promise<StoreUnderTest>,
) => {
  describe(`access store on ${name}`, () => {
    const start = async (t: { after: (done: () => void | Promise<void>) => void }) => {
      const under = await prepare(t)
      const clock = fakeClock(instant)
      const opened: AccessStore[] = []
      t.after(async () => {
        for (const store of opened) await store.close()
      })
      const open = async () => {
        const store = await under.open(clock)
        opened.push(store)
        return { store, accounts: featureOver(store) }
      }
      return { ...(await open()), open, clock, usesClock: under.usesClock, runSql: under.runSql }
    }

    const customer = async (accounts: ReturnType<typeof createAccounts>, agreed: Partial<AgreedAllowances> = {}) => {
      const { id } = await accounts.create({ name: 'Shop', plan: 'starter', agreed: { ...asPlan, ...agreed } })
      const { key, keyId } = await accounts.issueKey({ accountId: id, label: null, expiresAt: null })
      return { id, key, keyId }
    }

    const codeOf = async (work: Promise<unknown>): Promise<string> => {
      try {
        await work
        return 'ok'
      } catch (error) {
        if (error instanceof ServiceError) return error.code
        throw error
      }
    }

    test('of 200 calls at once on the last 7 units exactly 7 pass, with 6 to 0 remaining, each once', async (t) => {
      const { accounts } = await start(t)
      for (let round = 0; round < 5; round++) {
        const { key } = await customer(accounts, { requestsPerMinute: 1_000, monthlyRequests: 7 })
        const callers = await Promise.all(Array.from({ length: 200 }, () => accounts.admit(key)))
        const granted = callers.filter(({ grant }) => grant.outcome === 'granted')
        assert.deepEqual(granted.map(({ grant }) => grant.monthRemaining).sort(), [0, 1, 2, 3, 4, 5, 6])
        assert.ok(callers.filter(({ grant }) => grant.outcome !== 'granted').every(({ grant }) => grant.outcome === 'month_full'))
      }
    })

    test('the minute is checked before the month, and a refused call takes from neither', async (t) => {
      const { accounts, usesClock } = await start(t)
      if (!usesClock) await awayFromTheMinutesEnd()
      const { id, key } = await customer(accounts, { requestsPerMinute: 2, monthlyRequests: 2 })
      for (const outcome of ['granted', 'granted', 'minute_full', 'minute_full'])
        assert.equal((await accounts.admit(key)).grant.outcome, outcome)
      const usage = await accounts.usageOf(id)
      assert.deepEqual([usage.minute.used, usage.month.used], [2, 2])
    })

    test('two processes that share the store never grant more than there is', async (t) => {
      const { accounts, open, usesClock } = await start(t)
      const other = await open()
      if (!usesClock) await awayFromTheMinutesEnd()
      const { key } = await customer(accounts, { requestsPerMinute: 50, monthlyRequests: 1_000 })
      const callers = await Promise.all(Array.from({ length: 120 }, (_, i) => (i % 2 ? accounts : other.accounts).admit(key)))
      const remaining = callers.filter(({ grant }) => grant.outcome === 'granted').map(({ grant }) => grant.minuteRemaining)
      assert.deepEqual(
        remaining.sort((a, b) => a - b),
        Array.from({ length: 50 }, (_, i) => i),
      )
    })

    test('a revoked key, a closed account and a changed plan hold at the next call, also in another process', async (t) => {
      const { accounts, open } = await start(t)
      const operator = await open()
      const { id, key, keyId } = await customer(accounts)
      assert.equal((await accounts.admit(key)).account.requestsPerMinute, 30)
      await operator.accounts.changePlan(id, 'scale', { ...asPlan, requestsPerMinute: 77 })
      assert.equal((await accounts.admit(key)).account.requestsPerMinute, 77)
      await operator.accounts.revokeKey(keyId)
      assert.equal(await codeOf(accounts.admit(key)), 'revoked_api_key')
      const second = await operator.accounts.issueKey({ accountId: id, label: null, expiresAt: null })
      await accounts.admit(second.key)
      await operator.accounts.close(id)
      assert.equal(await codeOf(accounts.admit(second.key)), 'revoked_api_key')
      assert.equal((await operator.accounts.usageOf(id)).month.used, 3)
    })

    test('20 issues at once with one slot free give exactly one key', async (t) => {
      const { accounts, open } = await start(t)
      const other = await open()
      const { id } = await customer(accounts)
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? accounts : other.accounts).issueKey({ accountId: id, label: null, expiresAt: null }),
        ),
      )
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
      assert.ok(outcomes.every((outcome) => outcome.status === 'fulfilled' || outcome.reason instanceof RefusedError))
      assert.equal((await accounts.listKeys(id)).length, 2)
    })

    test('a key for an account that is closed meanwhile, or does not exist, is refused as such', async (t) => {
      const { accounts, open } = await start(t)
      const operator = await open()
      const issue = (accountId: string) => accounts.issueKey({ accountId, label: null, expiresAt: null })
      for (let round = 0; round < 5; round++) {
        const { id } = await customer(accounts)
        const [issued] = await Promise.allSettled([issue(id), operator.accounts.close(id)])
        if (issued.status === 'rejected') assert.match(String(issued.reason), /RefusedError: Account acc_\w+ is closed/)
        assert.equal((await accounts.usageOf(id)).keys.active, 0)
        await assert.rejects(issue(id), /is closed/)
      }
      await assert.rejects(issue('acc_none'), NotFoundError)
    })

    test('of many first starts at once one makes the first account, with its key, and none does when there are accounts', async (t) => {
      const { accounts, open } = await start(t)
      const others = [await open(), await open()].map((other) => other.accounts)
      const first = { name: 'Sandbox', plan: 'growth', label: 'first start' } as const
      const keys = await Promise.all([accounts, ...others, accounts].map((one) => one.createFirst(first)))
      const issued = keys.filter((key) => key !== null)
      assert.equal(issued.length, 1)
      assert.deepEqual(
        (await accounts.list()).map(({ name }) => name),
        ['Sandbox'],
      )
      assert.equal((await accounts.admit(issued[0]?.key as string)).grant.outcome, 'granted')
      assert.equal(await accounts.createFirst(first), null)
    })

    test('the busiest open accounts are listed with what each has used', async (t) => {
      const { accounts, usesClock } = await start(t)
      if (!usesClock) await awayFromTheMinutesEnd()
      const [idle, busy, closed, middle] = [
        await customer(accounts),
        await customer(accounts),
        await customer(accounts),
        await customer(accounts),
      ]
      const call = (key: string, times: number) => Promise.all(Array.from({ length: times }, () => accounts.admit(key)))
      await Promise.all([call(busy.key, 9), call(middle.key, 4), call(closed.key, 20)])
      await accounts.close(closed.id)
      const [first, second, third, ...others] = await accounts.busiest(3)
      assert.deepEqual(
        [first?.account.id, second?.account.id, third?.account.id, others.length],
        [busy.id, middle.id, idle.id, 0],
      )
      for (const usage of [first, second, third]) {
        const { observedAt: _, ...seen } = usage as Usage
        const { observedAt: __, ...expected } = await accounts.usageOf(seen.account.id)
        assert.deepEqual(seen, expected)
      }
      assert.equal((await accounts.busiest(2)).length, 2)
    })

    test('a rotated key stays valid for its overlap, does not count, and cannot be rotated twice', async (t) => {
      const { accounts, clock } = await start(t)
      const { id, key, keyId } = await customer(accounts, { activeKeys: 1 })
      const { issued, replaced } = await accounts.rotateKey(keyId, 60_000)
      assert.equal(replaced.replacedBy, issued.keyId)
      assert.equal((await accounts.usageOf(id)).keys.active, 1)
      await accounts.admit(key)
      await accounts.admit(issued.key)
      await assert.rejects(accounts.rotateKey(keyId, 60_000), RefusedError)
      clock.now += 60_000
      assert.equal(await codeOf(accounts.admit(key)), 'expired_api_key')
      assert.equal(await codeOf(accounts.admit(issued.key)), 'ok')
    })

    test('an unknown key, a malformed one and none at all have an error code each and cost nothing', async (t) => {
      const { accounts, store } = await start(t)
      const { key } = await customer(accounts)
      const stranger = (await (await start(t)).accounts.create({ name: 'x', plan: 'starter', agreed: asPlan })).id
      assert.match(stranger, /^acc_/)
      assert.equal(await codeOf(accounts.admit(null)), 'missing_api_key')
      assert.equal(await codeOf(accounts.admit(`${key}x`)), 'invalid_api_key')
      assert.equal(await store.accounts.findAuthContext('0'.repeat(64)), null)
    })

    test('a refunded unit can be taken again', async (t) => {
      const { accounts } = await start(t)
      const { key } = await customer(accounts, { monthlyRequests: 1 })
      const caller = await accounts.admit(key)
      assert.equal((await accounts.admit(key)).grant.outcome, 'month_full')
      assert.equal((await accounts.refund(caller)).grant.monthRemaining, 1)
      assert.equal((await accounts.admit(key)).grant.outcome, 'granted')
    })

    test('what is wrong in the data or in our statements is a defect, not an outage that ends by itself', async (t) => {
      const { accounts, store, runSql } = await start(t)
      const isDefect = (error: unknown) => error instanceof Error && !(error instanceof ServiceError)
      const { id, key } = await customer(accounts)
      await runSql(`update accounts set plan = 'gold'`)
      for (const work of [
        () => accounts.admit(key),
        () => accounts.list(),
        () => accounts.issueKey({ accountId: id, label: null, expiresAt: null }),
      ])
        await assert.rejects(work(), isDefect)
      const charge = { accountId: id, units: 1, requestsPerMinute: 1, monthlyRequests: 1 }
      const epoch = 3
      assert.equal((await store.counter.take([charge], epoch))?.length, 1)
      await runSql('alter table usage_windows rename to elsewhere')
      await assert.rejects(store.counter.take([charge], epoch), isDefect)
      await assert.rejects(store.accounts.readUsage(id), isDefect)
      await assert.rejects(store.counter.refund(id, windowsAt(Date.now())), isDefect)
    })

    test('no key can be found in the store, only its digest', async (t) => {
      const { accounts, store } = await start(t)
      const { id, key } = await customer(accounts)
      const known = JSON.stringify([await store.accounts.listKeys(id), await store.accounts.findKey(key.split('_')[1] as string)])
      assert.ok(!known.includes(key) && !known.includes(key.split('_')[2] as string))
    })

    test('random sequences of calls, clock steps, revocations, plan changes and restarts never differ from a small reference counter', async (t) => {
      const { open, clock, accounts: first, usesClock } = await start(t)
      if (!usesClock) return t.diagnostic('skipped: this store counts by its own clock')
      const command = fc.oneof(
        { weight: 10, arbitrary: fc.record({ kind: fc.constant('call' as const), calls: fc.integer({ min: 1, max: 9 }) }) },
        {
          weight: 3,
          arbitrary: fc.record({
            kind: fc.constant('step' as const),
            ms: fc.constantFrom(1, 999, 30_000, 60_000, 86_400_000, 40 * 86_400_000, -3_600_000),
          }),
        },
        {
          weight: 1,
          arbitrary: fc.record({
            kind: fc.constant('plan' as const),
            perMinute: fc.integer({ min: 1, max: 12 }),
            perMonth: fc.integer({ min: 1, max: 40 }),
          }),
        },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('revoke' as const) }) },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
      )
      await fc.assert(
        fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 40 }), async (commands) => {
          let accounts = first
          let { id, key, keyId } = await customer(accounts, { requestsPerMinute: 8, monthlyRequests: 25, activeKeys: 100 })
          const used = new Map<string, number>()
          let limits = { perMinute: 8, perMonth: 25 }
          for (const step of commands) {
            if (step.kind === 'step') clock.now += step.ms
            else if (step.kind === 'restart') accounts = (await open()).accounts
            else if (step.kind === 'plan') {
              limits = step
              await accounts.changePlan(id, 'growth', {
                requestsPerMinute: step.perMinute,
                monthlyRequests: step.perMonth,
                activeKeys: 100,
              })
            } else if (step.kind === 'revoke') {
              const old = key
              await accounts.revokeKey(keyId)
              ;({ key, keyId } = await accounts.issueKey({ accountId: id, label: null, expiresAt: null }))
              assert.equal(await codeOf(accounts.admit(old)), 'revoked_api_key')
            } else {
              const { minute, month } = windowsAt(clock.now)
              const expected = Array.from({ length: step.calls }, () => {
                const [inMinute, inMonth] = [used.get(minute) ?? 0, used.get(month) ?? 0]
                if (inMinute >= limits.perMinute) return 'minute_full'
                if (inMonth >= limits.perMonth) return 'month_full'
                used.set(minute, inMinute + 1).set(month, inMonth + 1)
                return `granted, ${limits.perMinute - inMinute - 1} and ${limits.perMonth - inMonth - 1} remain`
              })
              const callers = await Promise.all(Array.from({ length: step.calls }, () => accounts.admit(key)))
              const actual = callers.map(({ grant }) =>
                grant.outcome === 'granted'
                  ? `granted, ${grant.minuteRemaining} and ${grant.monthRemaining} remain`
                  : grant.outcome,
              )
              assert.deepEqual(actual, expected)
            }
          }
        }),
        { numRuns: 60 },
      )
    })
  })
}
