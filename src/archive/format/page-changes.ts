import { pageOf } from '../months.ts'
import { goneBit, type TableChanges } from './compare-tables.ts'
import { lowestBit, marketBit, presenceBit } from './page-sections.ts'
import type { SeriesTable } from './series-table.ts'

/** What changed of one page's series between a section and its base, in order of product and SKU. */
export interface PageChanges {
  readonly productIds: number[]
  readonly skuIds: number[]
  /** `marketBit`, `lowestBit`, `presenceBit`. */
  readonly masks: number[]
  /** Differences of the stored prices (cents and one more, 0 where there is none) from those of the base. */
  readonly markets: number[]
  readonly lowests: number[]
  readonly ages: number[]
}

export const createPageChanges = (): PageChanges => ({
  productIds: [],
  skuIds: [],
  masks: [],
  markets: [],
  lowests: [],
  ages: [],
})

const keyOrder = (base: SeriesTable, row: number, next: SeriesTable, other: number): number =>
  (base.productIds[row] as number) - (next.productIds[other] as number) ||
  (base.skuIds[row] as number) - (next.skuIds[other] as number)

/** What changed between two tables, page by page in order; pages in which nothing did are left out. */
export const pageChangesOf = function* (
  base: SeriesTable,
  next: SeriesTable,
  { masks, inserted }: TableChanges,
): Generator<readonly [page: number, changes: PageChanges]> {
  const [baseMarket, baseLowest] = base.amounts
  const [nextMarket, nextLowest] = next.amounts
  let page = -1
  let changes = createPageChanges()

  const add = (table: SeriesTable, row: number, presence: number, market: number, lowest: number): void => {
    changes.productIds.push(table.productIds[row] as number)
    changes.skuIds.push(table.skuIds[row] as number)
    changes.masks.push(presence | (market === 0 ? 0 : marketBit) | (lowest === 0 ? 0 : lowestBit))
    changes.markets.push(market)
    changes.lowests.push(lowest)
    changes.ages.push(table.ages?.[row] ?? 0)
  }

  let row = 0
  let other = 0
  let passed = 0
  while (row < base.count || other < next.count) {
    const mask = row < base.count ? (masks[row] as number) : 0
    const isInserted = inserted[passed] === other
    if (!isInserted && mask !== goneBit && (mask & (marketBit | lowestBit)) === 0) {
      row += 1
      other += 1
      continue
    }
    // A series that is gone and inserted has other words, and is the same one here.
    const order = isInserted ? (mask === goneBit ? keyOrder(base, row, next, other) : 1) : mask === goneBit ? -1 : 0
    const own = pageOf(order < 0 ? (base.productIds[row] as number) : (next.productIds[other] as number))
    if (own !== page) {
      if (changes.productIds.length > 0) yield [page, changes]
      page = own
      changes = createPageChanges()
    }
    if (order < 0) add(base, row, presenceBit, 0, 0)
    else if (order > 0) add(next, other, presenceBit, nextMarket[other] as number, nextLowest[other] as number)
    else {
      const market = (nextMarket[other] as number) - (baseMarket[row] as number)
      const lowest = (nextLowest[other] as number) - (baseLowest[row] as number)
      if (market !== 0 || lowest !== 0) add(next, other, 0, market, lowest)
    }
    if (order <= 0) row += 1
    if (order >= 0) other += 1
    if (isInserted && order >= 0) passed += 1
  }
  if (changes.productIds.length > 0) yield [page, changes]
}
