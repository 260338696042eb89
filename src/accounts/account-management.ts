import type { PlanId } from '../contract/plans.ts'
import { closedError, found, RefusedError } from './account-errors.ts'
import { randomBase62 } from './api-key.ts'
import { type IssuedKey, makeKey } from './key-management.ts'
import type {
  Account,
  AccountStore,
  AgreedAllowances,
  ApiKey,
  AuditEntry,
  AuditQuery,
  MonthUnits,
  NewAccount,
  PlanChange,
  StateChange,
} from './ports.ts'

/** An account after a change that asked for a state, and whether it was not so already. */
export interface AccountChange {
  readonly account: Account
  readonly isChanged: boolean
}

export interface AccountManagement {
  readonly create: (input: { name: string; plan: PlanId; agreed: AgreedAllowances }) => Promise<Account>
  /** Creates an account with a key; `null` when there is an account, also one that another process just made. */
  readonly createFirst: (input: { name: string; plan: PlanId; label: string }) => Promise<IssuedKey | null>
  readonly hasAny: () => Promise<boolean>
  readonly list: () => Promise<readonly Account[]>
  readonly show: (accountId: string) => Promise<Account>
  /** @throws RefusedError when the new allowances let fewer keys be active and the newest may not be revoked */
  readonly changePlan: (
    accountId: string,
    plan: PlanId,
    agreed: AgreedAllowances,
    options?: { readonly revokesNewest: boolean },
  ) => Promise<{ readonly account: Account; readonly revoked: readonly ApiKey[] }>
  /** Refuses the calls of an account until it is resumed. @throws RefusedError when it is closed */
  readonly suspend: (accountId: string, reason: string | null) => Promise<AccountChange>
  readonly resume: (accountId: string) => Promise<AccountChange>
  readonly rename: (accountId: string, name: string) => Promise<AccountChange>
  readonly close: (accountId: string) => Promise<AccountChange>
  /** Deletes an account and its keys; sums of months stay. @throws RefusedError while it is open with active keys */
  readonly delete: (accountId: string) => Promise<{ readonly isStillRead: boolean }>
  /** Refuses what `delete` would refuse, before anybody is asked. */
  readonly checkDeletable: (accountId: string) => Promise<void>
  /** Units that were charged in a UTC month (`2026-11`), exact over all processes. */
  readonly monthUnits: (month: string) => Promise<readonly MonthUnits[]>
  readonly audit: (query: AuditQuery) => Promise<readonly AuditEntry[]>
}

const refuseInUse = ({ id, closedAt, suspendedAt }: Account, activeKeys: number) => {
  if (closedAt !== null || suspendedAt !== null || activeKeys === 0) return
  const keys = activeKeys === 1 ? 'an active key' : `${activeKeys} active keys`
  throw new RefusedError(`Account ${id} is open and has ${keys}; suspend or close it first.`)
}

const changeOf = (accountId: string, change: StateChange | null): AccountChange => {
  const { outcome, account } = found(change, 'account', accountId)
  if (outcome === 'account_closed') throw closedError(accountId)
  return { account, isChanged: outcome === 'changed' }
}

const tooManyKeys = ({ account, excess }: Extract<PlanChange, { outcome: 'too_many_keys' }>) => {
  const { id, activeKeys } = account
  const names = excess.map(({ keyId, label }) => (label === null ? keyId : `${keyId} (${label})`)).join(', ')
  return new RefusedError(
    `Account ${id} would have ${activeKeys + excess.length} active keys, and ${activeKeys} are allowed. ` +
      `Revoke ${excess.length} first, or with --revoke-newest these: ${names}.`,
  )
}

export const createAccountManagement = (
  store: AccountStore,
  { actor, now }: { readonly actor: string; readonly now: () => number },
): AccountManagement => {
  const instant = () => new Date(now()).toISOString()
  const by = () => ({ actor, at: instant() })
  const newAccount = (name: string, plan: PlanId): NewAccount => ({
    id: `acc_${randomBase62(12)}`,
    name,
    plan,
    createdAt: instant(),
  })
  const show = async (accountId: string) => found(await store.findAccount(accountId), 'account', accountId)

  return {
    create: ({ name, plan, agreed }) => store.createAccount(newAccount(name, plan), agreed, actor),

    createFirst: async ({ name, plan, label }) => {
      const account = newAccount(name, plan)
      const key = makeKey({ accountId: account.id, label, createdAt: instant(), expiresAt: null })
      return (await store.createFirstAccount(account, key.stored, actor)) ? key.issued : null
    },

    hasAny: () => store.hasAccounts(),

    list: () => store.listAccounts(),

    show,

    changePlan: async (accountId, plan, agreed, { revokesNewest } = { revokesNewest: false }) => {
      const changed = await store.changePlan(accountId, plan, agreed, { ...by(), revokesNewest })
      const change = found(changed, 'account', accountId)
      if (change.outcome === 'account_closed') throw closedError(accountId)
      if (change.outcome === 'too_many_keys') throw tooManyKeys(change)
      return { account: change.account, revoked: change.revoked }
    },

    suspend: async (accountId, reason) => changeOf(accountId, await store.suspendAccount(accountId, reason, by())),

    resume: async (accountId) => changeOf(accountId, await store.resumeAccount(accountId, by())),

    rename: async (accountId, name) => changeOf(accountId, await store.renameAccount(accountId, name, by())),

    close: async (accountId) => changeOf(accountId, await store.closeAccount(accountId, by())),

    checkDeletable: async (accountId) => {
      const account = await show(accountId)
      refuseInUse(account, await store.countActiveKeys(accountId, instant()))
    },

    delete: async (accountId) => {
      const deletion = found(await store.deleteAccount(accountId, by()), 'account', accountId)
      if (deletion.outcome === 'in_use') refuseInUse(deletion.account, deletion.activeKeys)
      return { isStillRead: deletion.isStillRead ?? false }
    },

    monthUnits: (month) => store.listMonthUnits(month),

    audit: (query) => store.listAudit(query),
  }
}
