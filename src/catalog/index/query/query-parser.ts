import { readCollectorNumber } from '../../../cards/collector-number.ts'
import { wordsOf } from '../../../cards/fold.ts'
import { createHashTableReader, hashText } from '../format/hash-table.ts'
import type { IndexSections } from '../format/layout.ts'
import { headKey, wholeKey } from '../format/number-keys.ts'
import { searchScoring } from './scoring.ts'
import type { SetNames } from './set-names.ts'
import type { TermDictionary } from './term-dictionary.ts'

/** Where one word of a query stands: in which names, qualifiers and sets, or under which numbers; ids may repeat. Bases hold it exactly, closely (begun, or with one edit) or at all, and some begin with it. */
export interface TermPostings {
  readonly bit: number
  readonly bases: number[]
  readonly exactBases: number[]
  readonly closeBases: number[]
  readonly begunBases: number[]
  readonly names: number[]
  readonly sets: number[]
  readonly numbers: number[]
}

/** What stands between two spaces of a query: a product matches it by all its words, or by its number. */
export interface QueryClause {
  readonly words: readonly TermPostings[]
  readonly number: TermPostings | null
}

/** How words match: as they stand; the last one as a prefix; all of them as prefixes or misspelt. */
export type SearchMode = 'exact' | 'prefix' | 'fuzzy'

/** Words and numbers read of a query, one bit each. */
const maxBits = 30
/** Words that a prefix is completed to. */
const maxCompletions = 4000

const noPostings = (bit: number): TermPostings => ({
  bit,
  bases: [],
  exactBases: [],
  closeBases: [],
  begunBases: [],
  names: [],
  sets: [],
  numbers: [],
})

/** Creates the parser of search queries. */
export const createQueryParser = (sections: IndexSections, dictionary: TermDictionary, setNames: SetNames) => {
  const {
    baseTokenStart,
    baseTokens,
    tokenBaseStart,
    tokenBases,
    tokenNameStart,
    tokenNames,
    numberKeyStart,
    numberKeyEntries,
    numberDigits,
  } = sections
  const readNumberKey = createHashTableReader(numberKeyStart, numberKeyEntries, numberDigits.length)

  const addToken = (postings: TermPostings, token: number, kind: 'exact' | 'close' | 'far'): void => {
    const { bases, begunBases } = postings
    const ofKind = kind === 'exact' ? postings.exactBases : kind === 'close' ? postings.closeBases : null
    for (let at = tokenBaseStart[token] as number; at < (tokenBaseStart[token + 1] as number); at++) {
      const base = tokenBases[at] as number
      bases.push(base)
      ofKind?.push(base)
      if (baseTokens[baseTokenStart[base] as number] === token) begunBases.push(base)
    }
    for (let at = tokenNameStart[token] as number; at < (tokenNameStart[token + 1] as number); at++)
      postings.names.push(tokenNames[at] as number)
  }

  const postingsOf = (word: string, bit: number, mode: SearchMode, isLast: boolean): TermPostings => {
    const postings = noPostings(bit)
    const token = dictionary.find(word)
    if (token !== undefined) addToken(postings, token, 'exact')
    postings.sets.push(...setNames.withWord(word))
    if (mode === 'fuzzy' || (mode === 'prefix' && isLast)) {
      const [from, to] = dictionary.prefixRange(word)
      for (let other = from; other < Math.min(to, from + maxCompletions); other++) addToken(postings, other, 'close')
    }
    if (mode === 'fuzzy' && token === undefined)
      for (const { token: similar, edits } of dictionary.similar(word))
        if (edits <= (word.length <= searchScoring.oneEditUpTo ? 1 : 2)) addToken(postings, similar, edits <= 1 ? 'close' : 'far')
    return postings
  }

  const numberOf = (text: string, bit: number): TermPostings | null => {
    const number = /\d/.test(text) || /^.?\//.test(text) ? readCollectorNumber(text) : null
    if (number === null) return null
    const postings = noPostings(bit)
    readNumberKey(hashText(number.total === null ? headKey(number.head) : wholeKey(number)), postings.numbers)
    return postings
  }

  /** The clauses of a query with their postings; what is beyond the bits is left out. */
  return (q: string, mode: SearchMode): QueryClause[] => {
    const parts = q
      .normalize('NFKC')
      .split(/\s+/)
      .map((raw) => ({ raw, words: [...new Set(wordsOf(raw))] }))
      .filter(({ words }) => words.length > 0)
    const clauses: QueryClause[] = []
    const seen = new Set<string>()
    let bits = 0
    for (const [at, { raw, words }] of parts.entries()) {
      if (seen.has(raw)) continue
      seen.add(raw)
      const fitting = words.slice(0, maxBits - bits - 1)
      if (fitting.length === 0) break
      const isLastPart = at === parts.length - 1
      const postings = fitting.map((word, place) =>
        postingsOf(word, 1 << bits++, mode, isLastPart && place === fitting.length - 1),
      )
      clauses.push({ words: postings, number: numberOf(raw, 1 << bits++) })
    }
    return clauses
  }
}
