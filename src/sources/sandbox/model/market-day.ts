import { weekdayOf } from '../../../time/utc-day.ts'
import { draw, fraction, fractionOf, mix } from './hash.ts'

/** What one day is like for a product: everything about the day that its SKUs share. */
export interface MarketDay {
  readonly day: number
  /** Factor on the anchor price, somewhere around 1. */
  readonly trend: number
  /** Factor on sales, somewhere around 1. */
  readonly activity: number
}

/** Prices ease up towards the weekend, and most cards are sold on it; Monday first. */
const weekdayTrend = [-0.006, -0.008, -0.004, 0, 0.004, 0.008, 0.006] as const
const weekdayActivity = [0.9, 0.85, 0.85, 0.9, 1, 1.25, 1.25] as const

/**
 * Smooth noise between -1 and 1: a drawn value every `periodDays`, eased between. Only arithmetic that IEEE 754 rounds
 * exactly, no sine or power, so that two machines never differ by a cent.
 */
export const smoothNoise = (seed: number, day: number, periodDays: number): number => {
  const position = day / periodDays
  const node = Math.floor(position)
  const step = position - node
  const from = fractionOf(seed, node) * 2 - 1
  const to = fractionOf(seed, node + 1) * 2 - 1
  return from + (to - from) * step * step * (3 - 2 * step)
}

const spikeWindowDays = 180
const spikeRiseDays = 4
const spikeFallDays = 25

/**
 * How far a rare hype lifts the price on a day, mostly 0: one half-year in six holds one. It rises in four days, fades
 * in 25 and lies wholly inside its half-year.
 */
const spikeOn = (productSeed: number, day: number): number => {
  const shifted = day + (productSeed % spikeWindowDays)
  const window = Math.floor(shifted / spikeWindowDays)
  const seed = mix(mix(productSeed, draw.spike), window)
  if (fraction(seed) >= 1 / 6) return 0
  const latestStart = spikeWindowDays - spikeRiseDays - spikeFallDays
  const daysIn = shifted - window * spikeWindowDays - Math.floor(fractionOf(seed, 1) * latestStart)
  if (daysIn <= 0 || daysIn >= spikeRiseDays + spikeFallDays) return 0
  const height = 0.2 + fractionOf(seed, 2) * 0.5
  return daysIn <= spikeRiseDays
    ? (height * daysIn) / spikeRiseDays
    : height * (1 - (daysIn - spikeRiseDays) / spikeFallDays)
}

/** The day of a product: slow, middling and quick waves, the rhythm of the week and a rare spike. */
export const marketDayOf = (productId: number, day: number): MarketDay => {
  const seed = mix(productId, draw.trend)
  const spike = spikeOn(seed, day)
  const weekday = weekdayOf(day)
  const trend =
    1 +
    0.2 * smoothNoise(mix(seed, 1), day, 256) +
    0.09 * smoothNoise(mix(seed, 2), day, 48) +
    0.03 * smoothNoise(mix(seed, 3), day, 12) +
    (weekdayTrend[weekday] ?? 0) +
    spike
  return { day, trend, activity: (weekdayActivity[weekday] ?? 1) * (1 + 3 * spike) }
}

/** The days from one to another, both included. */
export const marketDays = (productId: number, firstDay: number, lastDay: number): MarketDay[] =>
  Array.from({ length: lastDay - firstDay + 1 }, (_, index) => marketDayOf(productId, firstDay + index))
