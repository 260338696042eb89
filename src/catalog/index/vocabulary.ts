import { editDistance, skeletonOf } from '../text/skeleton.ts'
import { createBucketReader, hashText } from './buckets.ts'
import type { IndexSections } from './layout.ts'
import { createTexts } from './records.ts'
import { editLimit, pushDeletes } from './spelling.ts'

/** A word of the vocabulary and how well it fits the word looked up: 1 is the word itself. */
export interface Spelling {
  readonly token: number
  readonly fit: number
}

/** The words of all names, found by themselves, by what they begin with, and misspelt or misread. */
export interface Vocabulary {
  readonly find: (word: string) => number | undefined
  readonly word: (token: number) => string
  /** Words that differ only in letters that are easily confused. */
  readonly misread: (word: string) => Spelling[]
  /** Words within one or two edits, best first. */
  readonly near: (word: string) => Spelling[]
  /** First and one past the last token that begins with this. */
  readonly beginningWith: (start: string) => readonly [number, number]
}

/** Spellings kept for one word. */
const mostSpellings = 10

/** Opens the vocabulary of an index. Its words are kept as strings: there are some ten thousands of them, and all lookups begin here. */
export const openVocabulary = (sections: IndexSections): Vocabulary => {
  const count = sections.tokenStart.length - 1
  const text = createTexts(sections.tokenBytes, sections.tokenStart)
  const words = Array.from({ length: count }, (_, token) => text(token))
  const tokens = new Map(words.map((word, token) => [word, token]))
  const read = createBucketReader({ start: sections.deleteStart, entries: sections.deleteEntries }, count)

  const near = (word: string): Spelling[] => {
    const skeleton = skeletonOf(word)
    const limit = editLimit(skeleton.length)
    const hashes: number[] = []
    pushDeletes(skeleton, 'query', hashes)
    const found: number[] = []
    for (const hash of hashes) read(hash, found)
    const spellings: Spelling[] = []
    for (const token of new Set(found)) {
      const other = words[token] as string
      const edits = editDistance(skeleton, skeletonOf(other), limit)
      if (edits > limit) continue
      const fit = other === word ? 1 : 0.97 - edits / Math.max(4, Math.min(word.length, other.length))
      if (fit > 0.45) spellings.push({ token, fit })
    }
    return spellings.sort((a, b) => b.fit - a.fit).slice(0, mostSpellings)
  }

  const misread = (word: string): Spelling[] => {
    const skeleton = skeletonOf(word)
    const found: number[] = []
    read(hashText(skeleton), found)
    return [...new Set(found)]
      .filter((token) => skeletonOf(words[token] as string) === skeleton)
      .map((token) => ({ token, fit: words[token] === word ? 1 : 0.95 }))
  }

  const firstFrom = (start: string): number => {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((words[middle] as string) < start) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    find: (word) => tokens.get(word),
    word: (token) => words[token] as string,
    misread,
    near,
    beginningWith: (start) => [firstFrom(start), firstFrom(`${start}\uffff`)],
  }
}
