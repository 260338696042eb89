import type { SearchPage, SearchRequest } from '../ports.ts'
import { readCollectorNumber } from '../text/collector-number.ts'
import { wordsOf } from '../text/fold.ts'
import { createBucketReader, hashText } from './buckets.ts'
import type { IndexData } from './layout.ts'
import { headKey, wholeKey } from './number-keys.ts'
import type { Records } from './records.ts'
import type { SetNames } from './set-names.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Terms of a query looked at; each has one bit. */
const mostTerms = 24
/** Words that a beginning is completed to at most. */
const mostCompletions = 4000

/** One bit per term for everything that can hold it. */
interface Marks {
  readonly bits: Uint32Array
  readonly touched: number[]
}

const mark = ({ bits, touched }: Marks, at: number, bit: number): void => {
  if (bits[at] === 0) touched.push(at)
  bits[at] = (bits[at] as number) | bit
}

const clear = ({ bits, touched }: Marks): void => {
  for (const at of touched) bits[at] = 0
  touched.length = 0
}

/** What an index needs to search. */
export interface SearchParts {
  readonly data: IndexData
  readonly records: Records
  readonly vocabulary: Vocabulary
  readonly setNames: SetNames
}

/** How freely a term may be read. */
type Freedom = 'exact' | 'beginning' | 'misspelt'

