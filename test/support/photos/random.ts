/** Numbers that look like chance and come again with the same seed. */
export interface Random {
  /** From 0 up to 1. */
  readonly share: () => number
  /** A whole number from 0 up to, and without, `end`. */
  readonly below: (end: number) => number
  /** One of these. */
  readonly pick: <T>(from: readonly [T, ...T[]]) => T
}

/** The numbers of a seed and a count: each picture has its own, so that one can be made again alone (mulberry32). */
export const createRandom = (seed: number, count = 0): Random => {
  let state = (seed ^ Math.imul(count + 1, 0x9e3779b1)) >>> 0
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(share() * end)
  return { share, below, pick: (from) => from[below(from.length)] ?? from[0] }
}
