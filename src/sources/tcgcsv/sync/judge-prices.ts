import type { ArchivedAmounts, PriceObservation } from '../../../archive/ports.ts'
import { type AmountMoves, compareAmounts } from './amount-moves.ts'
import { type AmountName, bounds } from './bounds.ts'

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

const percent = (share: number): string => `${Math.round(share * 100)} %`
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

type Judge = (moves: AmountMoves, name: AmountName, isLine: boolean, isNear: boolean) => string | null

const kindOf = (name: AmountName) => (name === 'market' ? 'market' : 'others')

const judgeFactor: Judge = ({ count, factor, decile, topDecile }, name, isLine, isNear) => {
  const max = bounds.maxFactor[isLine ? 'line' : 'set'][kindOf(name)][isNear ? 'near' : 'far']
  const isWide = count >= bounds.minWide
  const isBeyond = (isWide ? factor : decile) > max || (isWide ? factor : topDecile) < 1 / max
  return (isLine || count >= bounds.minSteady) && isBeyond
    ? `${times(factor)} those of the last good day, in the median of ${count} (at most ${max} times, up or down)`
    : null
}

const judgeEqual: Judge = ({ count, moved, equal }, _, isLine) =>
  (isLine || count >= bounds.minSteady) && moved > 0.5 && equal > bounds.maxEqual
    ? `${percent(equal)} of ${count} the same amount (at most ${percent(bounds.maxEqual)})`
    : null

const judgePlaces: Judge = ({ count, moved, fresh }, _name, _isLine, isNear) =>
  isNear && moved > 0.5 && fresh < bounds.minFresh
    ? `handed round: ${percent(moved)} of ${count} moved, ${percent(1 - fresh)} of these to amounts that others had ` +
      `(at most ${percent(1 - bounds.minFresh)})`
    : null

const judgeFivefold: Judge = ({ count, fivefold }, name, isLine) => {
  const max = bounds.maxFivefold[kindOf(name)]
  return isLine && count >= bounds.minWide && fivefold > max
    ? `more than five times up or down for ${percent(fivefold)} of ${count} (at most ${percent(max)})`
    : null
}

const judgeRank: Judge = ({ count, rank }, name, isLine) => {
  const min = name === 'market' && count >= bounds.minWide ? bounds.minRankOfMarket : bounds.minRank
  return (isLine || name === 'market') && count >= bounds.minSteady && rank !== null && rank < min
    ? `in another order: rank correlation ${rank.toFixed(2)} of ${count} (at least ${min})`
    : null
}

const judges = [judgeFactor, judgeEqual, judgePlaces, judgeFivefold, judgeRank]

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

const lostReason = (pairs: readonly PricePair[], line: string, [name, field]: Column): readonly string[] => {
  const known = pairs.filter(({ before }) => (before?.[field] ?? null) !== null)
  const lost = known.filter(({ now }) => now[field] === null)
  const max = bounds.maxAmountLost[name]
  if (known.length < bounds.minJudged || lost.length <= known.length * max) return []
  return [
    `${line}: ${lost.length} of ${known.length} ${name} prices are gone (at most ${percent(max)}), ` +
      `such as of product ${lost[0]?.now.productId}`,
  ]
}

const judgeMoves = (
  amounts: Amounts,
  of: string,
  { name, isLine, days }: { readonly name: AmountName; readonly isLine: boolean; readonly days: number },
): readonly string[] => {
  if (amounts.earlier.length < bounds.minJudged) return []
  const moves = compareAmounts(amounts.earlier, amounts.later)
  for (const judge of judges) {
    const wrong = judge(moves, name, isLine, days <= bounds.nearDays)
    if (wrong !== null) return [`${of}: ${name} prices ${wrong}, such as ${examplesOf(amounts)}`]
  }
  return []
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
    if (name !== 'high' && equal > bounds.maxEqual)
      return [
        `${line}: ${name} prices ${percent(equal)} of ${count} the same amount (at most ${percent(bounds.maxEqual)})`,
      ]
    if (name === 'mid') return []
    const [min, max] = bounds.ofMid[name]
    if (factor < min || factor > max)
      return [`${line}: ${name} prices ${times(factor)} the middle ones, in the median of ${count} (${min} to ${max})`]
    return name === 'market' && rank !== null && rank < bounds.minRank
      ? [
          `${line}: market prices in another order than the middle ones: ` +
            `rank correlation ${rank.toFixed(2)} of ${count} (at least ${bounds.minRank})`,
        ]
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
    const ofLine = [
      ...lostReason(known, line, column),
      ...judgeMoves(collect(known, column), line, { name, isLine: true, days }),
    ]
    // What is wrong with a whole line need not be said of each set.
    if (ofLine.length > 0) return ofLine
    return [...sets].flatMap(([groupId, ofSet]) =>
      judgeMoves(collect(ofSet, column), `set ${groupId} of ${line}`, { name, isLine: false, days }),
    )
  })
  return [...within, ...between]
}
