import { ServiceError } from '../contract/errors.ts'
import { plans } from '../contract/plan-table.ts'
import type { PlanList } from '../contract/plans.ts'
import type { Usage } from '../contract/usage.ts'
import { type AccountManagement, createAccountManagement } from './account-management.ts'
import { createAuthentication } from './authentication.ts'
import { createKeyManagement, type KeyManagement } from './key-management.ts'
import type { Grant, Meter } from './metering.ts'
import type { Account, AccountStore, AuthContext, UsageSnapshot } from './ports.ts'
import { windowsAt } from './windows.ts'

/** An authenticated caller and the outcome of its charge. */
export interface Caller {
  readonly auth: AuthContext
  readonly account: Account
  readonly grant: Grant
}

/** All that is done with accounts: managed by the operator, charged by calls. */
export interface Accounts extends AccountManagement, KeyManagement {
  readonly plans: () => PlanList
  /** Authenticates a token and charges one unit. @throws ServiceError: a 401 code or `access_store_unavailable` */
  readonly admit: (token: string | null) => Promise<Caller>
  /**
   * Authenticates a bearer token and charges nothing; a key is read anew each time, since no charge would notice that
   * it was revoked. @throws ServiceError as `admit`
   */
  readonly authenticate: (token: string | null) => Promise<AuthContext>
  /** Refunds the unit of a call rejected before any work. @returns the caller as if the unit had not been taken */
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

interface Used {
  readonly account: Account
  readonly units: Omit<UsageSnapshot, 'nowMs'>
  readonly activeKeys: number
  readonly observedAt: string
}

const usageFrom = ({ account, units, activeKeys, observedAt }: Used): Usage => ({
  account: { id: account.id, name: account.name },
  plan: account.plan,
  requestsPerMinute: account.requestsPerMinute,
  monthlyRequests: account.monthlyRequests,
  activeKeys: account.activeKeys,
  minute: {
    limit: account.requestsPerMinute,
    used: units.minuteUsed,
    remaining: Math.max(0, account.requestsPerMinute - units.minuteUsed),
    resetsAt: new Date(units.windows.minuteEndsMs).toISOString(),
  },
  month: {
    limit: account.monthlyRequests,
    used: units.monthUsed,
    remaining: Math.max(0, account.monthlyRequests - units.monthUsed),
    resetsAt: new Date(units.windows.monthEndsMs).toISOString(),
  },
  keys: { limit: account.activeKeys, active: activeKeys },
  observedAt,
})

export const createAccounts = ({ store, meter, now, actor = 'serve' }: AccountsDependencies): Accounts => {
  const authentication = createAuthentication({ store, now })
  const accounts = createAccountManagement(store, { actor, now })
  const instant = () => new Date(now()).toISOString()
  const usageOf = async (account: Account, units: Used['units']) => {
    const activeKeys = await store.countActiveKeys(account.id, instant())
    return usageFrom({ account, units, activeKeys, observedAt: instant() })
  }

  return {
    ...accounts,
    ...createKeyManagement(store, { actor, now }),

    plans: () => ({ plans: [...plans] }),

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
      throw new ServiceError(
        'access_store_unavailable',
        'Accounts are changing faster than they can be read; try again.',
        { retryAfterSeconds: 1 },
      )
    },

    refund: async (caller) => ({ ...caller, grant: await meter.refund(caller.auth, caller.grant) }),

    usage: ({ account, grant }) => usageOf(account, grant),

    usageOf: async (accountId) => usageOf(await accounts.show(accountId), await store.readUsage(accountId)),

    busiest: async (limit) => {
      const windows = windowsAt(now())
      const rows = await store.listBusiest({ windows, at: instant(), limit })
      return rows.map(({ account, activeKeys, ...used }) =>
        usageFrom({ account, units: { ...used, windows }, activeKeys, observedAt: instant() }),
      )
    },
  }
}
