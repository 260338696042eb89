import { observationAt } from '../../../../archive/format/series-table.ts'
import type { ArchiveStore, PriceObservation, SegmentHeader } from '../../../../archive/ports.ts'
import { recordBatch } from '../../../../archive/record-batch.ts'
import { readProductRecords } from '../../../../archive/record-pages.ts'
import type { RecordedProduct } from '../../../../archive/recording.ts'
import { createTableLoader } from '../../../../archive/tables.ts'
import type { PrintingPrice } from '../../../../cards/printings.ts'
import type { ProductRecord } from '../product-record.ts'

/** Under which the archive keeps the daily files, and the ledger their pulls. */
export const tcgcsvName = 'tcgcsv'

/** Every product that is known, with what the newest day says of it. */
export async function* readRecords(archive: ArchiveStore): AsyncGenerator<readonly [number, ProductRecord]> {
  // The sync alone writes records of this source.
  for await (const { productId, record } of readProductRecords(archive, tcgcsvName)) yield [productId, record as ProductRecord]
}

/** The product line of every product that is known. */
export const readKnownLines = async (archive: ArchiveStore): Promise<ReadonlyMap<number, number>> => {
  const lines = new Map<number, number>()
  for await (const [productId, { category }] of readRecords(archive)) lines.set(productId, category.categoryId)
  return lines
}

/** The segment that holds a build, the newest where it was corrected; `null` when it was never recorded. */
const segmentOf = async (archive: ArchiveStore, build: string): Promise<SegmentHeader | null> => {
  const atMs = Date.parse(build)
  const headers = await archive.headers(tcgcsvName, { fromMs: atMs, toMs: atMs })
  return headers.findLast(({ isComplete }) => isComplete) ?? null
}

/** Prices of all printings of a build by product. */
export const readPrintings = async (
  archive: ArchiveStore,
  build: string,
): Promise<ReadonlyMap<number, readonly PrintingPrice[]> | null> => {
  const header = await segmentOf(archive, build)
  if (header === null) return null
  const loader = createTableLoader(archive)
  const table = await loader.load(header)
  const printings = new Map<number, PrintingPrice[]>()
  for (let row = 0; row < table.count; row++) {
    const { productId, variant, marketCents, lowestCents } = observationAt(table, loader.words, row)
    const printing = { variant: variant ?? '', marketCents, lowestCents }
    const others = printings.get(productId)
    if (others) others.push(printing)
    else printings.set(productId, [printing])
  }
  return printings
}

export interface RecordDayOptions {
  readonly archive: ArchiveStore
  readonly prices: readonly PriceObservation[]
  /** The record of every product of the day. */
  readonly records: AsyncIterable<RecordedProduct>
  readonly build: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly keepsHistory: boolean
}

/** Records a day as one whole batch; the same day again changes nothing. */
export const recordDay = async ({ archive, prices, records, build, now, keepsHistory }: RecordDayOptions): Promise<void> => {
  await recordBatch({
    store: archive,
    batch: { source: tcgcsvName, observedAtMs: Date.parse(build), isComplete: true, observations: prices },
    productRecords: records,
    now: () => new Date(now()),
    onConflict: 'correct',
    keep: keepsHistory ? 'all' : 'newest',
  })
}
