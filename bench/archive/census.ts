import { printTable } from '../measure.ts'
import { directField, fieldCount, fields, marketField, midField } from './recordings.ts'

/** What is counted of days: how often which price changes, and by how much. */
export interface Census {
  /** Takes the next day; the arrays may change afterwards. */
  readonly add: (amounts: Int32Array) => void
  readonly cells: () => readonly string[]
}

/** Days of one series' life over which its liveliness is told. */
const windowDays = 36
/** Upper ends of the classes of market moves, in per cent. */
const moveEnds = [1, 5, 20, 50, Number.POSITIVE_INFINITY]
const quantiles = [0.5, 0.9, 0.99]
/** Moves are kept in steps of a tenth of a per cent, up to tenfold. */
const moveSteps = 10_000

const increment = (counts: Float64Array | Uint8Array, at: number): void => {
  counts[at] = (counts[at] as number) + 1
}
const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`

export const censusRows: readonly string[] = [
  'days of a series',
  'any price changes',
  ...fields.map((field) => `${field} changes`),
  'market is null',
  'direct lowest is null',
  'rows added a day, of 486,000',
  'rows gone a day, of 486,000',
  ...moveEnds.map((end, i) =>
    i === 0 ? 'market moves by under 1 %' : end === Number.POSITIVE_INFINITY ? 'by more' : `by ${moveEnds[i - 1]} to ${end} %`,
  ),
  ...quantiles.map((at) => `Δ market p${at * 100}`),
  `series without a change in ${windowDays} days`,
  `series that change on 9 days of 10`,
]

/** Counts days of `count` series; five cents each, all of them 0 where a series has no row. */
export const createCensus = (count: number): Census => {
  const changed = new Float64Array(fieldCount)
  const moves = new Float64Array(moveSteps + 1)
  const lively = new Uint8Array(count)
  const seen = new Uint8Array(count)
  const tally = {
    days: 0,
    rows: 0,
    pairs: 0,
    any: 0,
    added: 0,
    gone: 0,
    noMarket: 0,
    noDirect: 0,
    windows: 0,
    still: 0,
    restless: 0,
  }
  let before: Int32Array | null = null
  const closeWindow = () => {
    for (let i = 0; i < count; i++) {
      if ((seen[i] as number) < windowDays - 1) continue
      tally.windows++
      if (lively[i] === 0) tally.still++
      if ((lively[i] as number) >= 0.9 * (windowDays - 1)) tally.restless++
    }
    lively.fill(0)
    seen.fill(0)
  }
  const addPair = (i: number, was: Int32Array, is: Int32Array): void => {
    const at = i * fieldCount
    const [isThere, wasThere] = [is[at + midField] !== 0, was[at + midField] !== 0]
    if (isThere !== wasThere) tally[isThere ? 'added' : 'gone']++
    if (!isThere || !wasThere) return
    tally.pairs++
    let hasChanged = false
    for (let field = 0; field < fieldCount; field++) {
      if (is[at + field] === was[at + field]) continue
      hasChanged = true
      increment(changed, field)
    }
    increment(seen, i)
    if (!hasChanged) return
    tally.any++
    increment(lively, i)
    const [old, now] = [was[at + marketField] as number, is[at + marketField] as number]
    if (old > 0 && now > 0 && old !== now) increment(moves, Math.min(moveSteps, Math.floor((1000 * Math.abs(now - old)) / old)))
  }
  const add = (amounts: Int32Array): void => {
    tally.days++
    for (let i = 0; i < count; i++) {
      const at = i * fieldCount
      if (amounts[at + midField] === 0) continue
      tally.rows++
      if (amounts[at + marketField] === 0) tally.noMarket++
      if (amounts[at + directField] === 0) tally.noDirect++
    }
    if (before !== null) for (let i = 0; i < count; i++) addPair(i, before, amounts)
    if (tally.days % windowDays === 0) closeWindow()
    if (before === null) before = amounts.slice()
    else before.set(amounts)
  }
  const cells = (): readonly string[] => {
    const moved = moves.reduce((sum, n) => sum + n, 0)
    const below = (percent: number) => moves.subarray(0, Math.min(moveSteps + 1, percent * 10)).reduce((sum, n) => sum + n, 0)
    const quantileOf = (at: number): string => {
      let [sum, found] = [0, 0]
      while (found < moveSteps && sum < at * moved) sum += moves[found++] as number
      return `${(found / 10).toFixed(1)} %`
    }
    const perDay = (n: number) => ((486_000 * n) / Math.max(1, tally.pairs)).toFixed(0)
    return [
      tally.rows.toLocaleString('en'),
      share(tally.any, tally.pairs),
      ...[...changed].map((n) => share(n, tally.pairs)),
      share(tally.noMarket, tally.rows),
      share(tally.noDirect, tally.rows),
      perDay(tally.added),
      perDay(tally.gone),
      ...moveEnds.map((end, i) => share(below(end) - below(moveEnds[i - 1] ?? 0), moved)),
      ...quantiles.map(quantileOf),
      tally.windows === 0 ? '–' : share(tally.still, tally.windows),
      tally.windows === 0 ? '–' : share(tally.restless, tally.windows),
    ]
  }
  return { add, cells }
}

/** Shares that were counted in all 17.4 million rows of 36 recorded days of all product lines. */
const countedOfAll: readonly string[] = [
  '17,400,000',
  '37.2 %',
  ...['12.2 %', '7.3 %', '24.8 %', '5.7 %', '5.4 %'],
  '16.6–17 %',
  '77–81 %',
  '272–1,303',
  '238–1,328',
  ...['21.5 %', '45.0 %', '29.2 %', '3.6 %', '0.7 %'],
  ...['–', '–', '–', '–', '–'],
]

/** Prints what was counted side by side. */
export const printCensus = (columns: readonly (readonly [string, Census])[]): void => {
  const cells = columns.map(([, census]) => census.cells())
  printTable(
    ['', 'all lines, 36 days', ...columns.map(([name]) => name)],
    censusRows.map((name, i) => [name, countedOfAll[i] as string, ...cells.map((column) => column[i] as string)]),
  )
}
