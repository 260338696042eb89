import type { PriceArchive } from '../../src/archive/price-archive.ts'
import { isListed, type MirrorDay, type MirrorPrice, priceRowsOf } from '../emulator/mirror/mirror-day.ts'

const inCents = (dollars: number | null): number | null => (dollars === null ? null : Math.round(dollars * 100))

/** Price rows of a product line, as the mirror truly holds them on a day. */
export const trueRows = (day: MirrorDay, categoryId: number): readonly MirrorPrice[] =>
  [...day.products.keys()]
    .filter((groupId) => isListed(day, categoryId, groupId))
    .flatMap((groupId) => priceRowsOf(day, groupId))

/** How what is kept of the newest day compares with what the mirror truly held. */
export interface Agreement {
  readonly right: number
  /** Rows of the mirror that were not kept, or without one of their prices. */
  readonly missing: number
  /** Prices that are not the mirror's, and rows that it does not have. */
  readonly wrong: readonly string[]
}

/** Compares the newest day of the archive with a day of the mirror, price by price. */
export const compareWithMirror = async (
  archive: PriceArchive,
  day: MirrorDay,
  categoryId: number,
): Promise<Agreement> => {
  await archive.refresh()
  let right = 0
  let missing = 0
  const wrong: string[] = []
  const compare = (kept: number | null, dollars: number | null, what: string): void => {
    const cents = inCents(dollars)
    if (kept === cents) right++
    else if (kept === null) missing++
    else wrong.push(`${what}: ${kept}, not ${cents}`)
  }
  for (const [productId, rows] of Map.groupBy(trueRows(day, categoryId), (row) => row.productId)) {
    const kept = (await archive.prices(productId, { asOfMs: null, knownAtMs: null })).filter(
      ({ price }) => price?.observedAtMs === day.builtAtMs,
    )
    const words = new Set(rows.map(({ subTypeName }) => subTypeName))
    for (const { sku } of kept)
      if (!words.has(sku.variant ?? '')) wrong.push(`${productId} ${sku.variant} is not there`)
    for (const row of rows) {
      const price = kept.find(({ sku }) => sku.variant === row.subTypeName)?.price
      if (!price) missing += 2
      else {
        compare(price.marketCents, row.marketPrice, `${productId} ${row.subTypeName} market`)
        compare(price.lowestCents, row.lowPrice, `${productId} ${row.subTypeName} lowest`)
      }
    }
  }
  return { right, missing, wrong }
}
