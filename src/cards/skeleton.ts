const one: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  j: 'l',
  '5': 's',
  '8': 'b',
  '6': 'b',
  '9': 'g',
  q: 'g',
  v: 'u',
  '2': 'z',
}

const two: Readonly<Record<string, string>> = { rn: 'm', vv: 'w' }

/** The tables above by character code, for words are compared by the thousand. */
const single = Array.from({ length: 128 }, (_, code) => one[String.fromCharCode(code)] ?? String.fromCharCode(code))
const pairAt = (code: number, next: number): number => code * 128 + next
const pairs = new Map(Object.entries(two).map(([pair, letter]) => [pairAt(pair.charCodeAt(0), pair.charCodeAt(1)), letter]))
const beginsPair = new Uint8Array(128)
for (const pair of Object.keys(two)) beginsPair[pair.charCodeAt(0)] = 1

/**
 * What is left of a folded word when the letters that readers of print confuse are made equal: O and 0, l and 1 and I, S and 5, B and 8, rn and m.
 * Two words with one skeleton may be the same word read differently.
 */
export const skeletonOf = (word: string): string => {
  let skeleton = ''
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    if (code >= 128) {
      skeleton += word.charAt(at)
      continue
    }
    const next = at + 1 < word.length ? word.charCodeAt(at + 1) : 128
    const pair = beginsPair[code] === 1 && next < 128 ? pairs.get(pairAt(code, next)) : undefined
    if (pair !== undefined) at++
    skeleton += pair ?? single[code]
  }
  return skeleton
}

/** The skeleton without pairs taken for one letter, for words in which a typing error has made such a pair. */
export const pairlessSkeletonOf = (word: string): string => {
  let skeleton = ''
  for (let at = 0; at < word.length; at++) skeleton += single[word.charCodeAt(at)] ?? word.charAt(at)
  return skeleton
}

/** Longest words that edits are counted between. */
const longestCompared = 60
let previous = new Uint8Array(longestCompared + 2)
let current = new Uint8Array(longestCompared + 2)
let beforePrevious = new Uint8Array(longestCompared + 2)

/**
 * Edits between two words, a swap of neighbours counting as one; anything above `limit` is answered as `limit + 1`.
 * Words longer than 60 characters are only compared for equality.
 */
export const editDistance = (a: string, b: string, limit: number): number => {
  if (a === b) return 0
  const over = limit + 1
  if (limit <= 0 || Math.abs(a.length - b.length) > limit || a.length > longestCompared || b.length > longestCompared) return over
  for (let j = 0; j <= b.length; j++) previous[j] = j > limit ? over : j
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1)
    const before = i > 1 ? a.charCodeAt(i - 2) : -1
    // Only a band around the diagonal can stay within the limit.
    const from = i > limit ? i - limit : 1
    const to = Math.min(b.length, i + limit)
    current[from - 1] = from === 1 && i <= limit ? i : over
    let best = current[from - 1] as number
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1)
      let edits = (previous[j - 1] as number) + (letter === other ? 0 : 1)
      const left = (current[j - 1] as number) + 1
      if (left < edits) edits = left
      const above = (previous[j] as number) + 1
      if (above < edits) edits = above
      if (j > 1 && other === before && letter === b.charCodeAt(j - 2)) {
        const swapped = (beforePrevious[j - 2] as number) + 1
        if (swapped < edits) edits = swapped
      }
      current[j] = edits
      if (edits < best) best = edits
    }
    if (best > limit) return over
    if (to < b.length) current[to + 1] = over
    const spare = beforePrevious
    beforePrevious = previous
    previous = current
    current = spare
  }
  return Math.min(previous[b.length] as number, over)
}
