import { editDistance } from '../../../cards/edit-distance.ts'
import { pairlessSkeletonOf, skeletonOf } from '../../../cards/look-alikes.ts'
import { memoizeByKey } from '../../../concurrency/memoize.ts'
import { createHashTableReader, hashText } from '../format/hash-table.ts'
import type { IndexSections } from '../format/layout.ts'
import { maxEditsOf, pushDeleteHashes } from '../format/symmetric-deletes.ts'
import { createTextReader } from './product-store.ts'

/** A word of the dictionary and how well it fits the word looked up: 1 is the word itself. */
export interface SimilarTerm {
  readonly token: number
  readonly fit: number
}

/** The words of all names, found by themselves, by what they begin with, and misspelt or misread. */
export interface TermDictionary {
  readonly find: (word: string) => number | undefined
  readonly word: (token: number) => string
  /** Words within one or two edits, best first. */
  readonly near: (word: string) => readonly SimilarTerm[]
  /** First and one past the last token that begins with this. */
  readonly prefixRange: (start: string) => readonly [number, number]
}

/** Spellings kept for one word. */
const maxSimilar = 32
/** Worse spellings are other words. */
const minFit = 0.45
/** Words whose spellings are kept. */
const maxRecent = 64

/** Opens the dictionary of an index; a word is decoded when it is first looked at. */
export const openTermDictionary = (sections: IndexSections): TermDictionary => {
  const count = sections.tokenStart.length - 1
  const text = createTextReader(sections.tokenBytes, sections.tokenStart)
  const words: string[] = new Array(count)
  const skeletons: string[] = new Array(count)
  const wordOf = (token: number): string => {
    words[token] ??= text(token)
    return words[token] as string
  }
  const skeletonOfToken = (token: number): string => {
    skeletons[token] ??= skeletonOf(wordOf(token))
    return skeletons[token] as string
  }
  const read = createHashTableReader({ start: sections.deleteStart, entries: sections.deleteEntries }, count)

  const find = (word: string): number | undefined => {
    const found: number[] = []
    read(hashText(skeletonOf(word)), found)
    return found.find((token) => wordOf(token) === word)
  }

  const offerNear = (word: string, skeleton: string, fits: Map<number, number>): void => {
    const limit = maxEditsOf(skeleton.length)
    const hashes: number[] = []
    pushDeleteHashes(skeleton, 'query', hashes)
    const found: number[] = []
    for (const hash of hashes) read(hash, found)
    for (const token of new Set(found)) {
      const edits = editDistance(skeleton, skeletonOfToken(token), limit)
      if (edits > limit) continue
      const other = wordOf(token)
      const fit = other === word ? 1 : 0.97 - edits / Math.max(4, Math.min(word.length, other.length))
      if (fit > Math.max(minFit, fits.get(token) ?? 0)) fits.set(token, fit)
    }
  }

  const findNear = (word: string): SimilarTerm[] => {
    const fits = new Map<number, number>()
    const skeleton = skeletonOf(word)
    offerNear(word, skeleton, fits)
    if (skeleton.length < word.length) offerNear(word, pairlessSkeletonOf(word), fits)
    return [...fits]
      .map(([token, fit]) => ({ token, fit }))
      .sort((a, b) => b.fit - a.fit)
      .slice(0, maxSimilar)
  }

  // The words of one text are looked up again in each attempt at it; more is not worth keeping.
  const near = memoizeByKey(findNear, { maxEntries: maxRecent })

  const firstFrom = (start: string): number => {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (wordOf(middle) < start) low = middle + 1
      else high = middle
    }
    return low
  }

  return { find, word: wordOf, near, prefixRange: (start) => [firstFrom(start), firstFrom(`${start}\uffff`)] }
}
