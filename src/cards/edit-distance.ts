import { pairlessSkeletonOf } from './look-alikes.ts'

/** Length of the longest words that edits are counted between. */
const maxCompared = 60
let previous = new Uint8Array(maxCompared + 2)
let current = new Uint8Array(maxCompared + 2)
let beforePrevious = new Uint8Array(maxCompared + 2)

/**
 * Optimal string alignment distance (restricted Damerau–Levenshtein: a swap of neighbours is one edit), in a band of
 * `limit` around the diagonal (Ukkonen 1985). Anything above `limit` is answered as `limit + 1`; words longer than 60
 * characters are only compared for equality.
 */
export const editDistance = (a: string, b: string, limit: number): number => {
  if (a === b) return 0
  const over = limit + 1
  if (limit <= 0 || Math.abs(a.length - b.length) > limit || a.length > maxCompared || b.length > maxCompared)
    return over
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

/** What an edit costs in `printSimilarity`, as 1 for a letter. Set with `npm run eval:photos`, 2026-11-21. */
const editCosts = { lookAlike: 0.34, digitBesideName: 0.25, letterBesideName: 0.7 } as const

// Mana signs and hit points run into titles.
const endCost = (code: number): number =>
  code >= 48 && code <= 57 ? editCosts.digitBesideName : editCosts.letterBesideName

/**
 * How alike a text read from print and a name are, 0 to 1: one less the weighted Levenshtein distance over the longer
 * length. A look-alike is a third of an edit, and what the text has before or after the name is cheap. Both are folded
 * and without spaces.
 */
export const printSimilarity = (text: string, name: string): number => {
  if (text === name) return 1
  const maxLength = Math.max(text.length, name.length)
  const [textSkeleton, nameSkeleton] = [pairlessSkeletonOf(text), pairlessSkeletonOf(name)]
  let above = Float32Array.from({ length: name.length + 1 }, (_, j) => j)
  let row = new Float32Array(name.length + 1)
  let before = 0
  for (let i = 1; i <= text.length; i++) {
    const code = text.charCodeAt(i - 1)
    before += endCost(code)
    row[0] = before
    for (let j = 1; j <= name.length; j++) {
      const isLike = textSkeleton.charCodeAt(i - 1) === nameSkeleton.charCodeAt(j - 1)
      const change = code === name.charCodeAt(j - 1) ? 0 : isLike ? editCosts.lookAlike : 1
      row[j] = Math.min(
        (above[j - 1] as number) + change,
        (above[j] as number) + (j === name.length ? endCost(code) : 1),
        (row[j - 1] as number) + 1,
      )
    }
    ;[above, row] = [row, above]
  }
  return 1 - (above[name.length] as number) / maxLength
}
