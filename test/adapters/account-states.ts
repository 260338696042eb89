import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { NotFoundError, RefusedError } from '../../src/accounts/account-errors.ts'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { digestOf } from '../../src/accounts/api-key.ts'
import { createMeter } from '../../src/accounts/metering.ts'
import type { AgreedAllowances } from '../../src/accounts/ports.ts'
import { ServiceError } from '../../src/contract/errors.ts'
import type { AccessStore } from '../../src/stores/store.ts'
import { fakeClock } from '../support/temp.ts'
import type { StoreUnderTest } from './access-store.ts'

type Prepare = (t: { after: (done: () => void | Promise<void>) => void }) => StoreUnderTest | Promise<StoreUnderTest>

const asPlan: AgreedAllowances = { requestsPerMinute: null, monthlyRequests: null, activeKeys: null }

/** Suspension, names, deletion and the audit trail: what every access store promises of them. */
export const describeAccountStates = (name: string, prepare: Prepare) => {
  const start = async (t: Parameters<Prepare>[0]) => {
    const under = await prepare(t)
    const clock = fakeClock('2026-11-21T09:30:00.000Z')
    const opened: AccessStore[] = []
    t.after(async () => {
      for (const store of opened) await store.close()
    })
    const open = async (actor = 'ann@desk') => {
      const store = await under.open(clock)
      opened.push(store)
      const meter = createMeter({ counter: store.counter })
      return { store, accounts: createAccounts({ store: store.accounts, meter, now: store.now, actor }) }
    }
    const first = await open()
    const customer = async (label: string | null = null) => {
      const { id } = await first.accounts.create({ name: 'Corner Shop', plan: 'starter', agreed: asPlan })
      const { key, keyId } = await first.accounts.issueKey({ accountId: id, label, expiresAt: null })
      return { id, key, keyId }
    }
    /** How long a process remembers that an account is suspended. */
    const waitASecond = async () => {
      clock.now += 1_000
      if (!under.usesClock) await delay(1_010)
    }
    return { ...first, waitASecond, open, clock, customer, runSql: under.runSql, usesClock: under.usesClock }
  }

  const codeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'ok',
      (error) => (error instanceof ServiceError ? error.code : Promise.reject(error)),
    )

  describe(`states of accounts on ${name}`, { concurrency: 3 }, () => {
    test('calls of a suspended account are refused, cost nothing, until a second after it is resumed', async (t) => {
      const { accounts, open, customer, waitASecond } = await start(t)
      const operator = await open()
      const { id, key } = await customer()
      const other = await customer()
      await accounts.admit(key)
      const { account, isChanged } = await operator.accounts.suspend(id, 'unpaid')
      assert.deepEqual([isChanged, account.suspendedReason, account.closedAt], [true, 'unpaid', null])
      for (const process of [accounts, operator.accounts])
        assert.equal(await codeOf(process.admit(key)), 'suspended_account')
      const refusal = await accounts.admit(key).catch((error: unknown) => error)
      assert.ok(!String(refusal).includes('unpaid'), 'the reason is for the operator')
      assert.equal((await accounts.admit(other.key)).grant.outcome, 'granted')
      assert.equal((await accounts.usageOf(id)).month.used, 1)
      assert.equal((await operator.accounts.resume(id)).account.suspendedAt, null)
      await waitASecond()
      assert.equal((await accounts.admit(key)).grant.monthUsed, 2)
    })

    test('a state that an account has already is no change, and a closed account takes no other', async (t) => {
      const { accounts, store, customer, clock } = await start(t)
      const { id, key } = await customer()
      const epoch = async () => (await store.accounts.findAuthContext(digestOf(key)))?.epoch
      const { account: suspended } = await accounts.suspend(id, 'unpaid')
      const before = await epoch()
      clock.now += 1_000
      assert.deepEqual(await accounts.suspend(id, 'another'), { account: suspended, isChanged: false })
      assert.equal((await accounts.rename(id, 'Corner Shop')).isChanged, false)
      assert.equal(await epoch(), before)
      assert.equal((await accounts.resume(id)).isChanged, true)
      assert.equal((await accounts.resume(id)).isChanged, false)
      assert.equal((await accounts.close(id)).isChanged, true)
      assert.equal((await accounts.close(id)).isChanged, false)
      for (const work of [
        () => accounts.suspend(id, null),
        () => accounts.resume(id),
        () => accounts.changePlan(id, 'scale', asPlan),
        () => accounts.issueKey({ accountId: id, label: null, expiresAt: null }),
      ])
        await assert.rejects(
          work(),
          (error) => error instanceof RefusedError && /closed, and that is for good/.test(error.message),
        )
      assert.equal((await accounts.rename(id, 'Former Shop')).account.name, 'Former Shop')
      for (const work of [() => accounts.suspend('acc_none', null), () => accounts.rename('acc_none', 'x')])
        await assert.rejects(work(), NotFoundError)
    })

    test('keys of a suspended account can be issued, rotated and revoked, and work once it is resumed', async (t) => {
      const { accounts, customer, waitASecond } = await start(t)
      const { id, key, keyId } = await customer()
      await accounts.suspend(id, null)
      const { issued } = await accounts.rotateKey(keyId, 0)
      const second = await accounts.issueKey({ accountId: id, label: null, expiresAt: null })
      assert.equal(await codeOf(accounts.admit(issued.key)), 'suspended_account')
      assert.equal(await codeOf(accounts.admit(key)), 'expired_api_key')
      await accounts.revokeKey(second.keyId)
      assert.equal(await codeOf(accounts.admit(second.key)), 'revoked_api_key')
      await accounts.changePlan(id, 'growth', asPlan)
      await accounts.resume(id)
      await waitASecond()
      assert.equal(await codeOf(accounts.admit(issued.key)), 'ok')
    })

    test('a new name is in the next answer of every process', async (t) => {
      const { accounts, open, customer } = await start(t)
      const { id, key } = await customer()
      await accounts.admit(key)
      await (await open()).accounts.rename(id, 'Market Stall')
      const caller = await accounts.admit(key)
      assert.equal((await accounts.usage(caller)).account.name, 'Market Stall')
    })

    test('a deleted account is gone with its keys, minutes and days; its months stay under its id', async (t) => {
      const { accounts, store, open, customer, runSql } = await start(t)
      const { id, key } = await customer('till')
      const other = await customer()
      for (const one of [key, key, other.key]) await accounts.admit(one)
      const day = new Date(store.now()).toISOString().slice(0, 10)
      const month = day.slice(0, 7)
      const count = { day, keyId: 'k', operation: 'getPrices', outcome: 'ok', code: null, requests: 2 } as const
      const counts = [
        { ...count, accountId: id },
        { ...count, accountId: other.id },
      ]
      await store.requestCounts.add({ writer: 'w', sequence: 1, counts })
      await assert.rejects(accounts.delete(id), /is open and has an active key; suspend or close it first/)
      await accounts.suspend(id, null)
      await accounts.delete(id)
      await assert.rejects(accounts.show(id), NotFoundError)
      await assert.rejects(accounts.delete(id), NotFoundError)
      assert.equal(await codeOf(accounts.admit(key)), 'invalid_api_key')
      assert.deepEqual(
        (await accounts.list()).map((account) => account.id),
        [other.id],
      )
      const left = async (table: string) => {
        const rows = [...((await runSql(`select * from ${table}`)) as readonly Record<string, unknown>[])]
        return rows.filter((row) => Object.values(row).includes(id))
      }
      assert.deepEqual(await left('api_keys'), [])
      assert.deepEqual(await left('request_counts'), [])
      assert.deepEqual(
        (await left('usage_windows')).map((row) => [row.window, Number(row.used)]),
        [[month, 2]],
      )
      assert.deepEqual(
        (await accounts.monthUnits(month)).map(({ accountId, account, units }) => [
          accountId,
          account?.name ?? null,
          units,
        ]),
        [
          [other.id, 'Corner Shop', 1],
          [id, null, 2],
        ],
      )
      assert.equal((await accounts.admit(other.key)).grant.monthUsed, 2)
      await accounts.close(other.id)
      await accounts.delete(other.id)
      const again = await open()
      assert.deepEqual(await again.accounts.list(), [])
      assert.ok(await again.accounts.createFirst({ name: 'New', plan: 'starter', label: 'first start' }))
      assert.equal((await (await open()).accounts.list()).length, 1)
    })

    test('every change is in the audit trail with its instant and author, and no name, label or key is', async (t) => {
      const { accounts, open, customer, clock, usesClock } = await start(t)
      const other = await open('deploy tool')
      const { id, key, keyId } = await customer('secret label')
      await other.accounts.changePlan(id, 'growth', { ...asPlan, activeKeys: 3 })
      await accounts.suspend(id, 'unpaid')
      await accounts.resume(id)
      await accounts.rename(id, 'Market Stall')
      const { issued } = await accounts.rotateKey(keyId, 60_000)
      const third = await accounts.issueKey({ accountId: id, label: null, expiresAt: null })
      await accounts.revokeKey(third.keyId)
      clock.now += 86_400_000
      await accounts.close(id)
      await accounts.delete(id)
      const trail = await accounts.audit({ accountId: id })
      assert.deepEqual(
        trail.map(({ action, keyId }) => [action, keyId]),
        [
          ['account.created', null],
          ['key.issued', keyId],
          ['account.plan_changed', null],
          ['account.suspended', null],
          ['account.resumed', null],
          ['account.renamed', null],
          ['key.rotated', keyId],
          ['key.issued', issued.keyId],
          ['key.issued', third.keyId],
          ['key.revoked', third.keyId],
          ['account.closed', null],
          ['key.revoked', keyId],
          ['key.revoked', issued.keyId],
          ['account.deleted', null],
        ],
      )
      assert.deepEqual(
        trail.map(({ actor }) => actor),
        trail.map(({ action }) => (action === 'account.plan_changed' ? 'deploy tool' : 'ann@desk')),
      )
      const plan = trail.find(({ action }) => action === 'account.plan_changed')
      assert.deepEqual(plan?.details, {
        before: { plan: 'starter', requestsPerMinute: 30, monthlyRequests: 10_000, activeKeys: 2 },
        after: { plan: 'growth', requestsPerMinute: 120, monthlyRequests: 100_000, activeKeys: 3 },
      })
      const text = JSON.stringify(trail)
      for (const hidden of [
        'Corner Shop',
        'Market Stall',
        'secret label',
        key,
        key.split('_')[2] as string,
        digestOf(key),
      ])
        assert.ok(!text.includes(hidden), hidden)
      if (usesClock) assert.deepEqual((await accounts.audit({ since: '2026-11-22' })).at(0)?.action, 'account.closed')
      assert.deepEqual(await accounts.audit({ accountId: 'acc_none' }), [])
    })

    test('rows of the audit trail are refused to be changed or removed, also by hand', async (t) => {
      const { accounts, customer, runSql } = await start(t)
      await customer()
      const before = await accounts.audit({})
      for (const statement of [`update audit_trail set actor = 'nobody'`, 'delete from audit_trail'])
        await assert.rejects(runSql(statement), /never changed/)
      assert.deepEqual(await accounts.audit({}), before)
    })
  })

  // By itself: opening a database reads the columns of all schemas, and fails while another test renames one.
  test(`a change whose row of the audit trail cannot be written does not happen, on ${name}`, async (t) => {
    const { accounts, customer, runSql } = await start(t)
    const { id, key, keyId } = await customer()
    const second = await customer()
    await accounts.suspend(second.id, null)
    const before = [await accounts.list(), await accounts.listKeys(id), await accounts.audit({})]
    await runSql('alter table audit_trail rename column action to elsewhere')
    const changes = [
      () => accounts.create({ name: 'x', plan: 'starter', agreed: asPlan }),
      () => accounts.changePlan(id, 'scale', asPlan),
      () => accounts.suspend(id, null),
      () => accounts.resume(second.id),
      () => accounts.rename(id, 'x'),
      () => accounts.close(id),
      () => accounts.delete(second.id),
      () => accounts.issueKey({ accountId: id, label: null, expiresAt: null }),
      () => accounts.rotateKey(keyId, 0),
      () => accounts.revokeKey(keyId),
    ]
    for (const change of changes) await assert.rejects(change(), /audit_trail/)
    await runSql('alter table audit_trail rename column elsewhere to action')
    assert.deepEqual([await accounts.list(), await accounts.listKeys(id), await accounts.audit({})], before)
    assert.equal(await codeOf(accounts.admit(key)), 'ok')
  })
}
