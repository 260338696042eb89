/** How amounts of the same things differ between two days, or two kinds of amounts on one day. */
export interface AmountMoves {
  readonly count: number
  /** Share of those that changed. */
  readonly moved: number
  /** Median of later divided by earlier. */
  readonly factor: number
  /** First and ninth decile of later divided by earlier. */
  readonly firstDecile: number
  readonly ninthDecile: number
  /** Share of those that changed by more than five times. */
  readonly fivefold: number
  /** Of the amounts that changed, the share that nothing had earlier (a multiset difference); 1 where none changed. */
  readonly fresh: number
  /** Spearman's rank correlation, ties by their mean rank; `null` where all of one day are equal. */
  readonly rank: number | null
  /** Share of the commonest later amount. */
  readonly equal: number
}

const medianOf = (sorted: Float64Array): number => {
  const middle = sorted.length >> 1
  const upper = sorted[middle] as number
  return sorted.length % 2 === 1 ? upper : Math.sqrt((sorted[middle - 1] as number) * upper)
}

/** How many values both have, each as often as the one that has it less often. */
const countShared = (left: Float64Array, right: Float64Array): number => {
  let shared = 0
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const difference = (left[i] as number) - (right[j] as number)
    if (difference === 0) shared++
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  return shared
}

/** The mean rank of each value, and how often the commonest is there. */
const ranksOf = (sorted: Float64Array): { readonly ranks: ReadonlyMap<number, number>; readonly most: number } => {
  const ranks = new Map<number, number>()
  let most = 0
  for (let from = 0; from < sorted.length; ) {
    const value = sorted[from] as number
    let end = from + 1
    while (end < sorted.length && sorted[end] === value) end++
    ranks.set(value, (from + end - 1) / 2)
    most = Math.max(most, end - from)
    from = end
  }
  return { ranks, most }
}

const correlation = (
  earlier: readonly number[],
  later: readonly number[],
  earlierRanks: ReadonlyMap<number, number>,
  laterRanks: ReadonlyMap<number, number>,
): number | null => {
  const mean = (earlier.length - 1) / 2
  let product = 0
  let earlierSquare = 0
  let laterSquare = 0
  for (let at = 0; at < earlier.length; at++) {
    const x = (earlierRanks.get(earlier[at] as number) as number) - mean
    const y = (laterRanks.get(later[at] as number) as number) - mean
    product += x * y
    earlierSquare += x * x
    laterSquare += y * y
  }
  return earlierSquare === 0 || laterSquare === 0 ? null : product / Math.sqrt(earlierSquare * laterSquare)
}

/** Compares amounts above 0 pair by pair; both lists are of the same things in the same order, and not empty. */
export const compareAmounts = (earlier: readonly number[], later: readonly number[]): AmountMoves => {
  const count = earlier.length
  const ratios = Float64Array.from(later, (amount, at) => amount / (earlier[at] as number)).sort()
  const sortedEarlier = Float64Array.from(earlier).sort()
  const sortedLater = Float64Array.from(later).sort()
  const changed = ratios.reduce((sum, ratio) => sum + (ratio === 1 ? 0 : 1), 0)
  const far = ratios.reduce((sum, ratio) => sum + (ratio > 5 || ratio < 0.2 ? 1 : 0), 0)
  const laterRanks = ranksOf(sortedLater)
  return {
    count,
    moved: changed / count,
    factor: medianOf(ratios),
    firstDecile: ratios[Math.floor(count * 0.1)] as number,
    ninthDecile: ratios[Math.ceil(count * 0.9) - 1] as number,
    fivefold: far / count,
    fresh: changed === 0 ? 1 : (count - countShared(sortedEarlier, sortedLater)) / changed,
    rank: correlation(earlier, later, ranksOf(sortedEarlier).ranks, laterRanks.ranks),
    equal: laterRanks.most / count,
  }
}
