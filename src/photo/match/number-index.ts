import { readCollectorNumber } from '../../cards/collector-number.ts'

/**
 * Two games count so: `OP12-019` is of One Piece, `OP12-FR019` of Yu-Gi-Oh!, whose codes there always name a region.
 */
const onePieceSet = /^(?:op|st|eb|prb)[0-9]/
const bare = /^[0-9]{1,4}$/
/** Two letters in a row, and a digit anywhere behind them. */
const lettersBeforeDigits = /^(?:[^a-z]|[a-z](?![a-z]))*[a-z]{2}.*[0-9]/

/**
 * What a number is found by in every spelling and language: `sdcl27` of `SDCL-FR027`, `71/193` of `071/193`, `fdn:125`
 * of `0125` in the set FDN. `null` for a bare number without a set, which some card of every set has.
 */
export const numberKey = (text: string, setCode: string | null = null): string | null => {
  const number = readCollectorNumber(text)
  if (number === null) return null
  if (setCode !== null && bare.test(text)) return `${setCode.toLowerCase()}:${number.head}`
  if (number.total !== null) return `${number.head}/${number.total}`
  if (!lettersBeforeDigits.test(number.card)) return null
  return number.region !== null && onePieceSet.test(number.card) ? `${number.card}.` : number.card
}

/** FNV-1a over UTF-16 code units. */
const hashOf = (key: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** More names than any catalogue has, and with a hash before it still a whole number. */
const idRange = 2 ** 20

/**
 * Pairs of a key and a name's id as two columns, in the order of the keys' hashes: of a hundred thousand keys one in
 * forty thousand strangers meets another's hash.
 */
export const packNumberIndex = (keysOf: readonly Iterable<string>[]): [hashes: Uint32Array, ids: Uint32Array] => {
  const pairs = Float64Array.from(
    keysOf.flatMap((keys, id) => [...keys].map((key) => hashOf(key) * idRange + id)),
  ).sort()
  return [
    Uint32Array.from(pairs, (pair) => Math.floor(pair / idRange)),
    Uint32Array.from(pairs, (pair) => pair % idRange),
  ]
}

/** The ids under a key. */
export const findByNumber = (hashes: Uint32Array, ids: Uint32Array, key: string): number[] => {
  const wanted = hashOf(key)
  let [low, high] = [0, hashes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((hashes[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  const found: number[] = []
  for (; hashes[low] === wanted; low++) found.push(ids[low] ?? 0)
  return found
}
