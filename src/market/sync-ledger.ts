/** An instant by our clock and by the mirror's, which is `null` where it showed none. */
export interface MirrorInstant {
  readonly at: string
  readonly mirrorAt: string | null
}

/** What a pull of a mirror must know of those before it, in any process on any machine. Instants are ISO 8601. */
export interface SyncRecord {
  /** Requests of the last day, reserved in blocks before they are sent. */
  readonly reserved: readonly ({ readonly count: number } & MirrorInstant)[]
  /** When the mirror was last asked for `last-updated.txt`. */
  readonly askedAt: string | null
  /** Pulls that were begun in the last day, and by which work folder: only in that one can they go on. */
  readonly begun: readonly ({ readonly build: string; readonly folder: string } & MirrorInstant)[]
  /** When the last whole pull began. */
  readonly pulled: MirrorInstant | null
  /** Not to be called before this instant, after a 429 or 403. */
  readonly pausedUntil: string | null
  /** The build that was last taken over whole. */
  readonly lastBuild: string | null
  /** The product lines that it held; the next day is compared with these counts. */
  readonly lines: readonly { readonly categoryId: number; readonly rows: number; readonly marketPrices: number }[]
  readonly finishedAt: string | null
  /** The build that failed validation, why, and where it is kept. */
  readonly refused: {
    readonly build: string
    readonly reason: string
    readonly folder: string
    readonly at: string
  } | null
  /** Why the last attempt failed; `null` after one that ended well. */
  readonly failure: { readonly reason: string; readonly at: string } | null
  /** How far the pull under way has come. */
  readonly progress: {
    readonly step: string
    readonly done: number
    readonly total: number
    readonly at: string
  } | null
}

/** Before the first pull. */
export const emptySyncRecord: SyncRecord = {
  reserved: [],
  askedAt: null,
  begun: [],
  pulled: null,
  pausedUntil: null,
  lastBuild: null,
  lines: [],
  finishedAt: null,
  refused: null,
  failure: null,
  progress: null,
}

/** The lease under which one process at a time pulls. */
export interface SyncLease {
  /** Merges changes into the record. @returns false when the lease was lost, and nothing was written */
  readonly update: (changes: Partial<SyncRecord>) => Promise<boolean>
  /** Prolongs the lease. @returns false when it was lost */
  readonly renew: () => Promise<boolean>
  readonly release: () => Promise<void>
}

/** Where pulls are remembered: the same database as accounts, by its clock. */
export interface SyncLedger {
  readonly read: (source: string) => Promise<SyncRecord | null>
  /** Takes the lease for `leaseMs`, if nobody holds it or his time is over. @returns `null` when another holds it */
  readonly acquire: (source: string, leaseMs: number) => Promise<SyncLease | null>
  /** Forgets a source whole. */
  readonly remove: (source: string) => Promise<void>
}
