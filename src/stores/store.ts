import type { AccountStore, UnitCounter } from '../accounts/ports.ts'

/** Minutes are kept longer than any believable jump of a clock, so that no minute ever grants its allowance twice. */
export const minutesKeptMs = 45 * 86_400_000

/** A database that this program must not touch: damaged, foreign, or written by a newer version. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError'
  readonly exitStatus = 1
}

/** The store cannot write a copy of itself; the message names the tool that does. */
export class UnsupportedBackupError extends Error {
  override readonly name = 'UnsupportedBackupError'
  readonly exitStatus = 1
}

/** The store of accounts, keys and counters, open and up to date. */
export interface AccessStore {
  readonly accounts: AccountStore
  readonly counter: UnitCounter
  /** Migrations that ran when it was opened. */
  readonly migrated: readonly string[]
  /** The clock by which keys expire and units are counted, in milliseconds since the epoch: the same for all processes that share the store. */
  readonly now: () => number
  /** Looks through the whole store for damage. @returns `['ok']`, or what is wrong. */
  readonly check: () => Promise<readonly string[]>
  /** Whether the store can be reached now; rejects or answers false when not. */
  readonly isReady: () => Promise<boolean>
  /** Writes a consistent copy while serving. @throws UnsupportedBackupError naming the tool that does */
  readonly backup: (file: string) => Promise<void>
  readonly close: () => Promise<void>
}
