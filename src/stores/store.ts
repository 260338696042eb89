import type { KeyObject } from 'node:crypto'
import type { AccountStore, UnitCounter, UsageSnapshot } from '../accounts/ports.ts'
import type { ArchiveStore } from '../archive/ports.ts'
import type { SyncLedger } from '../market/sync-ledger.ts'
import type { RequestCountStore } from '../statistics/ports.ts'

/**
 * Minutes are kept longer than any believable jump of a clock, so that none grants its allowance twice. Keeping two
 * days and a floor per account would be exact as well, but after a clock had jumped ahead it would refuse the account
 * until that time came.
 */
export const minutesKeptMs = 45 * 86_400_000

export interface StoreUnitCounter extends UnitCounter {
  /** The counters of an account, without taking. */
  readonly read: (accountId: string) => Promise<UsageSnapshot>
  /** Charges and undoes it. @throws ServiceError `access_store_unavailable` when a call could not be charged now */
  readonly probe: () => Promise<void>
}

/** A database that this program must not touch: damaged, foreign, or written by a newer version. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError'
  readonly exitStatus = 1
}

/** The engine has a backup tool of its own, which the message names. */
export class UnsupportedBackupError extends Error {
  override readonly name = 'UnsupportedBackupError'
  readonly exitStatus = 1
}

/** The copy of a backup could not be written; the message says why. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly exitStatus = 1
}

/** The store of accounts, keys, counters, request counts and kept prices, open and with its schema up to date. */
export interface AccessStore {
  readonly accounts: AccountStore
  readonly counter: UnitCounter
  readonly archive: ArchiveStore
  readonly syncLedger: SyncLedger
  readonly requestCounts: RequestCountStore
  /** The secret that all processes of this store have in common, and nobody else. */
  readonly cacheSecret: () => Promise<KeyObject>
  /** Migrations that ran when it was opened. */
  readonly migrated: readonly string[]
  /** Clock of keys and units, in milliseconds since the epoch, the same for all processes of the store. */
  readonly now: () => number
  /** Bytes that it takes on disk, kept prices included. */
  readonly sizeBytes: () => Promise<number>
  /** Reads the whole store for damage. @returns `['ok']`, or what is wrong */
  readonly check: () => Promise<readonly string[]>
  /** The error's cause is what the driver said. */
  readonly probe: StoreUnitCounter['probe']
  /** Whether the store can serve now; resolves to false or rejects when not. */
  readonly isReady: () => Promise<boolean>
  /** Writes a consistent copy while serving. @throws BackupError; UnsupportedBackupError naming the tool that does */
  readonly backup: (file: string) => Promise<void>
  readonly close: () => Promise<void>
}
