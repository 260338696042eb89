import type { ArchiveStore } from '../../../archive/ports.ts'
import { writeIndex } from '../../../catalog/import/import-catalog.ts'
import type { IndexInput, SetRecord } from '../../../catalog/index/build/index-input.ts'
import { readCatalogStatus } from '../../../catalog/index/catalog-status.ts'
import type { CatalogProduct } from '../../../catalog/ports.ts'
import { withFileLock } from '../../../files/file-lock.ts'
import type { SyncRecord } from '../../../market/sync-ledger.ts'
import type { PullProgress } from '../mirror/pull-lists.ts'
import { catalogProduct, type PricesByProduct } from '../product-record.ts'
import { readPrintings, readRecords } from './archive-day.ts'

export interface MarketCatalogOptions {
  readonly archive: ArchiveStore
  readonly catalogFile: string
  readonly record: SyncRecord
  /** Prices of the day that was just recorded: the index is built anew of them. `null` where none was. */
  readonly recorded: PricesByProduct | null
  readonly report: (progress: PullProgress) => void
}

/** Whether the index is of the newest build, with all its product lines. */
const isUpToDate = async (catalogFile: string, { lastBuild, lines }: SyncRecord): Promise<boolean> => {
  const status = await readCatalogStatus(catalogFile)
  if (status.state !== 'ready' || status.sourceName !== 'tcgcsv' || status.fetchedAt !== lastBuild) return false
  const present = new Set(status.categories.map(({ id }) => id))
  return lines.every(({ categoryId, rows }) => rows === 0 || present.has(categoryId))
}

/** All that the catalogue index of a build is made of. */
const catalogInput = async (archive: ArchiveStore, build: string, printings: PricesByProduct): Promise<IndexInput> => {
  const categories = new Map<number, { readonly id: number; readonly name: string }>()
  const sets = new Map<string, SetRecord>()
  const products: CatalogProduct[] = []
  for await (const [productId, record] of readRecords(archive)) {
    const { categoryId, name } = record.category
    if (!categories.has(categoryId)) categories.set(categoryId, { id: categoryId, name })
    const { groupId, abbreviation: code, publishedOn, ...group } = record.group
    const key = `${categoryId}:${groupId}`
    if (!sets.has(key)) sets.set(key, { id: groupId, categoryId, name: group.name, code, publishedOn })
    products.push(catalogProduct(productId, record, printings.get(productId) ?? []))
  }
  return {
    sourceName: 'tcgcsv',
    fetchedAt: build,
    products,
    categories: [...categories.values()],
    sets: [...sets.values()],
  }
}

/**
 * Builds the catalogue index from what the archive holds, so that every machine that shares the database gets the same
 * one, whoever pulled the files.
 * @returns whether it was built anew
 */
export const buildMarketCatalog = async (options: MarketCatalogOptions): Promise<boolean> => {
  const { archive, catalogFile, record, recorded, report } = options
  const { lastBuild } = record
  if (lastBuild === null || (recorded === null && (await isUpToDate(catalogFile, record)))) return false
  report({ step: 'catalogue', done: 0, total: 1, name: catalogFile })
  const printings = recorded ?? (await readPrintings(archive, lastBuild))
  if (printings === null) return false
  const input = await catalogInput(archive, lastBuild, printings)
  if (input.products.length === 0) return false
  await withFileLock(catalogFile, 'market sync', () => writeIndex(input, { file: catalogFile }))
  report({ step: 'catalogue', done: 1, total: 1, name: catalogFile })
  return true
}
