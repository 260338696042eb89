import type { PlanId } from '../contract/plans.ts'
import type { Windows } from './windows.ts'

/** What an account may use. */
export interface Allowances {
  readonly requestsPerMinute: number
  readonly monthlyRequests: number
  readonly activeKeys: number
}

/** Allowances agreed with one account instead of its plan's; `null` is the plan's. */
export type AgreedAllowances = { readonly [K in keyof Allowances]: number | null }

/** An account. */
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
  /** The key that took this one's place, while this one lives on for its overlap. */
  readonly replacedBy: string | null
}

/** A key as it is stored. */
export interface StoredKey extends ApiKey {
  readonly digest: string
}

/** A key with its account, as of one state of the access data. */
export interface AuthContext {
  readonly account: Account
  readonly key: ApiKey
  /** Number of the state of keys and accounts that this was read in; grows with each change. */
  readonly epoch: number
}

/** The port of accounts and keys. Every method throws a `ServiceError` `access_store_unavailable` when the store cannot be reached. */
export interface AccountStore {
  readonly createAccount: (account: Omit<Account, keyof Allowances>, agreed: AgreedAllowances) => Promise<Account>
  readonly listAccounts: () => Promise<readonly Account[]>
  readonly findAccount: (accountId: string) => Promise<Account | null>
  /** @returns the changed account, or `null` when there is none with this id. */
  readonly changePlan: (accountId: string, plan: PlanId, agreed: AgreedAllowances) => Promise<Account | null>
  /** Closes an account and revokes its keys. @returns `null` when there is none with this id. */
  readonly closeAccount: (accountId: string, at: string) => Promise<Account | null>
  /** Adds a key unless the account would have more active keys than it may; exact also when many issue at once. */
  readonly addKey: (key: StoredKey) => Promise<'added' | 'cap_reached'>
  readonly listKeys: (accountId: string) => Promise<readonly ApiKey[]>
  readonly findKey: (keyId: string) => Promise<ApiKey | null>
  readonly revokeKey: (keyId: string, at: string) => Promise<ApiKey | null>
  /** Adds `successor` in the place of `keyId`, which lives on until `endsAt`. @returns `null` when that key is not active any more. */
  readonly replaceKey: (keyId: string, endsAt: string, successor: StoredKey) => Promise<ApiKey | null>
  readonly countActiveKeys: (accountId: string, at: string) => Promise<number>
  readonly findAuthContext: (digest: string) => AuthContext | null | Promise<AuthContext | null>
  /** Units used so far in the windows of now, without taking any. */
  readonly readUsage: (accountId: string) => Promise<UsageSnapshot>
}

/** How many units one account asks for at once. */
export interface ChargeRequest {
  readonly accountId: string
  readonly units: number
  readonly requestsPerMinute: number
  readonly monthlyRequests: number
}

/** What the counters of an account showed before units were taken. */
export interface UsageSnapshot {
  readonly minuteUsed: number
  readonly monthUsed: number
  readonly windows: Windows
  /** The store's clock, in milliseconds since the epoch. */
  readonly nowMs: number
}

/** The port of the counters. Counts are durable before a promise settles, and exact over all processes that share the store. */
export interface UnitCounter {
  /**
   * Takes for each charge as many of its units as both allowances still hold, in one transaction.
   * @returns the counters before taking, in the order of the charges; or `null`, with nothing taken, when keys or accounts have changed since `epoch`.
   * @throws ServiceError `access_store_unavailable`
   */
  readonly take: (charges: readonly ChargeRequest[], epoch: number) => Promise<readonly UsageSnapshot[] | null>
  /** Gives one unit back to both windows that it was taken from. */
  readonly refund: (accountId: string, windows: Windows) => Promise<void>
}

/** How many units of a charge both allowances still hold. */
export const grantedUnits = (charge: ChargeRequest, used: Pick<UsageSnapshot, 'minuteUsed' | 'monthUsed'>): number =>
  Math.max(0, Math.min(charge.units, charge.requestsPerMinute - used.minuteUsed, charge.monthlyRequests - used.monthUsed))
