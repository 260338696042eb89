import { observationAt, type SeriesTable } from '../../../archive/format/series-table.ts'
import type { ArchiveStore, PriceObservation } from '../../../archive/ports.ts'
import { readProductRecords } from '../../../archive/record-pages.ts'
import { createTableLoader } from '../../../archive/tables.ts'
import { standingSegments } from '../../../archive/withdrawals.ts'
import { isHashedPrinting } from '../../../cards/printings.ts'
import { type PricesByProduct, type ProductRecord, printingsByProduct } from '../product-record.ts'
import { type SetWords, type Stock, setWords } from './judge-products.ts'
import { type ProductFacts, productFacts } from './product-facts.ts'
import type { DayBefore } from './validate-day.ts'

/** Under which the archive keeps the daily files, and the ledger their pulls. */
export const tcgcsvName = 'tcgcsv'

/** Every product that is known, with what the newest day says of it. */
export async function* readRecords(archive: ArchiveStore): AsyncGenerator<readonly [number, ProductRecord]> {
  // The sync alone writes records of this source.
  for await (const { productId, record } of readProductRecords(archive, tcgcsvName))
    yield [productId, record as ProductRecord]
}

/** How many products prices and details know. */
export const countProducts = async (archive: ArchiveStore): Promise<number> => {
  let count = 0
  for await (const _ of readRecords(archive)) count++
  return count
}

/** What the newest day says of every product, set and product line. */
export const readStock = async (archive: ArchiveStore): Promise<Stock> => {
  const products = new Map<number, ProductFacts>()
  const sets = new Map<number, SetWords>()
  const lines = new Map<number, string>()
  for await (const [productId, record] of readRecords(archive)) {
    const { category, group } = record
    products.set(productId, productFacts(record))
    lines.set(category.categoryId, category.name)
    if (!sets.has(group.groupId)) sets.set(group.groupId, setWords(category.categoryId, group))
  }
  return { products, sets, lines }
}

/** The rows of a build, as corrected last; `null` when it is not recorded. */
const openBuild = async (archive: ArchiveStore, build: string) => {
  const atMs = Date.parse(build)
  const headers = await archive.headers(tcgcsvName, { fromMs: atMs, toMs: atMs })
  const header = standingSegments(headers).findLast(({ isComplete }) => isComplete)
  if (header === undefined) return null
  const loader = createTableLoader(archive)
  const table = await loader.load(header)
  return { table, observation: (row: number) => observationAt(table, loader.words, row) }
}

/** The first row of a table, whose rows are in order of product, that has no lower product id. */
const firstRowFrom = ({ productIds, count }: SeriesTable, productId: number): number => {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((productIds[middle] as number) < productId) low = middle + 1
    else high = middle
  }
  return low
}

/** Finds what a build says of a printing; `null` where the build is not kept. */
export const openAmounts = async (archive: ArchiveStore, build: string): Promise<DayBefore['amountsOf']> => {
  const opened = await openBuild(archive, build)
  if (opened === null) return null
  const { table, observation } = opened
  return (productId, skuId) => {
    for (let row = firstRowFrom(table, productId); table.productIds[row] === productId && row < table.count; row++)
      if (skuId === null || table.skuIds[row] === skuId) return observation(row)
    return null
  }
}

/** Prices of all printings of a build by product; `null` when it was never recorded. */
export const readPrintings = async (archive: ArchiveStore, build: string): Promise<PricesByProduct | null> => {
  const opened = await openBuild(archive, build)
  if (opened === null) return null
  return printingsByProduct(Iterator.from(Array(opened.table.count).keys()).map(opened.observation))
}

/**
 * Leaves out prices of unknown printing words whose number another word of the same product has had since an earlier
 * day: what is kept of the two would read as one. Words of the published table have numbers of their own and are not
 * looked up.
 * @returns the prices, and how many were left out
 */
export const leaveOutTakenNumbers = async (archive: ArchiveStore, prices: readonly PriceObservation[]) => {
  const upTo = (await archive.head(tcgcsvName))?.sequence ?? 0
  const taken = new Set<PriceObservation>()
  for (const price of prices) {
    if (!isHashedPrinting(price.skuId)) continue
    const series = await archive.series(tcgcsvName, price.productId, price.productId, upTo)
    const before = series.find(({ skuId }) => skuId === price.skuId)
    if (before !== undefined && before.variant !== price.variant) taken.add(price)
  }
  return { prices: taken.size === 0 ? prices : prices.filter((price) => !taken.has(price)), taken: taken.size }
}
