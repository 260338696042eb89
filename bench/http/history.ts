import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { median } from '../figures.ts'
import type { MachineShape } from './machine.ts'
import type { Ratio } from './ratios.ts'
import { type Spread, uncertaintyOf } from './statistics.ts'

/** A run that was kept: medians of ratios only, since absolute figures are the machine's. */
export interface HistoryEntry extends MachineShape {
  readonly date: string
  readonly commit: string
  readonly node: string
  readonly rounds: number
  readonly ratios: Readonly<Record<string, Readonly<Partial<Record<Figure, number>>>>>
}

/** A change for the worse by more than this fails. */
export const toleratedShare = 0.05
/** How many entries the median of which a run is held against has. */
const remembered = 5
/** What is kept: the slowest answers differ too much from run to run, and have bars of their own. */
const figures = ['requests', 'cpu'] as const
type Figure = (typeof figures)[number]

/** Reads a history; none is an empty one. */
export const readHistory = (file: string): HistoryEntry[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as HistoryEntry)
    : []

/** Appends a run as one line. */
export const appendHistory = (file: string, entry: HistoryEntry): void =>
  appendFileSync(file, `${JSON.stringify(entry)}\n`)

/** The newest entries of machines of the same shape; others say nothing about this one. */
export const comparableTo = (
  history: readonly HistoryEntry[],
  { cores, pinned, generator }: MachineShape,
): HistoryEntry[] =>
  history
    .filter((entry) => entry.cores === cores && entry.pinned === pinned && entry.generator === generator)
    .slice(-remembered)

/**
 * What of a run later ones can be held against: medians that are certain to what is tolerated, and the names of those
 * that are not.
 */
export const keptOf = (
  ratios: readonly Ratio[],
): { readonly kept: HistoryEntry['ratios']; readonly uncertain: readonly string[] } => {
  const isCertain = (spread: Spread) => uncertaintyOf(spread) <= toleratedShare
  const all = ratios.flatMap((ratio) => figures.map((figure) => ({ name: ratio.name, figure, spread: ratio[figure] })))
  const kept = Object.groupBy(
    all.filter(({ spread }) => isCertain(spread)),
    ({ name }) => name,
  )
  return {
    kept: Object.fromEntries(
      Object.entries(kept).map(([name, own = []]) => [
        name,
        Object.fromEntries(own.map(({ figure, spread }) => [figure, round(spread.median)])),
      ]),
    ),
    uncertain: all.filter(({ spread }) => !isCertain(spread)).map(({ name, figure }) => `${figure} of ${name}`),
  }
}

const round = (value: number): number => Math.round(value * 1000) / 1000

/** What a run says of one ratio, against what was before. */
export interface Verdict {
  readonly name: string
  readonly figure: Figure
  readonly before: number
  readonly now: Spread
  /** Share by which it is worse; below 0 it is better. */
  readonly worseBy: number
  /** `noisy`: its median may lie on either side of what is tolerated. */
  readonly outcome: 'kept' | 'worse' | 'noisy'
}

const worseBy = (figure: Figure, before: number, now: number): number =>
  (figure === 'cpu' ? now / before : before / now) - 1

/**
 * Holds every ratio against the median of the entries that have it. It is worse when even the better bound of its
 * median is worse than tolerated, and kept when the worse bound is within; between the two nothing is known, which
 * passes for neither.
 */
export const judge = (ratios: readonly Ratio[], comparable: readonly HistoryEntry[]): Verdict[] =>
  ratios.flatMap((ratio) =>
    figures.flatMap((figure): Verdict[] => {
      const past = comparable.flatMap((entry) => entry.ratios[ratio.name]?.[figure] ?? [])
      if (past.length === 0) return []
      const [before, now] = [median(past), ratio[figure]]
      const bounds = [now.low, now.high].map((bound) => worseBy(figure, before, bound))
      const outcome =
        Math.min(...bounds) > toleratedShare ? 'worse' : Math.max(...bounds) <= toleratedShare ? 'kept' : 'noisy'
      return [{ name: ratio.name, figure, before, now, worseBy: worseBy(figure, before, now.median), outcome }]
    }),
  )
