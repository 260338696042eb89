import { draw, fractionOf } from './hash.ts'
import { byPrice } from './price-class.ts'

/** What a seller asks: mostly near the market price, some far above; custom offers lie anywhere around it. */
export const askingFactor = (seed: number, custom: boolean): number => {
  const luck = fractionOf(seed, draw.price)
  if (custom) return 0.75 + 0.7 * luck
  return 0.9 + 0.5 * luck * luck + (luck > 0.94 ? (luck - 0.94) * 15 : 0)
}

/**
 * What a custom offer asks next to the lowest market price of its product in the days that offers still follow, so that
 * it undercuts every ordinary one, round price tags and all.
 */
export const undercuttingFactor = (seed: number): number => 0.2 + 0.45 * fractionOf(seed, draw.price)

/** Whole cents, at least one; some shops like prices that end in 9 or 99. */
export const priceTag = (cents: number, seed: number): number => {
  const habit = seed % 4
  if (habit === 0 && cents >= 500) return Math.round(cents / 100) * 100 - 1
  if (habit === 1 && cents >= 100) return Math.round(cents / 10) * 10 - 1
  return Math.max(1, Math.round(cents))
}

const maxCopiesByPrice = [
  [100, 40],
  [2_000, 8],
  [15_000, 3],
  [Number.POSITIVE_INFINITY, 1],
] as const

/** Copies in an ordinary offer: mostly one, a pile of bulk now and then. */
export const stockOf = (referenceCents: number, seed: number): number => {
  const luck = fractionOf(seed, draw.quantity)
  return 1 + Math.floor(luck * luck * luck * byPrice(maxCopiesByPrice, referenceCents))
}
