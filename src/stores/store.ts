import type { AccountStore, UnitCounter } from '../accounts/ports.ts'

/** The store of accounts, keys and counters, open and up to date. */
export interface AccessStore {
  readonly accounts: AccountStore
  readonly counter: UnitCounter
  /** Migrations that ran when it was opened. */
  readonly migrated: readonly string[]
  /** Looks through the whole store for damage. @returns `['ok']`, or what is wrong. */
  readonly check: () => Promise<readonly string[]>
  /** Whether the store can be reached now; rejects or answers false when not. */
  readonly isReady: () => Promise<boolean>
  /** Writes a consistent copy while serving. */
  readonly backup: (file: string) => Promise<void>
  readonly close: () => Promise<void>
}
