import type { MirrorPrice } from './mirror-day.ts'
import { chance } from './seeded.ts'

/** How often a price differs from the day before, over all product lines of the real mirror. */
const changeRates = {
  lowPrice: 0.073,
  midPrice: 0.248,
  highPrice: 0.057,
  marketPrice: 0.122,
  directLowPrice: 0.054,
} as const

/** How far market prices move when they do: up to which share of the moves, and the largest change among these. */
const moves = [
  { upTo: 0.215, most: 0.01 },
  { upTo: 0.665, most: 0.05 },
  { upTo: 0.957, most: 0.2 },
  { upTo: 0.993, most: 0.5 },
  { upTo: 1, most: 9 },
] as const

const moveOf = (seed: string): number => {
  const place = chance(`${seed} kind`)
  const { most } = moves.find(({ upTo }) => place < upTo) ?? moves[0]
  const size = 1 + most * chance(`${seed} size`)
  return chance(`${seed} sign`) < 0.5 ? size : 1 / size
}

const inCents = (dollars: number): number => Math.max(1, Math.round(dollars * 100)) / 100

/** The row of the next day: most prices stay, the others move as far as real ones do. An unknown one stays unknown. */
export const walkOn = (row: MirrorPrice, day: number): MirrorPrice => {
  const seed = `${row.productId} ${row.subTypeName} ${day}`
  const next = (field: keyof typeof changeRates): number | null => {
    const price = row[field]
    if (price === null || chance(`${seed} ${field}`) >= changeRates[field]) return price
    return inCents(price * moveOf(`${seed} ${field}`))
  }
  return {
    productId: row.productId,
    lowPrice: next('lowPrice'),
    midPrice: next('midPrice'),
    highPrice: next('highPrice'),
    marketPrice: next('marketPrice'),
    directLowPrice: next('directLowPrice'),
    subTypeName: row.subTypeName,
  }
}

/** The first row of a series around a price: unknown, or below the lowest, as often as real ones. */
export const firstRow = (productId: number, subTypeName: string, dollars: number): MirrorPrice => {
  const seed = `${productId} ${subTypeName}`
  const low = inCents(dollars * (0.7 + 0.25 * chance(`${seed} low`)))
  return {
    productId,
    lowPrice: low,
    midPrice: inCents(dollars * (1 + 0.4 * chance(`${seed} mid`))),
    highPrice: chance(`${seed} high`) < 0.1 ? 999.99 : inCents(dollars * 3),
    marketPrice: chance(`${seed} none`) < 0.17 ? null : inCents(chance(`${seed} below`) < 0.066 ? low * 0.9 : dollars),
    directLowPrice: chance(`${seed} direct`) < 0.79 ? null : low,
    subTypeName,
  }
}
