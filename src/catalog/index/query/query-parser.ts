import { copyTerms, maxCopyTermWords } from '../../../../packages/client/src/copy-words.ts'
import { foldLetters, wordsOf } from '../../../cards/fold.ts'
import { withoutGrades } from '../../../cards/grades.ts'
import { spellOutPrintings } from '../../nicknames.ts'

/** A part of a query between spaces, hyphens and other separators; a fraction is one part. */
export interface QueryPart {
  /** As written, without the separators. */
  readonly text: string
  /** Folded, without spaces. */
  readonly letters: string
  /** Its words, one bit each; 0 for what stands before a number and is no word, as `No.` does. */
  readonly mask: number
}

export interface QueryUnit {
  readonly mask: number
  /** True where it has no letters. */
  readonly isNumber: boolean
}

/**
 * The text of a query. Of its words each has a bit, so that whatever matches says with a mask which of them it
 * explains.
 */
export interface SearchText {
  /** As it was typed, without grades and with nicknames written out. */
  readonly text: string
  /** Each once; the bit of a word is its place. */
  readonly words: readonly string[]
  readonly parts: readonly QueryPart[]
  /**
   * What a partial match explains whole or not at all, each once: a word, or all of what stands between two spaces
   * where that has digits.
   */
  readonly units: readonly QueryUnit[]
  /**
   * Words of the copy, as `near mint` or `1st edition`, one bit each: they need not belong to a product, unless they
   * are part of a longer name in the text.
   */
  readonly copyWords: number
  /** May still be in typing. */
  readonly lastWord: string | null
}

/** Words that are read of a query: a mask is a number of 32 bits. */
const maxWords = 30

const separators = /[-‐‑‒–—―_.,:;#()[\]{}"“”]+/
const spacedSlash = /(?<=[\p{L}\p{N}])\s*\/\s*(?=\p{L}{0,4}\d)/gu
/** `No.58`, `№ 58`; the hash sign is a separator. */
const numberSign = /\b(n[or])[.:]?\s*(?=\d)/gi
/** How lists count copies: `3x Forest`, `2xLOB-EN001`. */
const quantity = /^\s*\d{1,2}(?:\s*x\s+|x(?=\p{L}))/iu
const signed = /^n[or]#/i

/** Words with which something about a copy begins. */
const firstCopyWords = new Set([...copyTerms.keys()].map((phrase) => phrase.split(' ')[0]))

/** The words of a copy among words, as identification reads them anywhere in a text. */
const copyWordsOf = (words: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>()
  for (let from = 0; from < words.length; from++) {
    if (!firstCopyWords.has(words[from])) continue
    for (let to = from + 1; to <= Math.min(words.length, from + maxCopyTermWords); to++) {
      const term = copyTerms.get(words.slice(from, to).join(' '))
      if (term?.onlyAlone === false) for (const word of words.slice(from, to)) found.add(word)
    }
  }
  return found
}

/** The query without what says nothing about a card, and with nicknames and signs in words. */
const spelledOut = (q: string): string => {
  const text = spellOutPrintings(q.normalize('NFKC').replace(quantity, ''))
  const card = withoutGrades(text)
  return card !== text && foldLetters(card) === '' ? text : card
}

/** Reads a query into words and parts; what is beyond the bits is left out. */
export const parseSearchText = (q: string): SearchText => {
  const typed = spelledOut(q)
  const bits = new Map<string, number>()
  const parts: QueryPart[] = []
  const units: QueryUnit[] = []
  const bitOf = (word: string): number => {
    if (!bits.has(word) && bits.size < maxWords) bits.set(word, 1 << bits.size)
    return bits.get(word) ?? 0
  }
  const text = typed.replace(spacedSlash, '/').replace(numberSign, '$1#')
  for (const chunk of text.split(/\s+/)) {
    const isSigned = signed.test(chunk)
    const masks: number[] = []
    for (const [at, text] of chunk.split(separators).entries()) {
      const letters = foldLetters(text)
      if (letters === '') continue
      const found = isSigned && at === 0 ? [] : wordsOf(text).map(bitOf)
      parts.push({ text, letters, mask: found.reduce((mask, bit) => mask | bit, 0) })
      masks.push(...found)
    }
    const whole = masks.reduce((mask, bit) => mask | bit, 0)
    const isNumber = !/\p{L}/u.test(chunk.replace(signed, ''))
    for (const mask of /\d/.test(chunk) ? [whole] : masks)
      if (mask !== 0 && !units.some((unit) => unit.mask === mask)) units.push({ mask, isNumber })
  }
  const words = [...bits.keys()]
  const typedWords = wordsOf(typed)
  const copy = copyWordsOf(typedWords)
  const copyWords = words.reduce((mask, word) => (copy.has(word) ? mask | bitOf(word) : mask), 0)
  return { text: typed, words, parts, units, copyWords, lastWord: typedWords.at(-1) ?? null }
}
