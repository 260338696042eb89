/**
 * How far a day may lie from the last good one before it is refused. Each bound lies beyond the worst that recorded
 * days show; docs/daily-files.md has the table with both.
 */
export const bounds = {
  /** Smaller lines, sets and lists change too much from day to day to be judged by a share. */
  minJudged: 10,
  /** From so many on the median, the rank and the commonest price of a set or line are steady. */
  minSteady: 20,
  /** From so many on thirty prices that jump do not move the median; below nine in ten must have moved so far. */
  minWide: 70,
  /** From so many on a line loses little on true days. */
  minLarge: 200,
  minShareOfSmall: 0.25,
  minShareOfLarge: 0.75,
  /** Of a line's products in sets that still have any: sets empty as a whole, and fill again. */
  maxLostInSets: 1 / 3,
  /** Of a line's products: half of a line is renamed on true days. */
  maxRenamed: 0.75,
  /** Of those that had a number, a rarity or another field; also of the rows of a list that cannot be read. */
  maxFieldLost: 0.25,
  /** Of a line's sets that had a code, or a date, from so many on: some sets lose their date on true days. */
  maxSetFieldLost: 0.75,
  minSets: 3,
  /** Of a set's products: those that bear the name or number that another of the set had. */
  maxShuffled: 0.5,
  /** Of a line's products: those that stand in another set. */
  maxMovedSets: 0.5,
  /** Of a line's prices that were known: those that are not, where the row is still there. Listings never vanish so. */
  maxAmountLost: { market: 0.75, low: 0.25, mid: 0.25, high: 0.25, 'direct low': 0.75 },
  /** A last good day is near up to so many days ago; later many prices have moved, and those of new sets far. */
  nearDays: 7,
  /** The median of prices against the last good day's, either way; the few listings of a set jump. */
  maxFactor: {
    line: { market: { near: 3, far: 5 }, others: { near: 5, far: 5 } },
    set: { market: { near: 3, far: 10 }, others: { near: 30, far: 30 } },
  },
  /** Of a line's prices: those that moved by more than five times. */
  maxFivefold: { market: 0.45, others: 0.7 },
  /** Of prices that moved since a near day: those that no other had then. Less is a mere change of places. */
  minFresh: 0.3,
  /** Spearman's correlation with the last good day, of market prices from `minWide` on; the least for all others. */
  minRankOfMarket: 0.5,
  minRank: 0.2,
  /** Of prices: those that are the same amount. */
  maxEqual: 0.95,
  /** The median of a line's prices against its middle prices, for a line without a day before. */
  ofMid: { market: [0.2, 3], low: [0.05, 2], high: [0.5, 200], 'direct low': [0.2, 3] },
} as const

export type AmountName = keyof typeof bounds.maxAmountLost

/** The least share that a line of such a size keeps on true days. */
export const minShareOf = (before: number): number =>
  before < bounds.minLarge ? bounds.minShareOfSmall : bounds.minShareOfLarge

export const percent = (share: number): string => `${Math.round(share * 100)} %`

export const such = (ids: readonly number[]): string => `such as ${ids.slice(0, 2).join(' and ')}`

/** What went wrong with some things of a product line or set. */
interface Fault {
  /** `products have lost their number`. */
  readonly what: string
  /** Ids of those it went wrong with, of so many. */
  readonly ids: readonly number[]
  readonly of: number
  /** The largest share that true days show. */
  readonly max: number
}

/** Says that a fault has a larger share than on true days; nothing where it has not. */
export const judgeShare = (where: string, { what, ids, of, max }: Fault): readonly string[] =>
  ids.length > of * max ? [`${where}: ${ids.length} of ${of} ${what} (at most ${percent(max)}), ${such(ids)}`] : []
