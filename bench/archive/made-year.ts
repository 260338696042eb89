import type { ObservationBatch, PriceObservation } from '../../src/archive/ports.ts'
import { dayMs } from '../../src/time/units.ts'

export const source = 'made'
const firstDayMs = Date.parse('2025-01-01T20:00:00Z')
export const atMs = (day: number): number => firstDayMs + day * dayMs

/**
 * Shares of a day's rows such that the year is like the mirror's recorded days (docs/inside/studies.md): those in which
 * anything moves, and rows that go, come back and are added.
 */
const shares = { moves: 0.475, gone: 0.0012, returned: 0.0006, added: 0.0007 }

/** For each price how often it is missing, how often it moves where anything does, and its size beside the market's. */
const prices = [
  { field: 'marketCents', missing: 0.17, moves: 0.31, factor: 1 },
  { field: 'lowestCents', missing: 0.03, moves: 0.158, factor: 0.8 },
  { field: 'midCents', missing: 0.03, moves: 0.537, factor: 1.3 },
  { field: 'highestCents', missing: 0.03, moves: 0.122, factor: 4 },
  { field: 'directLowestCents', missing: 0.8, moves: 0.57, factor: 1.1 },
] as const

/** xorshift32, so that each run makes the same year. */
let state = 2_463_534_242
const random = (): number => {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) / 2 ** 32
}

/** The sum of twelve is nearly normal. */
const normal = (): number => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6)

type Made = { -readonly [Field in keyof PriceObservation]: PriceObservation[Field] } & { isListed: boolean }

/** A price moves by 3 % at the median and by 12.6 % at the ninth decile. */
const moved = (cents: number): number => {
  const factor = 1 + 0.03 * Math.exp(1.12 * normal())
  const next = Math.max(1, Math.round(random() < 0.5 ? cents * factor : cents / factor))
  return next === cents ? cents + 1 : next
}

const change = (made: Made): void => {
  if (random() < shares.gone) made.isListed = false
  if (random() >= shares.moves) return
  for (const { field, moves } of prices) if (made[field] !== null && random() < moves) made[field] = moved(made[field])
}

/** Makes the days of a year one after the other, each from the one before; 1.5 printings a product. */
export const createMadeYear = (products: number) => {
  const series: Made[] = []
  let productId = 0
  const addProduct = (): void => {
    productId += random() < 0.25 ? 2 : 1
    for (const variant of random() < 0.5 ? ['Normal', 'Foil'] : ['Normal']) {
      const market = 40 * Math.exp(1.6 * normal())
      const cents = prices.map(({ field, missing, factor }) => [
        field,
        random() < missing ? null : Math.ceil(market * factor),
      ])
      const skuId = 1e12 + productId * 1000 + (variant === 'Foil' ? 2 : 1)
      const words = { condition: null, variant, language: null }
      series.push({ productId, skuId, ...words, ...Object.fromEntries(cents), ageMs: 0, isListed: true })
    }
  }
  return {
    series: series as readonly Readonly<Made>[],
    day: (index: number): ObservationBatch => {
      const before = series.length
      for (const made of series) if (made.isListed) change(made)
      for (let count = 0; count < before * shares.returned; count++)
        (series[Math.floor(random() * before)] as Made).isListed = true
      const added = index === 0 ? products : (before / 1.5) * shares.added
      for (let count = 0; count < added; count++) addProduct()
      const observations = series.filter(({ isListed }) => isListed)
      return { source, observedAtMs: atMs(index), isComplete: true, observations }
    },
  }
}
