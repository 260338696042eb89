import type { ArchivedAmounts, ArchivedSku, ArchiveStore, ObservationBatch, SegmentHeader } from './ports.ts'
import type { TableLoader } from './tables.ts'

/** What a source says of a product besides its prices, as JSON; handed back by `PriceArchive.productRecord`. */
export interface RecordedProduct {
  readonly productId: number
  readonly record: unknown
}

export interface RecordRequest {
  readonly store: ArchiveStore
  readonly batch: ObservationBatch
  /**
   * All products of the file, in any order; those that are missing lose their record, not their prices. Without it, and
   * for a batch that is older than the newest, records stay as they are.
   */
  readonly productRecords?: Iterable<RecordedProduct> | AsyncIterable<RecordedProduct>
  readonly now: () => Date
  /** When a complete segment of the same time says something else: `correct` appends, `report` writes nothing. */
  readonly onConflict: 'correct' | 'report'
  /** `newest` keeps only the segment that is written now, and forgets the others once no reader needs them. */
  readonly keep: 'all' | 'newest'
  /** Shares what was decoded between batches that follow one another. */
  readonly loader?: TableLoader
  /** Records although the newest segment bears a time to come: somebody has looked at the clock. */
  readonly isClockAccepted?: boolean
  /** How long `newest` waits before it forgets; until then readers may not have seen the new head. */
  readonly graceMs?: number
}

/** One SKU of which two segments of one time say something else; `null` where it is missing. */
export interface RecordedDifference {
  readonly sku: ArchivedSku
  readonly recorded: ArchivedAmounts | null
  readonly given: ArchivedAmounts | null
}

export type RecordResult =
  | { readonly status: 'recorded'; readonly header: SegmentHeader }
  /** A segment of this time has the same observations and product records: nothing was written. */
  | { readonly status: 'known'; readonly header: SegmentHeader }
  /** With `onConflict: 'report'`: how many SKUs differ, and some of them. Nothing was written. */
  | {
      readonly status: 'conflict'
      readonly header: SegmentHeader
      readonly count: number
      readonly differences: readonly RecordedDifference[]
    }
