import type { LineCounts, MirrorDay } from './day.ts'

/** Fewer rows than these change too much from day to day to be judged by a share. */
const minJudgedRows = 10
const minLargeRows = 200

/**
 * Below this share of the last good day a day is refused. Small lines lose much on days that are true: 47 of 132 rows
 * and 18 of 50 market prices are recorded; of the large ones none lost more than a tenth.
 */
const minShareOf = (before: number): number => (before < minLargeRows ? 0.25 : 0.75)

const isTooFew = (now: number, before: number): boolean => before >= minJudgedRows && now < before * minShareOf(before)

const maxReasons = 5

const nothing = { rows: 0, marketPrices: 0 }

/**
 * Judges a day against the last good one of the same product lines. Single prices, however odd, are observations and
 * never a reason; a product line that was not there before has nothing to be compared with.
 * @param wantsAll whether every product line was asked for: then one that is missing has not been taken out, but lost
 * all that it had
 * @returns why the day is to be refused whole; empty for a good one
 */
export const validateDay = (
  day: Pick<MirrorDay, 'lines' | 'suspicions'>,
  before: readonly LineCounts[],
  wantsAll = false,
): readonly string[] => {
  const reasons = [...day.suspicions]
  const pairs = before.flatMap((old) => {
    const line = day.lines.find(({ categoryId }) => categoryId === old.categoryId) ?? (wantsAll ? nothing : undefined)
    return line === undefined ? [] : [{ name: `product line ${old.categoryId}`, old, line }]
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
  for (const { name, old, line } of pairs.length > 1 ? [...pairs, all] : pairs) {
    if (isTooFew(line.rows, old.rows)) reasons.push(`${name}: ${line.rows} prices, ${old.rows} the day before`)
    else if (isTooFew(line.marketPrices, old.marketPrices))
      reasons.push(`${name}: ${line.marketPrices} market prices, ${old.marketPrices} the day before`)
  }
  const more = reasons.length - maxReasons
  return more > 0 ? [...reasons.slice(0, maxReasons), `and ${more} more`] : reasons
}
