import type { ArchiveStore } from '../../../../archive/ports.ts'
import { writeIndex } from '../../../../catalog/import/import-catalog.ts'
import { readCatalogStatus } from '../../../../catalog/index/catalog-status.ts'
import { withFileLock } from '../../../../files/file-lock.ts'
import type { SyncRecord } from '../../../sync-ledger.ts'
import type { PullProgress } from '../mirror/pull-lists.ts'
import { readPrintings, readRecords } from './archive-day.ts'
import { catalogInput } from './catalog-input.ts'

export interface MarketCatalogOptions {
  readonly archive: ArchiveStore
  readonly catalogFile: string
  readonly record: SyncRecord
  /** Builds it even if it is of this day already. */
  readonly isForced: boolean
  readonly report: (progress: PullProgress) => void
}

/** Whether the index is of the newest build, with all its product lines. */
const isUpToDate = async (catalogFile: string, { lastBuild, lines }: SyncRecord): Promise<boolean> => {
  const status = await readCatalogStatus(catalogFile)
  if (status.state !== 'ready' || status.sourceName !== 'tcgcsv' || status.fetchedAt !== lastBuild) return false
  const present = new Set(status.categories.map(({ id }) => id))
  return lines.every(({ categoryId, rows }) => rows === 0 || present.has(categoryId))
}

/**
 * Builds the catalogue index from what the archive holds, so that every machine that shares the database gets the same one, whoever pulled the files.
 * @returns whether it was built anew
 */
export const buildMarketCatalog = async (options: MarketCatalogOptions): Promise<boolean> => {
  const { archive, catalogFile, record, isForced, report } = options
  const { lastBuild } = record
  if (lastBuild === null || (!isForced && (await isUpToDate(catalogFile, record)))) return false
  report({ step: 'catalogue', done: 0, total: 1, name: catalogFile })
  const printings = await readPrintings(archive, lastBuild)
  if (printings === null) return false
  const priceOf = (productId: number) => printings.get(productId) ?? []
  const input = await catalogInput({ build: lastBuild, products: readRecords(archive), printings: priceOf })
  if (input.products.length === 0) return false
  await withFileLock(catalogFile, 'market sync', () => writeIndex(input, { file: catalogFile }))
  report({ step: 'catalogue', done: 1, total: 1, name: catalogFile })
  return true
}
