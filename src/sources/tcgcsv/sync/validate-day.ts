import { setImmediate as nextIteration } from 'node:timers/promises'
import type { ArchivedAmounts } from '../../../archive/ports.ts'
import { bounds, minShareOf, such } from './bounds.ts'
import type { LineCounts, LineRows, MirrorDay } from './day.ts'
import { judgePrices, type PricePair } from './judge-prices.ts'
import { emptiedShares, judgeProducts, type Stock } from './judge-products.ts'

/** The last good day, as far as it is kept. */
export interface DayBefore {
  readonly stock: Stock
  /**
   * What it says of a printing, or of any for `null`; `null` where it has none, and as a whole where its prices are not
   * kept.
   */
  readonly amountsOf: ((productId: number, skuId: number | null) => ArchivedAmounts | null) | null
  readonly lines: readonly LineCounts[]
  /** How many days it lies back, at least 0. */
  readonly days: number
}

const isTooFew = (now: number, before: number): boolean =>
  before >= bounds.minJudged && now < before * minShareOf(before)

const maxReasons = 5

const nothing = { rows: 0, marketPrices: 0 }

const nameOf = (categoryId: number): string => `product line ${categoryId}`

/**
 * Compares how many prices a day has with those of the last good one; a product line that was not there before has
 * nothing to be compared with.
 */
export const judgeCounts = (
  { lines }: Pick<MirrorDay, 'lines'>,
  before: readonly LineCounts[],
  wantsAll = false,
): readonly string[] => {
  const pairs = before.flatMap((old) => {
    const line = lines.find(({ categoryId }) => categoryId === old.categoryId) ?? (wantsAll ? nothing : undefined)
    return line === undefined ? [] : [{ name: nameOf(old.categoryId), old, line }]
  })
  const sum = (counts: readonly Omit<LineCounts, 'categoryId'>[]) => ({
    rows: counts.reduce((total, { rows }) => total + rows, 0),
    marketPrices: counts.reduce((total, { marketPrices }) => total + marketPrices, 0),
  })
  // Together small lines are judged as strictly as a large one.
  const all = {
    name: 'all product lines',
    old: sum(pairs.map(({ old }) => old)),
    line: sum(pairs.map(({ line }) => line)),
  }
  return (pairs.length > 1 ? [...pairs, all] : pairs).flatMap(({ name, old, line }) => {
    if (isTooFew(line.rows, old.rows)) return [`${name}: ${line.rows} prices, ${old.rows} the day before`]
    return isTooFew(line.marketPrices, old.marketPrices)
      ? [`${name}: ${line.marketPrices} market prices, ${old.marketPrices} the day before`]
      : []
  })
}

/** Lists of which much cannot be read are not what they should be, also on a first day. */
const judgeRows = (rows: ReadonlyMap<number, LineRows>): readonly string[] =>
  [...rows].flatMap(([categoryId, counts]) =>
    Object.entries(counts).flatMap(([kind, { total, leftOut }]) =>
      total >= bounds.minJudged && leftOut > total * bounds.maxFieldLost
        ? [`${nameOf(categoryId)}: ${leftOut} of ${total} rows of ${kind} cannot be read`]
        : [],
    ),
  )

/** A set without prices has an empty list; one that is not there does not take away the prices that it had. */
const judgeMissingLists = ({ products, setsWithoutPrices }: MirrorDay, { amountsOf }: DayBefore): readonly string[] => {
  if (setsWithoutPrices.size === 0) return []
  const ids = [...products].flatMap(([productId, { listedIn }]) =>
    setsWithoutPrices.has(listedIn) && amountsOf?.(productId, null) ? [productId] : [],
  )
  const what = 'products had prices whose set has no list of them now (404)'
  return ids.length === 0 ? [] : [`${ids.length} ${what}, ${such(ids)}`]
}

/** @param days since the last good day: of a small line most rows may be others after weeks */
const judgeSeries = (pairs: readonly PricePair[], line: string, old: number, days: number): readonly string[] => {
  if (old < (days > bounds.nearDays ? bounds.minLarge : bounds.minJudged)) return []
  const kept = pairs.reduce((sum, { before }) => sum + (before === null ? 0 : 1), 0)
  return kept < old * minShareOf(old)
    ? [`${line}: ${kept} of the ${old} printings of the last good day have a price, others took their place`]
    : []
}

/** What the last good day had, of a large line without a set that may be empty: of it as many rows as products. */
const expectedCounts = ({ lines, stock }: DayBefore, day: MirrorDay): readonly LineCounts[] => {
  const shares = emptiedShares(stock, day.stock)
  return lines.map(({ categoryId, rows, marketPrices }) => {
    const kept = rows < bounds.minLarge ? 1 : 1 - (shares.get(categoryId) ?? 0)
    return { categoryId, rows: Math.round(rows * kept), marketPrices: Math.round(marketPrices * kept) }
  })
}

/** Judges every price of a day, line by line, between which other work goes on. */
const judgeAllPrices = async (
  day: MirrorDay,
  before: DayBefore,
  expected: readonly LineCounts[],
): Promise<readonly string[]> => {
  const { amountsOf } = before
  if (amountsOf === null) return []
  const reasons: string[] = []
  const placeOf = (productId: number) => day.stock.products.get(productId) ?? before.stock.products.get(productId)
  const byLine = Map.groupBy(day.prices, ({ productId }) => placeOf(productId)?.categoryId ?? 0)
  for (const [categoryId, prices] of byLine) {
    const line = nameOf(categoryId)
    const old = expected.find((one) => one.categoryId === categoryId)?.rows ?? 0
    // Of one line at a time: pairs of all of them would fill the memory.
    const pairs = prices.map((now): PricePair => {
      const groupId = placeOf(now.productId)?.groupId ?? 0
      return { groupId, now, before: amountsOf(now.productId, now.skuId) }
    })
    const lost = judgeSeries(pairs, line, old, before.days)
    reasons.push(...(lost.length > 0 ? lost : judgePrices(pairs, line, before.days)))
    await nextIteration()
  }
  return reasons
}

/**
 * Judges a day as a whole, in itself and against the last good one of the same product lines. Single prices, however
 * odd, are observations and never a reason.
 * @param wantsAll whether every product line was asked for: then one that is missing has not been taken out, but lost
 * all that it had
 * @returns why the day is to be refused whole; empty for a good one
 */
export const validateDay = async (day: MirrorDay, before: DayBefore, wantsAll = false): Promise<readonly string[]> => {
  const expected = expectedCounts(before, day)
  const reasons = [
    ...day.suspicions,
    ...judgeCounts(day, expected, wantsAll),
    ...judgeRows(day.rows),
    ...judgeMissingLists(day, before),
    ...judgeProducts(before.stock, day.stock, nameOf),
    ...(await judgeAllPrices(day, before, expected)),
  ]
  const more = reasons.length - maxReasons
  return more > 0 ? [...reasons.slice(0, maxReasons), `and ${more} more`] : reasons
}
