import { readCollectorNumber } from '../../../cards/collector-number.ts'
import { wordsOf } from '../../../cards/fold.ts'
import { createBucketReader, hashText } from '../format/buckets.ts'
import type { IndexSections } from '../format/layout.ts'
import { headKey, wholeKey } from '../format/number-keys.ts'
import type { SetNames } from '../format/set-names.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Where one word of a query stands: in which names, qualifiers and sets, or under which numbers; each kind may repeat. */
export interface Holders {
  readonly bit: number
  readonly bases: number[]
  readonly exactBases: number[]
  readonly names: number[]
  readonly sets: number[]
  readonly numbers: number[]
}

/** A stretch of the query between spaces: a product holds it by all its words, or by its number. */
export interface Term {
  readonly words: readonly Holders[]
  readonly number: Holders | null
}

/** How freely words are read: as they stand; the last one as a beginning; all of them as beginnings or misspelt. */
export type SearchFreedom = 'exact' | 'beginning' | 'misspelt'

/** Words and numbers looked at, one bit each. */
const mostBits = 30
/** Words that a beginning is completed to at most. */
const mostCompletions = 4000

const noHolders = (bit: number): Holders => ({ bit, bases: [], exactBases: [], names: [], sets: [], numbers: [] })

/** Creates the reader of queries. */
export const createTermReader = (sections: IndexSections, vocabulary: Vocabulary, setNames: SetNames) => {
  const { tokenBaseStart, tokenBases, tokenNameStart, tokenNames } = sections
  const readNumberKey = createBucketReader(
    { start: sections.numberKeyStart, entries: sections.numberKeyEntries },
    sections.numberDigits.length,
  )

  const addToken = (holders: Holders, token: number, exact: boolean): void => {
    for (let at = tokenBaseStart[token] as number; at < (tokenBaseStart[token + 1] as number); at++) {
      holders.bases.push(tokenBases[at] as number)
      if (exact) holders.exactBases.push(tokenBases[at] as number)
    }
    for (let at = tokenNameStart[token] as number; at < (tokenNameStart[token + 1] as number); at++)
      holders.names.push(tokenNames[at] as number)
  }

  const holdersOf = (word: string, bit: number, freedom: SearchFreedom, last: boolean): Holders => {
    const holders = noHolders(bit)
    const token = vocabulary.find(word)
    if (token !== undefined) addToken(holders, token, true)
    holders.sets.push(...setNames.withWord(word))
    if (freedom === 'misspelt' || (freedom === 'beginning' && last)) {
      const [from, to] = vocabulary.beginningWith(word)
      for (let other = from; other < Math.min(to, from + mostCompletions); other++) addToken(holders, other, false)
    }
    if (freedom === 'misspelt' && token === undefined)
      for (const near of vocabulary.near(word)) addToken(holders, near.token, false)
    return holders
  }

  const numberOf = (text: string, bit: number): Holders | null => {
    const number = /\d/.test(text) || /^.?\//.test(text) ? readCollectorNumber(text) : null
    if (number === null) return null
    const holders = noHolders(bit)
    readNumberKey(hashText(number.total === null ? headKey(number.head) : wholeKey(number)), holders.numbers)
    return holders
  }

  /** Terms of a query with where they stand; what is beyond the bits is left out. */
  return (q: string, freedom: SearchFreedom): Term[] => {
    const stretches = q
      .normalize('NFKC')
      .split(/\s+/)
      .map((raw) => ({ raw, words: [...new Set(wordsOf(raw))] }))
      .filter(({ words }) => words.length > 0)
    const terms: Term[] = []
    const seen = new Set<string>()
    let bits = 0
    for (const [at, { raw, words }] of stretches.entries()) {
      if (seen.has(raw)) continue
      seen.add(raw)
      const room = words.slice(0, mostBits - bits - 1)
      if (room.length === 0) break
      const last = at === stretches.length - 1
      const held = room.map((word, place) => holdersOf(word, 1 << bits++, freedom, last && place === room.length - 1))
      terms.push({ words: held, number: numberOf(raw, 1 << bits++) })
    }
    return terms
  }
}
