/** What became of a request: answered, refused (4xx) or failed (5xx). */
export type RequestOutcome = 'ok' | 'refused' | 'failed'

/** Requests of one kind on one UTC day. */
export interface RequestCount {
  /** `2026-11-21`. */
  readonly day: string
  /** `null` without a known account. */
  readonly accountId: string | null
  readonly keyId: string | null
  /** Operation or name of a page; `null` where none was found or looked for: no HTTP, or refused under load. */
  readonly operation: string | null
  readonly outcome: RequestOutcome
  /** Error code; `null` where there was none. */
  readonly code: string | null
  readonly requests: number
}

/** Requests of one kind in one UTC month, of an account that was known. */
export interface MonthCount {
  readonly accountId: string
  readonly keyId: string | null
  readonly operation: string | null
  readonly outcome: RequestOutcome
  readonly requests: number
}

/** Stands for accounts and keys that were too many to be told apart; no id is written so. */
export const otherIds = 'other'

/** Counts that a process brings together, and brings again as they were when it did not hear that they had come. */
export interface RequestCountBatch {
  /** Names the process. */
  readonly writer: string
  /** Higher than that of each batch that the writer brought before. */
  readonly sequence: number
  readonly counts: readonly RequestCount[]
}

/** Counts that all processes of a store add to. During an outage methods throw `access_store_unavailable`. */
export interface RequestCountStore {
  /** Adds in one transaction, as short as the counts are few; a batch that was added before changes nothing. */
  readonly add: (batch: RequestCountBatch) => Promise<void>
  /** Counts of one day, of one account or all (`undefined`), in portions that take some milliseconds each. */
  readonly read: (day: string, accountId?: string | null) => AsyncIterable<readonly RequestCount[]>
  /** The first day that anything was counted on; `null` when there is none. */
  readonly firstDay: () => Promise<string | null>
  /** Counts of a month (`2026-11`), of one account or all, by account; they stay when their days are removed. */
  readonly readMonth: (month: string, accountId?: string) => Promise<readonly MonthCount[]>
  /** The first month that anything was counted in; `null` when there is none. */
  readonly firstMonth: () => Promise<string | null>
  /** The last day that each key of an account was used on; keys that never were are left out. */
  readonly lastDays: (accountId: string) => Promise<ReadonlyMap<string, string>>
  /** Removes the days before one. */
  readonly removeBefore: (day: string) => Promise<void>
}
