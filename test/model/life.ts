import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Accounts, type Caller, createAccounts } from '../../src/accounts/accounts.ts'
import { createMeter } from '../../src/accounts/metering.ts'
import type { UnitCounter } from '../../src/accounts/ports.ts'
import { ServiceError } from '../../src/contract/errors.ts'
import { plans } from '../../src/contract/plan-table.ts'
import type { AccessStore } from '../../src/stores/store.ts'
import type { FakeClock } from '../support/temp.ts'
import type { Command } from './commands.ts'
import { createReferenceMeter, type ReferenceKey } from './reference-meter.ts'

/** A real store under test. */
export interface StoreUnderModel {
  readonly clock: FakeClock
  /** Whether the store counts by that clock; else by its own, and steps of the clock are left out. */
  readonly usesClock: boolean
  readonly open: () => Promise<AccessStore>
  /**
   * What is opened from now on finds what lies on the disk at this moment, as after `kill -9`; what is open goes on
   * unseen.
   */
  readonly crash: () => void
  /** Breaks the counter by hand, to see that the model finds it. */
  readonly sabotage?: (counter: UnitCounter) => UnitCounter
}

interface Handle {
  readonly store: AccessStore
  readonly accounts: Accounts
}

const first = { perMinute: 8, perMonth: 25 }

/**
 * Runs one sequence of commands against a real store through two handles, as two processes would have, and against the
 * reference; fails where they differ.
 */
export const liveThrough = async (under: StoreUnderModel, commands: readonly Command[]): Promise<void> => {
  const { clock, usesClock, sabotage = (counter) => counter } = under
  clock.now = Date.parse('2026-11-21T09:30:00.000Z')
  const reference = createReferenceMeter()
  const openHandle = async (): Promise<Handle> => {
    const store = await under.open()
    const meter = createMeter({ counter: sabotage(store.counter) })
    return { store, accounts: createAccounts({ store: store.accounts, meter, now: store.now }) }
  }
  let handles = [await openHandle(), await openHandle()] as const
  const now = () => handles[0].store.now()
  /** Newest first. */
  let keys: (ReferenceKey & { readonly token: string; readonly keyId: string })[] = []
  const granted: { readonly id: string; readonly caller: Caller; readonly atMs: number }[] = []

  const known = (account: ReferenceKey['account'], { key, keyId }: { key: string; keyId: string }) => {
    keys.unshift({ account, token: key, keyId, expiresAtMs: Number.POSITIVE_INFINITY, isRevoked: false })
  }
  const issue = async ({ accounts }: Handle, account: ReferenceKey['account']) =>
    known(account, await accounts.issueKey({ accountId: account.id, label: null, expiresAt: null }))
  const beginAccount = async (handle: Handle) => {
    const agreed = { requestsPerMinute: first.perMinute, monthlyRequests: first.perMonth, activeKeys: 1_000 }
    const { id } = await handle.accounts.create({ name: 'Shop', plan: 'starter', agreed })
    keys = []
    await issue(handle, { id, ...first, isClosed: false })
  }
  const call = async ({ accounts }: Handle, { account, token }: (typeof keys)[number]): Promise<string> => {
    try {
      const caller = await accounts.admit(token)
      const { outcome, minuteRemaining, monthRemaining, nowMs } = caller.grant
      if (outcome !== 'granted') return outcome
      granted.push({ id: account.id, caller, atMs: nowMs })
      return `granted, ${minuteRemaining} and ${monthRemaining} remain`
    } catch (error) {
      if (error instanceof ServiceError) return error.code
      throw error
    }
  }
  const closeAll = () => Promise.all(handles.map(({ store }) => store.close()))
  const current = () => keys[0] as (typeof keys)[number]
  const usedNow = async ({ accounts }: Handle) => {
    const { minute, month } = await accounts.usageOf(current().account.id)
    return [minute.used, month.used]
  }

  const obey = async (command: Command): Promise<void> => {
    const handle = handles['handle' in command ? (command.handle as 0 | 1) : 0]
    const key = current()
    switch (command.kind) {
      case 'call': {
        const used = keys[Math.min(command.keyAge, keys.length - 1, usesClock ? 2 : 1)] ?? key
        const expected = Array.from({ length: command.calls }, () => reference.call(used, now()))
        const found = await Promise.all(expected.map(() => call(handle, used)))
        return assert.deepEqual(found, expected)
      }
      case 'burst': {
        const expected = Array.from({ length: command.calls }, () => reference.call(key, now()))
        const found = await Promise.all(expected.map((_, i) => call(handles[(i % 2) as 0 | 1], key)))
        return assert.deepEqual(found.sort(), expected.sort())
      }
      case 'refund': {
        const taken = granted.pop()
        if (taken === undefined) return
        reference.refund(taken.id, taken.atMs)
        await handle.accounts.refund(taken.caller)
        return
      }
      case 'step':
        clock.now += command.ms
        return
      case 'edge': {
        const at = new Date(clock.now)
        const ends =
          command.of === 'minute'
            ? Math.floor(clock.now / 60_000 + 1) * 60_000
            : Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)
        clock.now = ends - command.beforeMs
        return
      }
      case 'revoke':
        await handle.accounts.revokeKey(key.keyId)
        key.isRevoked = true
        return issue(handle, key.account)
      case 'rotate': {
        const overlapMs = usesClock ? command.overlapMs : 3_600_000
        const { issued } = await handle.accounts.rotateKey(key.keyId, overlapMs)
        key.expiresAtMs = Math.min(key.expiresAtMs, now() + overlapMs)
        const before = keys[1]
        if (before) before.expiresAtMs = Math.min(before.expiresAtMs, now())
        return known(key.account, issued)
      }
      case 'plan': {
        const agreed = { requestsPerMinute: command.perMinute, monthlyRequests: command.perMonth, activeKeys: 1_000 }
        await handle.accounts.changePlan(key.account.id, command.plan, agreed)
        const plan = plans.find(({ id }) => id === command.plan) as (typeof plans)[number]
        key.account.perMinute = command.perMinute ?? plan.requestsPerMinute
        key.account.perMonth = command.perMonth ?? plan.monthlyRequests
        return
      }
      case 'close':
        await handle.accounts.close(key.account.id)
        key.account.isClosed = true
        assert.equal(await call(handles[0], key), reference.call(key, now()))
        return beginAccount(handle)
      case 'restart':
        await closeAll()
        handles = [await openHandle(), await openHandle()]
        return
      case 'crash': {
        let [answered, isDead] = [0, false]
        const [before = 0] = reference.usage(key.account.id, now())
        for (let i = 0; i < command.calls; i++)
          call(handles[(i % 2) as 0 | 1], key).then(
            (found) => {
              if (!isDead && found.startsWith('granted')) answered++
            },
            () => {},
          )
        for (let turn = 0; turn < command.turns; turn++) await nextTurn()
        isDead = true
        under.crash()
        await closeAll()
        handles = [await openHandle(), await openHandle()]
        const [counted = 0] = await usedNow(handles[0])
        assert.ok(counted >= before + answered, `${answered} answered, ${counted - before} counted`)
        assert.ok(counted <= before + command.calls, `${command.calls} under way, ${counted - before} counted`)
        reference.adopt(key.account.id, now(), counted - before)
        granted.length = 0
      }
    }
  }

  await beginAccount(handles[0])
  try {
    for (const command of commands) await obey(command)
    for (const handle of handles) assert.deepEqual(await usedNow(handle), reference.usage(current().account.id, now()))
  } finally {
    await closeAll()
  }
}
