/**
 * Names for the independent draws made from one seed, so that a new draw never moves the others. The numbers are part
 * of the market: changing one changes what every client of the sandbox sees.
 */
export const draw = {
  anchor: 1,
  trend: 2,
  spike: 3,
  popularity: 4,
  sku: 5,
  coverage: 6,
  sales: 7,
  supply: 8,
  seller: 9,
  price: 10,
  quantity: 11,
  art: 12,
} as const

/**
 * Mixes a value into a seed and returns 32 unsigned bits: multiplication and the finaliser of MurmurHash3. It uses
 * integer operations only, so it gives the same bits on every machine.
 */
export const mix = (seed: number, value: number): number => {
  let bits = Math.imul(seed ^ 0x2545f491, 0x9e3779b1) ^ Math.imul(value + 0x1b873593, 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** 32 bits as a fraction, 0 included and 1 excluded. */
export const fraction = (bits: number): number => bits / 0x1_0000_0000

/** A fraction drawn from a seed under a name or number. */
export const fractionOf = (seed: number, value: number): number => fraction(mix(seed, value))
