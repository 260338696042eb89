import { ServiceError } from '../contract/errors.ts'
import { plans } from '../contract/plan-table.ts'
import type { PlanId, PlanList } from '../contract/plans.ts'
import type { Usage } from '../contract/usage.ts'
import { mintApiKey, randomBase62 } from './api-key.ts'
import { createAuthentication } from './authentication.ts'
import type { Grant, Meter } from './metering.ts'
import type {
  Account,
  AccountStore,
  AgreedAllowances,
  ApiKey,
  AuditEntry,
  AuditQuery,
  AuthContext,
  MonthUnits,
  NewAccount,
  StateChange,
  StoredKey,
  UsageSnapshot,
} from './ports.ts'
import { windowsAt } from './windows.ts'

/** A key that was just issued; the only moment at which its text is known. */
export interface IssuedKey extends ApiKey {
  readonly key: string
}

/** An authenticated caller and the outcome of its charge. */
export interface Caller {
  readonly auth: AuthContext
  readonly account: Account
  readonly grant: Grant
}

/** An account after a change that asked for a state; whether it was not so already. */
export interface AccountChange {
  readonly account: Account
  readonly isChanged: boolean
}

export interface Accounts {
  readonly plans: () => PlanList
  readonly create: (input: { name: string; plan: PlanId; agreed: AgreedAllowances }) => Promise<Account>
  /** Creates an account with a key if there is no account yet. @returns `null` when there is one, also when another process just made it */
  readonly createFirst: (input: { name: string; plan: PlanId; label: string }) => Promise<IssuedKey | null>
  readonly hasAny: () => Promise<boolean>
  readonly list: () => Promise<readonly Account[]>
  readonly show: (accountId: string) => Promise<Account>
  /** @throws RefusedError when more keys are active than the new allowances let be and the newest may not be revoked */
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
  /** Deletes an account and its keys; sums of months stay under its id. @throws RefusedError while it is open and has active keys */
  readonly delete: (accountId: string) => Promise<{ readonly isStillRead: boolean }>
  /** Refuses what `delete` would refuse, before anybody is asked. */
  readonly checkDeletable: (accountId: string) => Promise<void>
  /** Units that were charged in a UTC month (`2026-11`), exact over all processes. */
  readonly monthUnits: (month: string) => Promise<readonly MonthUnits[]>
  readonly audit: (query: AuditQuery) => Promise<readonly AuditEntry[]>
  readonly issueKey: (input: { accountId: string; label: string | null; expiresAt: string | null }) => Promise<IssuedKey>
  readonly listKeys: (accountId: string) => Promise<readonly ApiKey[]>
  readonly revokeKey: (keyId: string) => Promise<ApiKey>
  /** Issues a successor of a key, which stays valid for the overlap. The successor of a key that expires has the same lifetime. */
  readonly rotateKey: (keyId: string, overlapMs: number) => Promise<{ issued: IssuedKey; replaced: ApiKey }>
  /** Authenticates a bearer token and charges one unit to its account. @throws ServiceError with a 401 code or `access_store_unavailable` */
  readonly admit: (token: string | null) => Promise<Caller>
  /** Authenticates a bearer token and charges nothing; a key is read anew each time, since no charge would notice that it was revoked. @throws ServiceError as `admit` */
  readonly authenticate: (token: string | null) => Promise<AuthContext>
  /** Refunds the unit of a call that was rejected before any work. @returns the caller as if the unit had not been taken */
  readonly refund: (caller: Caller) => Promise<Caller>
  readonly usage: (caller: Caller) => Promise<Usage>
  /** Usage as the operator sees it: nothing is charged. */
  readonly usageOf: (accountId: string) => Promise<Usage>
  /** Usage of the accounts that are not closed and have used most of their month, as the operator sees it. */
  readonly busiest: (limit: number) => Promise<readonly Usage[]>
}

/** How often a call is tried again because keys or accounts changed meanwhile. */
const maxAttempts = 5

export interface AccountsDependencies {
  readonly store: AccountStore
  readonly meter: Meter
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Who makes the changes, as the audit trail names it. */
  readonly actor?: string
}

