/** What identifies a price series, in its source's words. A SKU id is unique within a source and has one product. */
export interface ArchivedSku {
  readonly productId: number
  readonly skuId: number
  readonly condition: string | null
  readonly variant: string | null
  readonly language: string | null
}

/** The SKU alone, of a record that says more about it. */
export const skuOf = ({ productId, skuId, condition, variant, language }: ArchivedSku): ArchivedSku => ({
  productId,
  skuId,
  condition,
  variant,
  language,
})

/** Five prices of one SKU as one file or answer gave them, in integer cents; `null` where it gave none. */
export interface ArchivedAmounts {
  readonly marketCents: number | null
  readonly lowestCents: number | null
  readonly midCents: number | null
  readonly highestCents: number | null
  readonly directLowestCents: number | null
}

export interface PriceObservation extends ArchivedSku, ArchivedAmounts {
  /** Milliseconds before the batch's `observedAtMs`, at most `maxAgeMs` of `months.ts`; 0 in a daily file. */
  readonly ageMs: number
}

/** What was observed together: a day's file, or prices as they were fetched. */
export interface ObservationBatch {
  readonly source: string
  /** The source's own time, in milliseconds since the epoch. */
  readonly observedAtMs: number
  /** True for a whole file, in which a SKU that is missing has no price; false where it merely was not asked for. */
  readonly isComplete: boolean
  /** In any order; no SKU twice. */
  readonly observations: readonly PriceObservation[]
}

/** A segment of the log without its content. `hash` covers the other fields, the content and the hash before it. */
export interface SegmentHeader {
  readonly source: string
  /** 1 for the first segment of its source, then one more each. */
  readonly sequence: number
  readonly observedAtMs: number
  /** When this service learnt it; not less than that of the segment before, unless a wrong clock stamped that. */
  readonly recordedAtMs: number
  readonly isComplete: boolean
  /**
   * The segment of the same source and UTC month that the content changes; `null` for one that stands by itself. In one
   * that is not complete, the newest segment that it withdraws.
   */
  readonly baseSequence: number | null
  /** Observations that it holds once its base is applied. */
  readonly observationCount: number
  /** SHA-256 in hexadecimal; 64 zeros for a segment that begins the log, the first or the only one that is kept. */
  readonly previousHash: string
  readonly hash: string
}

export interface Segment extends SegmentHeader {
  readonly content: Uint8Array
}

/** The newest segment of a source. */
export type ArchiveHead = SegmentHeader

/** A month of prices of a run of products: part of the index, which can be built anew from the log. */
export interface MonthPage {
  /** UTC month of `observedAtMs` as `2026-11`. */
  readonly month: string
  /** Product ids are parted into pages by `pageOf`. */
  readonly page: number
  readonly content: Uint8Array
}

/** Stands for when a SKU was first learnt of which all observations were withdrawn. */
export const goneAtMs = -1

/** A SKU that was ever observed. */
export interface ArchivedSeries extends ArchivedSku {
  /** Source's time of the earliest observation. */
  readonly firstObservedAtMs: number
  /** When this service first learnt of it; `goneAtMs` where that was withdrawn. */
  readonly firstRecordedAtMs: number
}

/** What the source says of a run of products besides their prices, newest state only. */
export interface ProductPage {
  readonly page: number
  readonly content: Uint8Array
}

/** Rows that belong to one segment; not visible until it is committed. */
export interface StagedRows {
  readonly months: readonly MonthPage[]
  readonly products: readonly ProductPage[]
  /** New series, and those whose first observation moved to an earlier time. */
  readonly series: readonly ArchivedSeries[]
}

/**
 * Where the price archive lies: the same database as accounts, SQLite or PostgreSQL. Readers name the sequence up to
 * which they read, so what is being written is never seen; a writer stages rows in small transactions, which keep
 * nobody waiting, and `commit` makes them valid all at once. Throws `ServiceError` `access_store_unavailable` during an
 * outage.
 */
