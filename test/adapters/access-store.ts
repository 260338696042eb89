import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NotFoundError, RefusedError } from '../../src/accounts/account-errors.ts'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { digestOf } from '../../src/accounts/api-key.ts'
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

  describe(`access store on ${name}`, { concurrency: 3 }, () => {
    test('of 200 calls at once on the last 7 units exactly 7 pass, with 6 to 0 remaining, each once', async (t) => {
      const { accounts } = await start(t)
      for (let round = 0; round < 5; round++) {
        const { key } = await customer(accounts, { requestsPerMinute: 1_000, monthlyRequests: 7 })
        const callers = await Promise.all(Array.from({ length: 200 }, () => accounts.admit(key)))
        const granted = callers.filter(({ grant }) => grant.outcome === 'granted')
        assert.deepEqual(granted.map(({ grant }) => grant.monthRemaining).sort(), [0, 1, 2, 3, 4, 5, 6])
        assert.ok(
          callers
            .filter(({ grant }) => grant.outcome !== 'granted')
            .every(({ grant }) => grant.outcome === 'month_full'),
        )
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
      const callers = await Promise.all(
        Array.from({ length: 120 }, (_, i) => (i % 2 ? accounts : other.accounts).admit(key)),
      )
      const remaining = callers
        .filter(({ grant }) => grant.outcome === 'granted')
        .map(({ grant }) => grant.minuteRemaining)
      assert.deepEqual(
        remaining.sort((a, b) => a - b),
        Array.from({ length: 50 }, (_, i) => i),
      )
    })

    test('a revoked key, a closed account and a changed plan hold at the next call of every process', async (t) => {
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

    test('every process of a store has its secret for the shared cache, and no other store has the same', async (t) => {
      const { store, open } = await start(t)
      const [own, beside, foreign] = await Promise.all(
        [store, (await open()).store, (await start(t)).store].map((one) => one.cacheSecret()),
      )
      assert.equal(own?.symmetricKeySize, 32)
      assert.deepEqual([own?.equals(beside as typeof own), own?.equals(foreign as typeof own)], [true, false])
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

    test('of many first starts at once one makes the first account with its key', async (t) => {
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

    test('a plan that allows fewer keys than are active is refused, or revokes the newest', async (t) => {
      const { accounts, clock } = await start(t)
      const { id, keyId: oldest } = await customer(accounts, { activeKeys: 5 })
      const issue = async (label: string) => {
        clock.now += 1_000
        return accounts.issueKey({ accountId: id, label, expiresAt: null })
      }
      const second = await issue('till')
      const { issued: third } = await accounts.rotateKey((await issue('shop')).keyId, 60_000)
      const before = await accounts.show(id)
      const refused = await accounts.changePlan(id, 'starter', asPlan).catch((error: unknown) => error)
      assert.ok(refused instanceof RefusedError, String(refused))
      assert.match(refused.message, new RegExp(`3 active keys, and 2 are allowed.*: ${third.keyId} \\(shop\\)\\.$`))
      await assert.rejects(accounts.changePlan(id, 'scale', { ...asPlan, activeKeys: 1 }), RefusedError)
      assert.deepEqual(await accounts.show(id), before)
      assert.equal((await accounts.usageOf(id)).keys.active, 3)
      const changed = await accounts.changePlan(id, 'scale', { ...asPlan, activeKeys: 1 }, { revokesNewest: true })
      assert.deepEqual([changed.account.plan, changed.account.activeKeys], ['scale', 1])
      assert.deepEqual(
        changed.revoked.map(({ keyId }) => keyId),
        [third.keyId, second.keyId],
      )
      assert.equal(await codeOf(accounts.admit(second.key)), 'revoked_api_key')
      assert.equal((await accounts.usageOf(id)).keys.active, 1)
      assert.equal((await accounts.listKeys(id)).find(({ keyId }) => keyId === oldest)?.revokedAt, null)
      assert.deepEqual((await accounts.changePlan(id, 'starter', asPlan)).revoked, [])
      await assert.rejects(accounts.changePlan('acc_none', 'starter', asPlan), NotFoundError)
    })

    test('a change that finds nothing to change leaves the epoch as it is', async (t) => {
      const { accounts, store, clock } = await start(t)
      const { id, key, keyId } = await customer(accounts, { activeKeys: 1 })
      await accounts.revokeKey(keyId)
      const epoch = async () => (await store.accounts.findAuthContext(digestOf(key)))?.epoch
      const before = await epoch()
      clock.now += 1
      await accounts.revokeKey(keyId)
      for (const work of [
        () => accounts.revokeKey('none'),
        () => accounts.rotateKey(keyId, 0),
        () => accounts.close('acc_none'),
        () => accounts.changePlan('acc_none', 'scale', asPlan),
        () => accounts.issueKey({ accountId: 'acc_none', label: null, expiresAt: null }),
      ])
        await assert.rejects(work())
      assert.equal(await accounts.createFirst({ name: 'Sandbox', plan: 'growth', label: 'first start' }), null)
      assert.equal(await epoch(), before)
      await accounts.close(id)
      assert.equal(await epoch(), (before ?? 0) + 1)
      await accounts.close(id)
      assert.equal(await epoch(), (before ?? 0) + 1)
    })

    test('agreed allowances of any size that a number holds are counted exactly', async (t) => {
      const { accounts, runSql, usesClock } = await start(t)
      if (!usesClock) await awayFromTheMinutesEnd()
      const max = Number.MAX_SAFE_INTEGER
      const { id, key } = await customer(accounts, { requestsPerMinute: max, monthlyRequests: max, activeKeys: max })
      const { account, grant } = await accounts.admit(key)
      assert.deepEqual([account.requestsPerMinute, account.monthlyRequests, account.activeKeys], [max, max, max])
      assert.deepEqual([grant.minuteRemaining, grant.monthRemaining], [max - 1, max - 1])
      await runSql(`update usage_windows set used = ${max - 2}`)
      const callers = await Promise.all(Array.from({ length: 5 }, () => accounts.admit(key)))
      assert.deepEqual(
        callers.map((caller) => caller.grant.outcome),
        ['granted', 'granted', 'minute_full', 'minute_full', 'minute_full'],
      )
      const usage = await accounts.usageOf(id)
      assert.deepEqual(
        [usage.month.limit, usage.month.used, usage.month.remaining, usage.keys.active],
        [max, max, 0, 1],
      )
      assert.deepEqual((await accounts.busiest(1))[0]?.month, usage.month)
      assert.equal((await accounts.list())[0]?.monthlyRequests, max)
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

    test('no key can be found in the store, only its digest', async (t) => {
      const { accounts, store } = await start(t)
      const { id, key } = await customer(accounts)
      const known = JSON.stringify([
        await store.accounts.listKeys(id),
        await store.accounts.findKey(key.split('_')[1] as string),
      ])
      assert.ok(!known.includes(key) && !known.includes(key.split('_')[2] as string))
    })
  })

  // By itself: opening a database reads the columns of all schemas, and fails while another test renames one.
  test(`what is wrong in the data or in our statements is a defect and no outage, on ${name}`, async (t) => {
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
    const charge = { accountId: id, epoch: 3, units: 1, requestsPerMinute: 1, monthlyRequests: 1 }
    assert.equal((await store.counter.take([charge])).length, 1)
    await runSql('alter table usage_windows rename column used to elsewhere')
    await assert.rejects(store.counter.take([charge]), isDefect)
    await assert.rejects(store.accounts.readUsage(id), isDefect)
    await assert.rejects(store.counter.refund(id, windowsAt(Date.now()), 1), isDefect)
    await runSql('alter table usage_windows rename column elsewhere to used')
  })
}
