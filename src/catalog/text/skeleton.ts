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

const two: Readonly<Record<string, string>> = { rn: 'm', nn: 'm', vv: 'w', uu: 'w', cl: 'd', ii: 'u', li: 'u', il: 'u' }

/**
 * What is left of a folded word when the letters that readers of print confuse are made equal: O and 0, l and 1 and I, S and 5, B and 8, rn and m.
 * Two words with one skeleton may be the same word read differently.
 */
export const skeletonOf = (word: string): string => {
  let skeleton = ''
  for (let at = 0; at < word.length; at++) {
    const pair = two[word.slice(at, at + 2)]
    if (pair !== undefined) {
      skeleton += pair
      at++
    } else {
      const letter = word.charAt(at)
      skeleton += one[letter] ?? letter
    }
  }
  return skeleton
}

const previous = new Uint8Array(64)
const current = new Uint8Array(64)
const beforePrevious = new Uint8Array(64)

/**
 * Edits between two words, a swap of neighbours counting as one; anything above `limit` is answered as `limit + 1`.
 * Words longer than 60 characters are only compared for equality.
 */
export const editDistance = (a: string, b: string, limit: number): number => {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > limit || a.length > 60 || b.length > 60) return limit + 1
  for (let j = 0; j <= b.length; j++) previous[j] = j
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1)
    current[0] = i
    let best = i
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let edits = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (letter === other ? 0 : 1))
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
        edits = Math.min(edits, (beforePrevious[j - 2] ?? 0) + 1)
      }
      current[j] = edits
      if (edits < best) best = edits
    }
    if (best > limit) return limit + 1
    beforePrevious.set(previous.subarray(0, b.length + 1))
    previous.set(current.subarray(0, b.length + 1))
  }
  return Math.min(previous[b.length] ?? 0, limit + 1)
}
