import { median } from '../figures.ts'

/** The median of some rounds, in what range it certainly lies, and how far the rounds lie apart. */
export interface Spread {
  readonly median: number
  /** Bounds of the median: outside of them it lies in at most one of 20 runs. */
  readonly low: number
  readonly high: number
  readonly min: number
  readonly max: number
  readonly rounds: number
}

/**
 * How many rounds at each end lie outside the bounds of the median: each round is above it or below it as a coin falls
 * (sign test, David & Nagaraja, Order Statistics, 7.1).
 */
const trimmedRounds = (count: number): number => {
  let probability = 0.5 ** count
  let below = probability
  let trimmed = 0
  while (below <= 0.025) {
    trimmed++
    probability *= (count - trimmed + 1) / trimmed
    below += probability
  }
  return Math.max(0, trimmed - 1)
}

/** Sums up the rounds of one figure. Unlike their range, the bounds of the median draw together with more of them. */
export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((a, b) => a - b)
  const trimmed = trimmedRounds(sorted.length)
  const at = (index: number) => sorted.at(index) ?? Number.NaN
  return {
    median: median(sorted),
    low: at(trimmed),
    high: at(-1 - trimmed),
    min: at(0),
    max: at(-1),
    rounds: sorted.length,
  }
}

/** How far the median may still be off, as a share of it. */
export const uncertaintyOf = ({ median: middle, low, high }: Spread): number =>
  Math.max(high - middle, middle - low) / middle
