import type { ArchivedAmounts, PriceObservation } from '../../../archive/ports.ts'
import { type AmountMoves, compareAmounts } from './amount-moves.ts'
import { type AmountName, bounds, judgeShare, percent } from './bounds.ts'

/** A price row of a line, and what the last good day said of the same; `null` where it had no such row. */
export interface PricePair {
  readonly groupId: number
  readonly now: PriceObservation
  readonly before: ArchivedAmounts | null
}

const columns = [
  ['market', 'marketCents'],
  ['low', 'lowestCents'],
  ['mid', 'midCents'],
  ['high', 'highestCents'],
  ['direct low', 'directLowestCents'],
] as const satisfies readonly (readonly [AmountName, keyof ArchivedAmounts])[]

type Column = (typeof columns)[number]

/** Amounts in cents that are known on both days. */
interface Amounts {
  readonly earlier: number[]
  readonly later: number[]
  readonly rows: PriceObservation[]
}

const times = (factor: number): string => `${Number(factor.toPrecision(2))} times`
const dollars = (cents: number | undefined): string => ((cents ?? 0) / 100).toFixed(2)

/** Some of those that changed, for whoever looks into it. */
const examplesOf = ({ earlier, later, rows }: Amounts): string => {
  const changed = [...rows.keys()].filter((at) => earlier[at] !== later[at]).slice(0, 2)
  return changed
    .map(
      (at) => `product ${rows[at]?.productId} ${rows[at]?.variant} ${dollars(earlier[at])}, now ${dollars(later[at])}`,
    )
    .join('; ')
}

interface Judged {
  readonly name: AmountName
  /** A whole product line, or one of its sets. */
  readonly isLine: boolean
  readonly isNear: boolean
}

const equalText = (equal: number, count: number): string =>
  `${percent(equal)} of ${count} the same amount (at most ${percent(bounds.maxEqual)})`
const rankText = (rank: number, count: number, min: number): string =>
  `rank correlation ${rank.toFixed(2)} of ${count} (at least ${min})`

/** What is wrong with how prices moved; `null` when nothing is. */
const judgeMoves = (moves: AmountMoves, { name, isLine, isNear }: Judged): string | null => {
  const { count, moved, factor, firstDecile, ninthDecile, fivefold, fresh, rank, equal } = moves
  const kind = name === 'market' ? 'market' : 'others'
  const isSteady = count >= bounds.minSteady
  const isWide = count >= bounds.minWide
  const maxFactor = bounds.maxFactor[isLine ? 'line' : 'set'][kind][isNear ? 'near' : 'far']
  const [low, high] = isWide ? [factor, factor] : [firstDecile, ninthDecile]
  if ((isLine || isSteady) && (low > maxFactor || high < 1 / maxFactor))
    return (
      `${times(factor)} those of the last good day, in the median of ${count} ` +
      `(at most ${maxFactor} times, up or down)`
    )
  if ((isLine || isSteady) && moved > 0.5 && equal > bounds.maxEqual) return equalText(equal, count)
  if (isNear && moved > 0.5 && fresh < bounds.minFresh)
    return (
      `shuffled: ${percent(moved)} of ${count} moved, ${percent(1 - fresh)} of these to amounts that others had ` +
      `(at most ${percent(1 - bounds.minFresh)})`
    )
  const maxFivefold = bounds.maxFivefold[kind]
  if (isLine && isWide && fivefold > maxFivefold)
    return `more than five times up or down for ${percent(fivefold)} of ${count} (at most ${percent(maxFivefold)})`
  const minRank = name === 'market' && isWide ? bounds.minRankOfMarket : bounds.minRank
  return (isLine || name === 'market') && isSteady && rank !== null && rank < minRank
    ? `in another order: ${rankText(rank, count, minRank)}`
    : null
}

const collect = (pairs: readonly PricePair[], [, field]: Column): Amounts => {
  const amounts: Amounts = { earlier: [], later: [], rows: [] }
  for (const { now, before } of pairs) {
    const earlier = before?.[field] ?? null
    const later = now[field]
    if (earlier === null || later === null) continue
    amounts.earlier.push(earlier)
    amounts.later.push(later)
    amounts.rows.push(now)
  }
  return amounts
}

const judgeLost = (pairs: readonly PricePair[], line: string, [name, field]: Column): readonly string[] => {
  const known = pairs.filter(({ before }) => (before?.[field] ?? null) !== null)
  const lost = known.filter(({ now }) => now[field] === null)
  const ids = lost.map(({ now }) => now.productId)
  const what = `${name} prices of products are gone`
  return known.length < bounds.minJudged
    ? []
    : judgeShare(line, { what, ids, of: known.length, max: bounds.maxAmountLost[name] })
}

const judgeAmounts = (amounts: Amounts, where: string, judged: Judged): readonly string[] => {
  if (amounts.earlier.length < bounds.minJudged) return []
  const wrong = judgeMoves(compareAmounts(amounts.earlier, amounts.later), judged)
  return wrong === null ? [] : [`${where}: ${judged.name} prices ${wrong}, such as ${examplesOf(amounts)}`]
}

/** What can be said of a line's amounts without a day before: how they lie to each other, and whether they differ. */
const judgeWithin = (pairs: readonly PricePair[], line: string): readonly string[] =>
  columns.flatMap(([name, field]) => {
    const rows = pairs.filter(({ now }) => now[field] !== null && now.midCents !== null)
    if (rows.length < bounds.minSteady) return []
    const { factor, rank, equal, count } = compareAmounts(
      rows.map(({ now }) => now.midCents as number),
      rows.map(({ now }) => now[field] as number),
    )
    const say = (wrong: string) => [`${line}: ${name} prices ${wrong}`]
    if (name !== 'high' && equal > bounds.maxEqual) return say(equalText(equal, count))
    if (name === 'mid') return []
    const [min, max] = bounds.ofMid[name]
    if (factor < min || factor > max)
      return say(`${times(factor)} the middle ones, in the median of ${count} (${min} to ${max})`)
    return name === 'market' && rank !== null && rank < bounds.minRank
      ? say(`in another order than the middle ones: ${rankText(rank, count, bounds.minRank)}`)
      : []
  })

/**
 * Judges the prices of a product line against those of the last good day, by itself and set by set. A line of which
 * little was there before is judged within itself.
 * @param days since the last good day
 * @returns what is wrong, where, with examples; empty for a good line
 */
export const judgePrices = (pairs: readonly PricePair[], line: string, days: number): readonly string[] => {
  const known = pairs.filter(({ before }) => before !== null)
  const within = known.length * 2 < pairs.length ? judgeWithin(pairs, line) : []
  const sets = Map.groupBy(known, ({ groupId }) => groupId)
  const between = columns.flatMap((column) => {
    const [name] = column
    const isNear = days <= bounds.nearDays
    const ofLine = [
      ...judgeLost(known, line, column),
      ...judgeAmounts(collect(known, column), line, { name, isLine: true, isNear }),
    ]
    // What is wrong with a whole line need not be said of each set.
    if (ofLine.length > 0) return ofLine
    return [...sets].flatMap(([groupId, ofSet]) =>
      judgeAmounts(collect(ofSet, column), `set ${groupId} of ${line}`, { name, isLine: false, isNear }),
    )
  })
  return [...within, ...between]
}
