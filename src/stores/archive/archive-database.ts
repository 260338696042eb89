import type { ArchivedSeries, MonthPage } from '../../archive/ports.ts'

export interface Statement {
  /** In the SQL that both engines understand, with parameters `$1`, `$2`, …; a row comes back of what it returns. */
  readonly text: string
  readonly values: readonly unknown[]
}

/** A SKU with the number of its kind instead of words. */
export interface SeriesRow
  extends Pick<ArchivedSeries, 'productId' | 'skuId' | 'firstObservedAtMs' | 'firstRecordedAtMs'> {
  readonly kindId: number
}

/** The end of a statement that inserts series: one that is there already is replaced. */
export const replaceSeries = `on conflict (source_id, product_id, sku_id, sequence) do update set
  kind_id = excluded.kind_id, first_observed_at_ms = excluded.first_observed_at_ms,
  first_recorded_at_ms = excluded.first_recorded_at_ms`

/** Whose rows are written, and for which segment. */
export interface StagingOwner {
  readonly source: string
  /** Names the writer; what it writes after another took over has no effect. */
  readonly writer: string
  readonly sequence: number
}

export type PageTable = 'price_pages' | 'product_pages'

/** What the engines do differently for the archive. An outage is a `ServiceError` `access_store_unavailable`. */
export interface ArchiveDatabase {
  readonly read: <R>(text: string, values: readonly unknown[]) => Promise<readonly R[]>
  /** Runs statements in one transaction, in their order. @returns the rows of each */
  readonly transact: (statements: readonly Statement[]) => Promise<readonly (readonly unknown[])[]>
  /** How much one transaction of a long work may write. */
  readonly portion: { readonly rows: number; readonly bytes: number }
  /** Lets other writers take their turn between two of them. */
  readonly pause: () => Promise<void>
  readonly insertPages: (table: PageTable, owner: StagingOwner, pages: readonly MonthPage[]) => readonly Statement[]
  readonly insertSeries: (owner: StagingOwner, rows: readonly SeriesRow[]) => readonly Statement[]
  /** Makes the room of deleted rows free for new ones, where the engine does not by itself at once. */
  readonly reclaim: (tables: readonly string[]) => Promise<void>
  /** Rewrites the files so that nothing of deleted rows is left in them. */
  readonly vacuum: (tables: readonly string[]) => Promise<void>
  /** Bytes on disk of a table with its indexes. */
  readonly bytesOf: (table: string) => Promise<number>
  /** SQL for the store's time, in milliseconds since the epoch. */
  readonly nowMs: string
}
