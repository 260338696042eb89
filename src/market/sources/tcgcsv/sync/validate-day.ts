import type { LineCounts, MirrorDay } from './day.ts'

/** Lines of fewer rows change too much from day to day to be judged by a share. */
const minJudgedRows = 10
/** Below this share of the last good day a day is refused: a half that is missing is no day. The most that a product line lost on a recorded one is a tenth of its market prices. */
const minShare = 0.75
const maxReasons = 5

/**
 * Judges a day against the last good one of the same product lines. Single prices, however odd, are observations and never a reason; a product line that was not there before has
 * nothing to be compared with.
 * @returns why the day is to be refused whole; empty for a good one
 */
export const validateDay = (day: Pick<MirrorDay, 'lines' | 'suspicions'>, before: readonly LineCounts[]): readonly string[] => {
  const reasons = [...day.suspicions]
  for (const old of before) {
    const line = day.lines.find(({ categoryId }) => categoryId === old.categoryId)
    if (line === undefined) continue
    if (old.rows >= minJudgedRows && line.rows < old.rows * minShare)
      reasons.push(`product line ${old.categoryId} has ${line.rows} prices, ${old.rows} the day before`)
    else if (old.marketPrices >= minJudgedRows && line.marketPrices < old.marketPrices * minShare)
      reasons.push(`product line ${old.categoryId} has ${line.marketPrices} market prices, ${old.marketPrices} the day before`)
  }
  const more = reasons.length - maxReasons
  return more > 0 ? [...reasons.slice(0, maxReasons), `and ${more} more`] : reasons
}
