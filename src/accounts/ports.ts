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
  /** ISO 8601 instant since which its calls are refused until it is resumed; `null` while they are not. */
  readonly suspendedAt: string | null
  /** Why, for the operator alone. */
  readonly suspendedReason: string | null
  /** ISO 8601 instant, or `null` while the account is not closed. */
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

/** An account that begins; its allowances follow from its plan. */
export type NewAccount = Pick<Account, 'id' | 'name' | 'plan' | 'createdAt'>

/** Who changes something, and when (ISO 8601). */
export interface Authorship {
  readonly actor: string
  readonly at: string
}

/** What a row of the audit trail tells of. */
export type AuditAction =
  | 'account.created'
  | 'account.plan_changed'
  | 'account.suspended'
  | 'account.resumed'
  | 'account.renamed'
  | 'account.closed'
  | 'account.deleted'
  | 'key.issued'
  | 'key.rotated'
  | 'key.revoked'

/** One change of an account or key: who made it, when, and what it was. It holds no name, no label and no secret. */
export interface AuditEntry extends Authorship {
  readonly action: AuditAction
  readonly accountId: string
  readonly keyId: string | null
  readonly details: Readonly<Record<string, unknown>>
}

export interface AuditQuery {
  readonly accountId?: string
  /** ISO 8601 instant or UTC day of the first entries; before it nothing is told. */
  readonly since?: string
}

/** A change that asks for a state: made, not needed as it was so already, or refused as the account is closed. */
export interface StateChange {
  readonly outcome: 'changed' | 'unchanged' | 'account_closed'
  readonly account: Account
}

/** A key with its account, as of one state of the access data. */
export interface AuthContext {
  readonly account: Account
  readonly key: ApiKey
  /**
   * Version of the account and its keys, or of all there are, at which this was read; grows with each change. Only the
   * store that told it knows which.
   */
  readonly epoch: number
}

/** `account` has the new allowances; `excess` are the newest of the keys that are active beyond them. */
export type PlanChange =
  | { readonly outcome: 'changed'; readonly account: Account; readonly revoked: readonly ApiKey[] }
  | { readonly outcome: 'too_many_keys'; readonly account: Account; readonly excess: readonly ApiKey[] }
  | { readonly outcome: 'account_closed'; readonly account: Account }

/** What became of an account that was to be deleted. */
export interface Deletion {
  readonly outcome: 'deleted' | 'in_use'
  readonly account: Account
  readonly activeKeys: number
  /** Whether a reader keeps what was deleted in the file until it ends; missing where the store does not know. */
  readonly isStillRead?: boolean
}

/**
 * The port of accounts and keys. Each change and its rows of the audit trail are one transaction. Every method throws a
 * `ServiceError` `access_store_unavailable` during an outage of the store; any other error is a defect.
 */
export interface AccountStore {
  readonly createAccount: (account: NewAccount, agreed: AgreedAllowances, actor: string) => Promise<Account>
  /** Creates an account with a key if there is no account. @returns whether it did: of many callers at once one does */
  readonly createFirstAccount: (account: NewAccount, key: StoredKey, actor: string) => Promise<boolean>
  readonly hasAccounts: () => Promise<boolean>
  readonly listAccounts: () => Promise<readonly Account[]>
  readonly findAccount: (accountId: string) => Promise<Account | null>
  /**
   * Changes plan and agreed allowances, unless more keys are active than they allow; then it revokes the newest of them
   * if it may. @returns `null` when there is no such account
   */
  readonly changePlan: (
    accountId: string,
    plan: PlanId,
    agreed: AgreedAllowances,
    by: Authorship & { readonly revokesNewest: boolean },
  ) => Promise<PlanChange | null>
  /** Refuses the calls of an account until it is resumed. @returns `null` when there is no such account */
  readonly suspendAccount: (accountId: string, reason: string | null, by: Authorship) => Promise<StateChange | null>
  readonly resumeAccount: (accountId: string, by: Authorship) => Promise<StateChange | null>
  readonly renameAccount: (accountId: string, name: string, by: Authorship) => Promise<StateChange | null>
  /** Closes an account for good and revokes its keys. @returns `null` when there is none with this id. */
  readonly closeAccount: (accountId: string, by: Authorship) => Promise<StateChange | null>
  /**
   * Deletes an account with its name, its keys and what it did by day and minute; sums of months stay, under its id
   * alone. Refused while it is open and has active keys.
   * @returns `null` when there is no such account
   */
  readonly deleteAccount: (accountId: string, by: Authorship) => Promise<Deletion | null>
  /**
   * Adds a key unless its account is closed or has all the active keys it may; exact also when many issue at once.
   * @returns `null` when there is no such account
   */
  readonly addKey: (
    key: StoredKey,
    actor: string,
  ) => Promise<{ outcome: 'added' | 'cap_reached' | 'account_closed'; account: Account } | null>
  readonly listKeys: (accountId: string) => Promise<readonly ApiKey[]>
  readonly findKey: (keyId: string) => Promise<ApiKey | null>
  readonly revokeKey: (keyId: string, by: Authorship) => Promise<ApiKey | null>
  /** Adds `successor` to replace `keyId`, which ends at `endsAt`; `null` when that key is no longer active. */
  readonly replaceKey: (keyId: string, endsAt: string, successor: StoredKey, actor: string) => Promise<ApiKey | null>
  /** The audit trail in the order in which the changes were made. */
  readonly listAudit: (query: AuditQuery) => Promise<readonly AuditEntry[]>
  readonly countActiveKeys: (accountId: string, at: string) => Promise<number>
  readonly findAuthContext: (digest: string) => AuthContext | null | Promise<AuthContext | null>
  /** Units of a UTC month, of each account that there is, and of each deleted one that was charged any. */
  readonly listMonthUnits: (month: string) => Promise<readonly MonthUnits[]>
  /** Units used so far in the windows of now, without taking any. */
  readonly readUsage: (accountId: string) => Promise<UsageSnapshot>
  /** The accounts that are not closed and have used most of their month, with the keys active at the instant `at`. */
  readonly listBusiest: (query: { windows: Windows; at: string; limit: number }) => Promise<readonly AccountUsage[]>
}

/** Units that an account was charged in a UTC month. */
export interface MonthUnits {
  readonly accountId: string
  /** `null` when the account was deleted. */
  readonly account: Account | null
  readonly units: number
}

export interface AccountUsage extends Pick<UsageSnapshot, 'minuteUsed' | 'monthUsed'> {
  readonly account: Account
  readonly activeKeys: number
}

/** The units that one account requests at once, and its allowances as of `epoch`. */
export interface ChargeRequest {
  readonly accountId: string
  /** `AuthContext.epoch` of who requests them. */
  readonly epoch: number
  readonly units: number
  readonly requestsPerMinute: number
  readonly monthlyRequests: number
}

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

/** The port of the counters: durable before a promise settles, exact over all processes that share the store. */
export interface UnitCounter {
  /**
   * Takes for each charge as many of its units as both allowances still hold, in one transaction.
   * @returns one result a charge, in their order: `null`, with nothing taken for it, where its account or a key of it
   * has changed since its epoch.
   * @throws ServiceError `access_store_unavailable`
   */
  readonly take: (charges: readonly ChargeRequest[]) => Promise<readonly (ChargeResult | null)[]>
  /** Refunds units to both windows that they were taken from. */
  readonly refund: (accountId: string, windows: Windows, units: number) => Promise<void>
}
