import type { PlanId } from '../contract/plans.ts'
import type { Windows } from './windows.ts'

export interface Allowances {
  readonly requestsPerMinute: number
  readonly monthlyRequests: number
  readonly activeKeys: number
}

/** Allowances agreed with one account instead of its plan's; `null` is the plan's. */
export type AgreedAllowances = { readonly [K in keyof Allowances]: number | null }

export interface Account extends Allowances {
  readonly id: string
  readonly name: string
  readonly plan: PlanId
  /** ISO 8601 instant. */
  readonly createdAt: string
  /** ISO 8601 instant, or `null` while the account is open. */
  readonly closedAt: string | null
}

/** An API key without its secret. All instants are ISO 8601. */
export interface ApiKey {
  readonly keyId: string
  readonly accountId: string
  readonly label: string | null
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** The successor of a rotated key, which itself stays valid for the overlap. */
  readonly replacedBy: string | null
}

export interface StoredKey extends ApiKey {
  readonly digest: string
}

/** An account whose allowances follow from its plan. */
export type AccountOnPlan = Omit<Account, keyof Allowances>

/** A key with its account, as of one state of the access data. */
export interface AuthContext {
  readonly account: Account
  readonly key: ApiKey
  /** Version of all keys and accounts at which this was read; grows with each change. */
  readonly epoch: number
}

/** What became of a change of plan. `account` has the new allowances; `excess` are the newest keys, as many as are active beyond them. */
export type PlanChange =
  | { readonly outcome: 'changed'; readonly account: Account; readonly revoked: readonly ApiKey[] }
  | { readonly outcome: 'too_many_keys'; readonly account: Account; readonly excess: readonly ApiKey[] }

/** The port of accounts and keys. Every method throws a `ServiceError` `access_store_unavailable` during an outage of the store; any other error is a defect. */
export interface AccountStore {
  readonly createAccount: (account: AccountOnPlan, agreed: AgreedAllowances) => Promise<Account>
  /** Creates an account with a key if there is no account yet, in one transaction. @returns whether it did: of many callers at once one does */
  readonly createFirstAccount: (account: AccountOnPlan, key: StoredKey) => Promise<boolean>
  readonly hasAccounts: () => Promise<boolean>
  readonly listAccounts: () => Promise<readonly Account[]>
  readonly findAccount: (accountId: string) => Promise<Account | null>
  /** Changes plan and agreed allowances, unless more keys are active at `at` than they allow; then it revokes the newest of them if it may. @returns `null` when there is no such account */
  readonly changePlan: (
    accountId: string,
    plan: PlanId,
    agreed: AgreedAllowances,
    keys: { readonly at: string; readonly revokesNewest: boolean },
  ) => Promise<PlanChange | null>
  /** Closes an account and revokes its keys. @returns `null` when there is none with this id. */
  readonly closeAccount: (accountId: string, at: string) => Promise<Account | null>
  /** Adds a key unless its account is closed or has all the active keys it may; exact also when many issue at once. @returns `null` when there is no such account */
  readonly addKey: (key: StoredKey) => Promise<{ outcome: 'added' | 'cap_reached' | 'account_closed'; account: Account } | null>
  readonly listKeys: (accountId: string) => Promise<readonly ApiKey[]>
  readonly findKey: (keyId: string) => Promise<ApiKey | null>
  readonly revokeKey: (keyId: string, at: string) => Promise<ApiKey | null>
  /** Adds `successor` to replace `keyId`, which stays valid until `endsAt`. @returns `null` when that key is no longer active */
  readonly replaceKey: (keyId: string, endsAt: string, successor: StoredKey) => Promise<ApiKey | null>
  readonly countActiveKeys: (accountId: string, at: string) => Promise<number>
  readonly findAuthContext: (digest: string) => AuthContext | null | Promise<AuthContext | null>
  /** Units used so far in the windows of now, without taking any. */
  readonly readUsage: (accountId: string) => Promise<UsageSnapshot>
  /** The open accounts that have used most of their month, in one query. `at` is the instant at which keys count as active. */
  readonly listBusiest: (query: { windows: Windows; at: string; limit: number }) => Promise<readonly AccountUsage[]>
}

/** An account with what it has used. */
export interface AccountUsage extends Pick<UsageSnapshot, 'minuteUsed' | 'monthUsed'> {
  readonly account: Account
  readonly activeKeys: number
}

/** The units that one account requests at once, and its allowances. */
export interface ChargeRequest {
  readonly accountId: string
  readonly units: number
  readonly requestsPerMinute: number
  readonly monthlyRequests: number
}

/** The counters of an account at one moment. */
export interface UsageSnapshot {
  readonly minuteUsed: number
  readonly monthUsed: number
  readonly windows: Windows
  /** The store's clock, in milliseconds since the epoch. */
  readonly nowMs: number
}

/** The counters before a charge, and how many of its units were granted. */
export interface ChargeResult extends UsageSnapshot {
  readonly granted: number
}

/** The port of the counters. Counts are durable before a promise settles, and exact over all processes that share the store. */
export interface UnitCounter {
  /**
   * Takes for each charge as many of its units as both allowances still hold, in one transaction.
   * @returns one result a charge, in their order; or `null`, with nothing taken, when keys or accounts have changed since `epoch`.
   * @throws ServiceError `access_store_unavailable`
   */
  readonly take: (charges: readonly ChargeRequest[], epoch: number) => Promise<readonly ChargeResult[] | null>
  /** Refunds units to both windows that they were taken from. */
  readonly refund: (accountId: string, windows: Windows, units: number) => Promise<void>
}
