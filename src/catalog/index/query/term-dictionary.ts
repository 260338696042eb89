import { editDistance } from '../../../cards/edit-distance.ts'
import { pairlessSkeletonOf, skeletonOf } from '../../../cards/look-alikes.ts'
import { stemOf } from '../../../cards/possessive.ts'
import { memoizeByKey } from '../../../concurrency/memoize.ts'
import { createTextReader } from '../format/flat-arrays.ts'
import { createHashTableReader, hashText } from '../format/hash-table.ts'
import type { IndexSections } from '../format/layout.ts'
import { maxEditsOf, pushDeleteHashes } from '../format/symmetric-deletes.ts'
import { lowerBound } from './lower-bound.ts'
import { correctionLimits, fitWeights } from './scoring.ts'

const { min: minFit, misspelt: misspeltFit, minLetters } = fitWeights

/** A word of the dictionary and how well it fits the word that was looked up: 1 is the word itself. */
export interface SimilarTerm {
  readonly token: number
  readonly fit: number
  /** Edits between the two with look-alikes made equal. */
  readonly edits: number
}

/** The words of all names, found by themselves, by what they begin with, and misspelt or misread. */
export interface TermDictionary {
  readonly find: (word: string) => number | undefined
  readonly word: (token: number) => string
  /** Names that hold the word before `'s`. */
  readonly possessiveBases: (word: string) => Uint32Array
  /** Words within one or two edits by the symmetric delete algorithm, best first. */
  readonly similar: (word: string) => readonly SimilarTerm[]
  /** First and one past the last token with this prefix. */
  readonly prefixRange: (prefix: string) => readonly [number, number]
}

/** Words whose similar words are kept. */
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
  const read = createHashTableReader(sections.deleteStart, sections.deleteEntries, count)

  const find = (word: string): number | undefined => {
    const found: number[] = []
    read(hashText(skeletonOf(word)), found)
    return found.find((token) => wordOf(token) === word)
  }

  const { possessiveTokens, possessiveStart, possessiveBases } = sections
  const placeOfStem = new Map(Array.from(possessiveTokens, (token, at) => [stemOf(wordOf(token)), at] as const))
  const noBases = possessiveBases.subarray(0, 0)
  const basesOfPossessive = (word: string): Uint32Array => {
    const at = placeOfStem.get(word)
    return at === undefined ? noBases : possessiveBases.subarray(possessiveStart[at], possessiveStart[at + 1])
  }

  const offerSimilar = (word: string, skeleton: string, found: Map<number, SimilarTerm>): void => {
    const limit = maxEditsOf(skeleton.length)
    const hashes: number[] = []
    pushDeleteHashes(skeleton, 'query', hashes)
    const tokens: number[] = []
    for (const hash of hashes) read(hash, tokens)
    for (const token of new Set(tokens)) {
      const edits = editDistance(skeleton, skeletonOfToken(token), limit)
      if (edits > limit) continue
      const other = wordOf(token)
      const letters = Math.max(minLetters, Math.min(word.length, other.length))
      const fit = other === word ? 1 : misspeltFit - edits / letters
      if (fit > Math.max(minFit, found.get(token)?.fit ?? 0)) found.set(token, { token, fit, edits })
    }
  }

  const findSimilar = (word: string): SimilarTerm[] => {
    const found = new Map<number, SimilarTerm>()
    const skeleton = skeletonOf(word)
    offerSimilar(word, skeleton, found)
    if (skeleton.length < word.length) offerSimilar(word, pairlessSkeletonOf(word), found)
    return [...found.values()].sort((a, b) => b.fit - a.fit).slice(0, correctionLimits.similarWords)
  }

  // The words of one text are looked up again in each attempt at it; more is not worth keeping.
  const similar = memoizeByKey(findSimilar, { maxEntries: maxRecent })

  const firstFrom = (text: string): number => lowerBound(0, count, (token) => wordOf(token) < text)

  return {
    find,
    word: wordOf,
    possessiveBases: basesOfPossessive,
    similar,
    prefixRange: (prefix) => [firstFrom(prefix), firstFrom(`${prefix}\uffff`)],
  }
}
