import { editDistance, foldedWords, readProductName, skeletonOf } from '../catalog/ports.ts'

/** A product name made ready for comparison. */
export interface PreparedName {
  readonly base: readonly string[]
  readonly glued: string
  readonly gluedSkeleton: string
  readonly qualifiers: readonly string[]
}

/** Words that carry little of a name. */
const weak = new Set(['of', 'the', 'and', 'a', 'an', 'to', 'in', 'de', 'no', 's', 'for', 'from'])

/** How much a word counts in a comparison: by its length, little for the glue words of a language. */
export const weightOf = (word: string): number =>
  weak.has(word) ? 0.35 : word.length === 1 ? 0.6 : Math.min(1.6, 0.7 + word.length / 10)

/** Prepares a product name; callers keep the result, as the same names come again and again. */
export const prepareName = (name: string): PreparedName => {
  const { base, qualifier } = readProductName(name)
  const glued = base.replaceAll(' ', '')
  return { base: foldedWords(base), glued, gluedSkeleton: skeletonOf(glued), qualifiers: foldedWords(qualifier) }
}

/** How alike two words are, from 0 to 1; look-alike letters cost little, each edit its share of the word. */
export const wordFit = (asked: string, known: string): number => {
  if (asked === known) return 1
  const a = skeletonOf(asked)
  const b = skeletonOf(known)
  if (a === b) return 0.96
  const shorter = Math.min(a.length, b.length)
  if (shorter < 3) return 0
  const limit = shorter < 5 ? 1 : shorter < 9 ? 2 : 3
  const edits = editDistance(a, b, limit)
  if (edits <= limit) return Math.max(0, 0.96 - (0.9 * edits) / Math.max(a.length, b.length))
  return asked.length >= 3 && known.startsWith(asked) ? 0.5 + 0.4 * (asked.length / known.length) : 0
}

/** How a name and the words of a text cover each other. */
export interface NameFit {
  /** 0 to 1: how much of the name stands in the text. */
  readonly coverage: number
  /** True when the name stands there letter by letter. */
  readonly exact: boolean
  /** For each word of the text how well the name explains it, 0 for not at all. */
  readonly explained: Float32Array
}

/** Least likeness at which two words are taken for one. */
const alike = 0.6

/** Finds the words of a name in the words of a text: whole, misread, split in two or glued together. */
export const fitName = (words: readonly string[], { base }: PreparedName): NameFit => {
  const explained = new Float32Array(words.length)
  let weight = 0
  let gained = 0
  let exact = true
  for (let known = 0; known < base.length; known++) {
    const word = base[known] as string
    const share = weightOf(word)
    weight += share
    let best = 0
    let bestAt = -1
    let span = 1
    let taken = 1
    for (let at = 0; at < words.length; at++) {
      if ((explained[at] as number) > 0) continue
      const asked = words[at] as string
      const fit = wordFit(asked, word)
      if (fit > best) [best, bestAt, span, taken] = [fit, at, 1, 1]
      if (best === 1) break
      const next = words[at + 1]
      if (next !== undefined && explained[at + 1] === 0 && word.length >= 3 && asked.length + next.length <= word.length + 2) {
        const joined = wordFit(asked + next, word) * 0.98
        if (joined > best && joined > 0.7) [best, bestAt, span, taken] = [joined, at, 2, 1]
        const third = words[at + 2]
        if (third !== undefined && explained[at + 2] === 0 && asked.length + next.length + third.length <= word.length + 2) {
          const triple = wordFit(asked + next + third, word) * 0.97
          if (triple > best && triple > 0.7) [best, bestAt, span, taken] = [triple, at, 3, 1]
        }
      }
      const following = base[known + 1]
      if (following !== undefined && asked.length >= word.length + following.length - 2 && asked.length > word.length) {
        const split = wordFit(asked, word + following) * 0.98
        if (split > best && split > 0.7) [best, bestAt, span, taken] = [split, at, 1, 2]
      }
    }
    if (best < alike) {
      exact = false
      continue
    }
    if (best < 1) exact = false
    explained.fill(best, bestAt, bestAt + span)
    gained += share * best
    if (taken === 2) {
      known++
      const second = weightOf(base[known] as string)
      weight += second
      gained += second * best
    }
  }
  return { coverage: weight === 0 ? 0 : gained / weight, exact, explained }
}
