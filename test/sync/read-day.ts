import type { ArchivedAmounts } from '../../src/archive/ports.ts'
import { emptyList } from '../../src/sources/tcgcsv/format/envelope.ts'
import { readCategoryList, readGroups } from '../../src/sources/tcgcsv/format/read-lists.ts'
import { readPrices } from '../../src/sources/tcgcsv/format/read-prices.ts'
import { createDayReader, type MirrorDay } from '../../src/sources/tcgcsv/sync/day.ts'
import type { DayBefore } from '../../src/sources/tcgcsv/sync/validate-day.ts'

/** The lists of a mirror, whatever they are made of. */
export interface DayLists {
  readonly categories: readonly unknown[]
  readonly groups: (categoryId: number) => readonly unknown[]
  readonly products: (categoryId: number, groupId: number) => readonly unknown[]
  /** The body as the mirror sends it. */
  readonly prices: (categoryId: number, groupId: number) => string
}

/** Before anything was taken over. */
export const noDayBefore: DayBefore = {
  stock: { products: new Map(), sets: new Map(), lines: new Map() },
  amountsOf: () => null,
  lines: [],
  days: 0,
}

/** Reads the lists of a day as a sync does, without a mirror and a folder between. */
export const readDay = (lists: DayLists, before: DayBefore): MirrorDay => {
  const reader = createDayReader((productId) => before.stock.products.get(productId)?.categoryId ?? null)
  for (const line of readCategoryList(lists.categories)) {
    reader.addLine(line)
    const groups = readGroups(lists.groups(line.categoryId), Number.NaN)
    for (const group of groups.values()) {
      const products = lists.products(line.categoryId, group.groupId)
      const prices = readPrices(products.length === 0 ? emptyList : lists.prices(line.categoryId, group.groupId))
      reader.add({ line, group, groups, products, prices })
    }
  }
  return reader.finish()
}

/** A day that was taken over, so many days ago. */
export const asBefore = ({ stock, lines, prices }: MirrorDay, days: number): DayBefore => {
  const amounts = new Map<number, ArchivedAmounts>(prices.map((price) => [price.skuId, price]))
  return { stock, lines, days, amountsOf: (_, skuId) => amounts.get(skuId ?? 0) ?? null }
}