/** Creates the search: every term must stand in the name, the set or the number of a product; misspelt only when nothing has all of them. */
export const createSearch = ({ data, records, vocabulary, setNames }: SearchParts) => {
  const { sections, meta } = data
  const { rowName, rowSet, rowNumber, nameBase, baseTokenStart, tokenBaseStart, tokenBases, tokenNameStart, tokenNames } =
    sections
  const rows = rowName.length
  const readNumberKey = createBucketReader(
    { start: sections.numberKeyStart, entries: sections.numberKeyEntries },
    sections.numberDigits.length,
  )
  const bases: Marks = { bits: new Uint32Array(baseTokenStart.length - 1), touched: [] }
  const exactBases: Marks = { bits: new Uint32Array(baseTokenStart.length - 1), touched: [] }
  const names: Marks = { bits: new Uint32Array(nameBase.length), touched: [] }
  const sets: Marks = { bits: new Uint32Array(meta.sets.length), touched: [] }
  const numbers: Marks = { bits: new Uint32Array(sections.numberDigits.length), touched: [] }

  const markToken = (token: number, bit: number, exact: boolean): void => {
    for (let at = tokenBaseStart[token] as number; at < (tokenBaseStart[token + 1] as number); at++) {
      mark(bases, tokenBases[at] as number, bit)
      if (exact) mark(exactBases, tokenBases[at] as number, bit)
    }
    for (let at = tokenNameStart[token] as number; at < (tokenNameStart[token + 1] as number); at++)
      mark(names, tokenNames[at] as number, bit)
  }

  const markWord = (word: string, bit: number, freedom: Freedom, last: boolean): void => {
    const token = vocabulary.find(word)
    if (token !== undefined) markToken(token, bit, true)
    for (const set of setNames.withWord(word)) mark(sets, set, bit)
    if (freedom !== 'exact' && (last || freedom === 'misspelt')) {
      const [from, to] = vocabulary.beginningWith(word)
      for (let other = from; other < Math.min(to, from + mostCompletions); other++) markToken(other, bit, false)
    }
    if (freedom === 'misspelt' && token === undefined) for (const near of vocabulary.near(word)) markToken(near.token, bit, false)
  }

  const markNumber = (text: string, bit: number): void => {
    const number = /\d/.test(text) || /^.?\//.test(text) ? readCollectorNumber(text) : null
    if (number === null) return
    const ids: number[] = []
    readNumberKey(hashText(number.total === null ? headKey(number.head) : wholeKey(number)), ids)
    for (const id of ids) mark(numbers, id, bit)
  }

  /** A term is a stretch between spaces: one word, several, or a collector number. */
  const termsOf = (q: string): { words: string[]; number: string }[] => {
    const terms: { words: string[]; number: string }[] = []
    for (const raw of q.normalize('NFKC').split(/\s+/)) {
      const words = wordsOf(raw)
      if (words.length === 0) continue
      terms.push({ words, number: raw })
      if (terms.length === mostTerms) break
    }
    return terms
  }

  /** A bit for each word and one for each number; a term is held by all its words or by its number. */
  const matcher = (q: string, freedom: Freedom): ((row: number) => number) | null => {
    const terms = termsOf(q)
    if (terms.length === 0) return null
    const needs: { readonly words: number; readonly number: number }[] = []
    let bit = 1
    for (const [at, { words, number }] of terms.entries()) {
      let wordBits = 0
      for (const [place, word] of words.entries()) {
        if (bit === 0) break
        markWord(word, bit, freedom, at === terms.length - 1 && place === words.length - 1)
        wordBits |= bit
        bit <<= 1
      }
      const numberBit = bit
      if (bit !== 0) markNumber(number, bit)
      bit <<= 1
      needs.push({ words: wordBits, number: numberBit })
    }
    const allWords = needs.reduce((bits, need) => bits | need.words, 0)
    return (row) => {
      const name = rowName[row] as number
      const base = nameBase[name] as number
      const inName = (bases.bits[base] as number) | (names.bits[name] as number)
      const held = inName | (sets.bits[rowSet[row] as number] as number) | (numbers.bits[rowNumber[row] as number] as number)
      for (const { words, number } of needs) if ((held & words) !== words && (held & number) === 0) return 0
      const baseWords = (baseTokenStart[base + 1] as number) - (baseTokenStart[base] as number)
      const exact = exactBases.bits[base] as number
      const inBase = bitCount(exact & allWords)
      // Names that hold more words of the query and less besides come first, then those without qualifiers.
      const plain = sections.nameQualifierStart[name + 1] === sections.nameQualifierStart[name] ? 1 : 0
      return 1 + Math.round((240 * inBase * inBase) / Math.max(1, baseWords * bitCount(allWords))) * 2 + plain
    }
  }

  const forget = (): void => {
    for (const marks of [bases, exactBases, names, sets, numbers]) clear(marks)
  }

  const candidates = (within: readonly number[] | null): Uint32Array | null => {
    if (within === null) return null
    const inside: number[] = []
    for (const set of within) {
      for (let at = sections.setRowStart[set] as number; at < (sections.setRowStart[set + 1] as number); at++) {
        inside.push(sections.setRows[at] as number)
      }
    }
    return Uint32Array.from(inside)
  }

  /** Rows that match, in the order of names, with their scores. */
  const matches = (score: (row: number) => number, within: Uint32Array | null): { found: number[]; scores: number[] } => {
    const found: number[] = []
    const scores: number[] = []
    const sorted = within === null ? null : within.slice().sort()
    const count = sorted === null ? rows : sorted.length
    for (let at = 0; at < count; at++) {
      const row = sorted === null ? at : (sorted[at] as number)
      const value = score(row)
      if (value === 0) continue
      found.push(row)
      scores.push(value)
    }
    return { found, scores }
  }

  const pageOf = (ordered: ArrayLike<number>, offset: number, limit: number): SearchPage => {
    const products: SearchPage['products'][number][] = []
    for (let at = offset; at < Math.min(ordered.length, offset + limit); at++)
      products.push(records.product(ordered[at] as number))
    return { total: ordered.length, products }
  }

  /** The sets to look in, `null` for all, and `undefined` for an unknown product line. */
  const scope = (category: string | null, set: string | null): readonly number[] | null | undefined => {
    const line = category === null ? -1 : meta.categories.findIndex(({ slug }) => slug === category)
    if (category !== null && line < 0) return undefined
    const named = set === null ? null : (setNames.resolve(set) ?? [])
    if (category === null) return named
    const ofLine = named ?? [...meta.sets.keys()]
    return ofLine.filter((at) => meta.sets[at]?.category === line)
  }

  return ({ q, category, set, offset, limit, sort }: SearchRequest): SearchPage | null => {
    const sets = scope(category, set)
    if (sets === undefined) return null
    const inside = candidates(sets)
    if (q === '' || termsOf(q).length === 0) {
      if (q !== '') return { total: 0, products: [] }
      if (sort === 'name') return pageOf(inside === null ? identity(rows) : inside.sort(), offset, limit)
      return pageOf(inside ?? sections.setRows, offset, limit)
    }
    for (const freedom of ['exact', 'beginning', 'misspelt'] as const) {
      const score = matcher(q, freedom)
      const { found, scores } = score === null ? { found: [], scores: [] } : matches(score, inside)
      forget()
      if (found.length === 0) continue
      if (sort === 'name') return pageOf(found, offset, limit)
      const order = Uint32Array.from(found.keys()).sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b)
      return pageOf(
        order.map((at) => found[at] as number),
        offset,
        limit,
      )
    }
    return { total: 0, products: [] }
  }
}

const identity = (length: number): Uint32Array => Uint32Array.from({ length }, (_, at) => at)

const bitCount = (bits: number): number => {
  let left = bits - ((bits >>> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
