import type { KeptDays } from '../archive/kept-days.ts'
import type { Usage } from '../contract/usage.ts'
import type { LiveSpan } from '../telemetry/live-samples.ts'
import type { RequestFigures } from './request-figures.ts'

export interface CatalogueFigures {
  readonly source: string
  /** `null` where the source is asked, and while there is none. */
  readonly fetchedAt: string | null
  readonly products: number | null
  readonly sets: number | null
  readonly lines: readonly {
    readonly name: string
    readonly slug: string
    readonly sets: number
    readonly products: number
  }[]
  /** Why there is none, or why the newest was refused. */
  readonly problem: string | null
}

export interface SyncFigures {
  /** The build in use; `null` before the first. */
  readonly build: string | null
  readonly ageSeconds: number | null
  readonly isStale: boolean
  readonly finishedAt: string | null
  readonly progress: { readonly step: string; readonly done: number; readonly total: number } | null
  readonly refused: { readonly build: string; readonly reason: string; readonly at: string } | null
  readonly failure: { readonly reason: string; readonly at: string } | null
  /** The mirror turned us away and is left alone so long. */
  readonly pausedUntil: string | null
  readonly requests: number
}

/** One line on how a part stands. */
export interface Check {
  readonly name: string
  /** `attention` is for somebody to look at; `unknown` is not known yet. */
  readonly state: 'good' | 'attention' | 'unknown'
  readonly detail: string
}

/** The operator's page, as `/status.json` has it. Instants are ISO 8601; `null` is unknown, or not there. */
export interface Overview {
  /** When the oldest of the figures was read, but for those that have an instant of their own. */
  readonly observedAt: string
  readonly service: {
    readonly version: string
    readonly startedAt: string
    readonly marketSource: string
    readonly database: string
    /** Processes behind the one port. */
    readonly workers: number
  }
  /** What wants a look, and what is in order. */
  readonly checks: readonly Check[]
  /** Parts whose store did not answer in time; they are `null` below. */
  readonly unavailable: readonly string[]
  /** This process alone, or its workers together; `null` in its first seconds. */
  readonly now: (Omit<LiveSpan, 'sampledAtMs'> & { readonly sampledAt: string }) | null
  readonly memory: { readonly residentBytes: number; readonly heapUsedBytes: number; readonly outsideHeapBytes: number }
  /** Kept longer where reading them takes long. */
  readonly requests: (RequestFigures & { readonly observedAt: string }) | null
  /** The open accounts that have used most of their month. */
  readonly accounts: readonly Usage[] | null
  /** `null` where nothing is pulled. */
  readonly sync: SyncFigures | null
  readonly catalogue: CatalogueFigures
  /** When the certificate that the service itself shows ends, `null` while it cannot be read; `null` without TLS. */
  readonly certificate: { readonly endsAt: string | null } | null
  readonly archive: KeptDays | null
  readonly databaseBytes: number | null
}
