import type { PriceArchive } from '../../src/archive/price-archive.ts'
import type { MadeSeries } from './made-series.ts'
import type { MadeDay } from './made-year.ts'
import { fieldCount } from './recordings.ts'
import { builtAtMs } from './year.ts'

const watchedSeries = 1_000

/** Keeps the prices of some series as they were made, to compare them with what the archive answers. */
export const watchSeries = (series: MadeSeries, dayCount: number) => {
  const step = Math.max(1, Math.floor(series.count / watchedSeries))
  const watched = Array.from({ length: Math.floor(series.count / step) }, (_, n) => n * step)
  const made = watched.map(() => new Int32Array(2 * dayCount))
  const add = ({ day, amounts, isPresent }: MadeDay): void => {
    for (const [n, i] of watched.entries())
      if (isPresent[i] === 1)
        made[n]?.set([amounts[i * fieldCount] as number, (amounts[i * fieldCount + 1] as number) + 1], 2 * day)
  }
  /** Compares the history of each watched series. @returns prices compared @throws Error at the first that is not as it was made */
  const compare = async (archive: PriceArchive): Promise<number> => {
    let compared = 0
    for (const [n, i] of watched.entries()) {
      const histories = await archive.history(series.productIds[i] as number, 0, { asOfMs: null, knownAtMs: null })
      const prices = histories.find(({ sku }) => sku.skuId === series.skuIds[i])?.prices ?? []
      const expected = Array.from({ length: dayCount }, (_, day) => day).filter((day) => made[n]?.[2 * day + 1] !== 0)
      const isSame =
        prices.length === expected.length &&
        prices.every(({ observedAtMs, marketCents, lowestCents }, k) => {
          const day = expected[k] as number
          const [market, lowestPlusOne] = [made[n]?.[2 * day], made[n]?.[2 * day + 1]]
          return observedAtMs === builtAtMs(day) && (marketCents ?? 0) === market && (lowestCents ?? 0) + 1 === lowestPlusOne
        })
      if (!isSame) throw new Error(`The history of SKU ${series.skuIds[i]} is not as it was recorded.`)
      compared += prices.length
    }
    return compared
  }
  return { add, compare }
}