export interface ArchiveStore {
  readonly sources: () => Promise<readonly string[]>
  readonly head: (source: string) => Promise<ArchiveHead | null>
  /** Headers in order of sequence, of those whose `observedAtMs` lies within the bounds, both included. */
  readonly headers: (
    source: string,
    bounds?: { readonly fromMs?: number; readonly toMs?: number },
  ) => Promise<readonly SegmentHeader[]>
  /**
   * The header of the newest `observedAtMs` within a moment, of one time the one recorded last; `null` where there is
   * none. What the moment knows as withdrawn is none. Found by the order of times: prices as they are fetched leave
   * thousands of segments a day.
   */
  readonly newest: (
    source: string,
    upTo: number,
    moment: { readonly asOfMs: number | null; readonly knownAtMs: number | null },
  ) => Promise<SegmentHeader | null>
  /** Withdrawals of sequences above `after`, up to `upTo`, in order of sequence. */
  readonly withdrawals: (source: string, after: number, upTo: number) => Promise<readonly SegmentHeader[]>
  /** The earliest `observedAtMs` of what was not withdrawn; `null` where there is none. */
  readonly firstObservedAtMs: (source: string) => Promise<number | null>
  readonly segment: (source: string, sequence: number) => Promise<Segment | null>
  /** UTC months that have pages, in order. */
  readonly months: (source: string, upTo: number) => Promise<readonly string[]>
  /** The newest version of a page that belongs to a segment not above `upTo`. */
  readonly monthPage: (source: string, month: string, page: number, upTo: number) => Promise<Uint8Array | null>
  /** The same of one page in several months, by month; those in which there is none are left out. */
  readonly monthsOfPage: (
    source: string,
    months: readonly string[],
    page: number,
    upTo: number,
  ) => Promise<ReadonlyMap<string, Uint8Array>>
  /** All pages of a month in order of `page`, for the writer; in portions, so that nobody waits. */
  readonly monthPages: (source: string, month: string, upTo: number) => AsyncIterable<MonthPage>
  /**
   * Series of the products from `firstProductId` to `lastProductId`, both included, in order of product and SKU; those
   * that are gone only where they are asked for.
   */
  readonly series: (
    source: string,
    firstProductId: number,
    lastProductId: number,
    upTo: number,
    includesGone?: boolean,
  ) => Promise<readonly ArchivedSeries[]>
  readonly productPage: (source: string, page: number, upTo: number) => Promise<Uint8Array | null>
  readonly productPages: (source: string, upTo: number) => AsyncIterable<ProductPage>
  /**
   * Writes rows of the segment that is to come. Writing a row again replaces it.
   * @throws WriterReplacedError when another writer called `discardStaged` meanwhile, or has rows staged that nobody
   * discarded
   */
  readonly stage: (source: string, sequence: number, rows: StagedRows) => Promise<void>
  /**
   * Takes over as the only writer, and removes what one that died had staged. To be called before the first `stage` of
   * a segment.
   */
  readonly discardStaged: (source: string) => Promise<void>
  /**
   * Adds the segment in one transaction. Whether it did before an outage, the head tells.
   * @returns false, and nothing has changed, when another writer took over, or the head is no longer the one that the
   * segment follows: its sequence is not one less (without a head: the segment's is not 1), or its hash is not
   * `previousHash`; 64 zeros there follow any hash
   */
  readonly commit: (segment: Segment) => Promise<boolean>
  /** Removes segments, month pages and series of lower sequence, in small transactions; product pages and head stay. */
  readonly forget: (source: string, beforeSequence: number) => Promise<void>
  /** Removes versions that a segment recorded before `beforeMs` replaced, in small transactions. */
  readonly sweep: (source: string, beforeMs: number) => Promise<void>
  /** The newest segment of which the versions that it replaced may be gone; 0 before the first sweep. */
  readonly sweptSequence: (source: string) => Promise<number>
  /** Removes month pages and series, which follow from the log; `stage` then writes them anew. Product pages stay. */
  readonly dropIndex: (source: string) => Promise<void>
  /** Removes everything of a source, and every byte of it from the files of the database. */
  readonly purge: (source: string) => Promise<void>
  /** Bytes on disk by part. */
  readonly size: (
    source: string,
  ) => Promise<{ readonly log: number; readonly index: number; readonly products: number }>
}