/** Creates the feature over its store and meter. */
export const createAccounts = ({ store, meter, now, actor = 'serve' }: AccountsDependencies): Accounts => {
  const authentication = createAuthentication({ store, now })
  const instant = () => new Date(now()).toISOString()

  const found = <T>(value: T | null, what: string, id: string): T => {
    if (value === null) throw new NotFoundError(`There is no ${what} ${id}.`)
    return value
  }

  const by = () => ({ actor, at: instant() })

  const newAccount = (name: string, plan: PlanId): NewAccount => ({
    id: `acc_${randomBase62(12)}`,
    name,
    plan,
    createdAt: instant(),
  })

  const closedError = (accountId: string) => new RefusedError(`Account ${accountId} is closed, and that is for good.`)

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

  const newKey = (accountId: string, label: string | null, expiresAt: string | null): { key: string; stored: StoredKey } => {
    const { key, keyId, digest } = mintApiKey()
    return {
      key,
      stored: { keyId, accountId, digest, label, createdAt: instant(), expiresAt, revokedAt: null, replacedBy: null },
    }
  }

  const issued = (key: string, { digest: _, ...stored }: StoredKey): IssuedKey => ({ key, ...stored })

  const usageFrom = (
    account: Account,
    { minuteUsed, monthUsed, windows }: Omit<UsageSnapshot, 'nowMs'>,
    active: number,
  ): Usage => ({
    account: { id: account.id, name: account.name },
    plan: account.plan,
    requestsPerMinute: account.requestsPerMinute,
    monthlyRequests: account.monthlyRequests,
    activeKeys: account.activeKeys,
    minute: {
      limit: account.requestsPerMinute,
      used: minuteUsed,
      remaining: Math.max(0, account.requestsPerMinute - minuteUsed),
      resetsAt: new Date(windows.minuteEndsMs).toISOString(),
    },
    month: {
      limit: account.monthlyRequests,
      used: monthUsed,
      remaining: Math.max(0, account.monthlyRequests - monthUsed),
      resetsAt: new Date(windows.monthEndsMs).toISOString(),
    },
    keys: { limit: account.activeKeys, active },
    observedAt: instant(),
  })

  const show = async (accountId: string) => found(await store.findAccount(accountId), 'account', accountId)

  return {
    plans: () => ({ plans: [...plans] }),

    create: ({ name, plan, agreed }) => store.createAccount(newAccount(name, plan), agreed, actor),

    createFirst: async ({ name, plan, label }) => {
      const account = newAccount(name, plan)
      const { key, stored } = newKey(account.id, label, null)
      return (await store.createFirstAccount(account, stored, actor)) ? issued(key, stored) : null
    },

    hasAny: () => store.hasAccounts(),

    list: () => store.listAccounts(),

    show,

    changePlan: async (accountId, plan, agreed, { revokesNewest } = { revokesNewest: false }) => {
      const change = found(await store.changePlan(accountId, plan, agreed, { ...by(), revokesNewest }), 'account', accountId)
      if (change.outcome === 'account_closed') throw closedError(accountId)
      if (change.outcome === 'changed') return { account: change.account, revoked: change.revoked }
      const { activeKeys } = change.account
      const names = change.excess.map(({ keyId, label }) => (label === null ? keyId : `${keyId} (${label})`)).join(', ')
      throw new RefusedError(
        `Account ${accountId} would have ${activeKeys + change.excess.length} active keys, and ${activeKeys} are allowed. ` +
          `Revoke ${change.excess.length} first, or with --revoke-newest these: ${names}.`,
      )
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

    issueKey: async ({ accountId, label, expiresAt }) => {
      const { key, stored } = newKey(accountId, label, expiresAt)
      const { outcome, account } = found(await store.addKey(stored, actor), 'account', accountId)
      if (outcome === 'account_closed') throw closedError(accountId)
      if (outcome === 'cap_reached')
        throw new RefusedError(`Account ${accountId} has all of its ${account.activeKeys} active keys; revoke one first.`)
      return issued(key, stored)
    },

    listKeys: async (accountId) => store.listKeys((await show(accountId)).id),

    revokeKey: async (keyId) => found(await store.revokeKey(keyId, by()), 'key', keyId),

    rotateKey: async (keyId, overlapMs) => {
      const old = found(await store.findKey(keyId), 'key', keyId)
      const lifetimeMs = old.expiresAt === null ? null : Date.parse(old.expiresAt) - Date.parse(old.createdAt)
      const expiresAt = lifetimeMs === null ? null : new Date(now() + lifetimeMs).toISOString()
      const { key, stored } = newKey(old.accountId, old.label, expiresAt)
      const replaced = await store.replaceKey(keyId, new Date(now() + overlapMs).toISOString(), stored, actor)
      if (replaced === null) throw new RefusedError(`Key ${keyId} is no longer active; issue a new one.`)
      return { issued: issued(key, stored), replaced }
    },

    authenticate: async (token) => {
      const auth = await authentication.findNow(token)
      authentication.check(auth)
      return auth
    },

    admit: async (token) => {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const found = authentication.find(token)
        const auth = found instanceof Promise ? await found : found
        authentication.check(auth)
        const grant = await meter.take(auth)
        if (grant) return { auth, account: auth.account, grant }
        authentication.forget(token, auth)
      }
      throw new ServiceError('access_store_unavailable', 'Accounts are changing faster than they can be read; try again.', {
        retryAfterSeconds: 1,
      })
    },

    refund: async (caller) => ({ ...caller, grant: await meter.refund(caller.auth, caller.grant) }),

    usage: async ({ account, grant }) => usageFrom(account, grant, await store.countActiveKeys(account.id, instant())),

    usageOf: async (accountId) =>
      usageFrom(await show(accountId), await store.readUsage(accountId), await store.countActiveKeys(accountId, instant())),

    busiest: async (limit) => {
      const windows = windowsAt(now())
      const rows = await store.listBusiest({ windows, at: instant(), limit })
      return rows.map(({ account, activeKeys, ...used }) => usageFrom(account, { ...used, windows }, activeKeys))
    },
  }
}

export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
  readonly exitStatus = 1
}

export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly exitStatus = 1
}
