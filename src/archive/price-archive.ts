import type { ArchivedAmounts, ArchivedSku, ArchiveHead } from './ports.ts'

/** Which state of knowledge is asked for, in milliseconds since the epoch. */
export interface Moment {
  /** What was observed later is left out; `null` leaves nothing out. */
  readonly asOfMs: number | null
  /** What this service learnt later is left out; `null` leaves nothing out. */
  readonly knownAtMs: number | null
}

/** One observation with its two times. */
export interface RecordedPrice extends Pick<ArchivedAmounts, 'marketCents' | 'lowestCents'> {
  /** The source's own time, less the age of the observation. */
  readonly observedAtMs: number
  readonly recordedAtMs: number
}

export interface ArchivedPrice {
  readonly sku: ArchivedSku
  /** The newest observation of the moment; `null` before the first. */
  readonly price: RecordedPrice | null
}

export interface ArchivedHistory {
  readonly sku: ArchivedSku
  /** Oldest first; one for each `observedAtMs`, the one learnt last. Times without an observation are left out. */
  readonly prices: readonly RecordedPrice[]
}

/** What was kept of a source, to be read; writing is `recordBatch` of `record.ts`. */
export interface PriceArchive {
  readonly source: string
  /** The newest segment as this process last saw it; followed by a poll. `null` while nothing is kept. */
  readonly head: () => ArchiveHead | null
  /** Looks for a newer head now instead of at the next poll. */
  readonly refresh: () => Promise<void>
  /** The newest segment of a moment, by `observedAtMs`; `null` before the first. */
  readonly newest: (moment: Moment) => Promise<ArchiveHead | null>
  /** Every SKU of the product known at the moment, by SKU id; none when the product was never observed. */
  readonly prices: (productId: number, moment: Moment) => Promise<readonly ArchivedPrice[]>
  /** Observations from `fromMs` on, both times within the moment. A series without any is left out. */
  readonly history: (productId: number, fromMs: number, moment: Moment) => Promise<readonly ArchivedHistory[]>
  /** Source's time of the first observation of the product; `null` when there is none. */
  readonly firstObservedAtMs: (productId: number) => Promise<number | null>
  /** What the source said of the product besides its prices, as handed to `recordBatch`; `null` for nothing. */
  readonly productRecord: (productId: number) => Promise<unknown>
  /** Whether there are any such records, which a sync brings and an import of past days does not. */
  readonly hasProductRecords: () => Promise<boolean>
  readonly close: () => void
}
