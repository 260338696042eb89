import type { SearchPage, SearchRequest } from '../../ports.ts'
import type { IndexData } from '../format/layout.ts'
import type { ProductStore } from './product-store.ts'
import { createQueryParser, type QueryClause, type TermPostings } from './query-parser.ts'
import { searchScoring } from './scoring.ts'
import type { SetNames } from './set-names.ts'
import { createSparseAccumulator } from './sparse-accumulator.ts'
import type { TermDictionary } from './term-dictionary.ts'

export interface ProductSearchParts {
  readonly data: IndexData
  readonly store: ProductStore
  readonly dictionary: TermDictionary
  readonly setNames: SetNames
}

/** For everything of one kind the terms it holds, one bit each. */
const createMarks = (count: number) => {
  const { values, touched, reset } = createSparseAccumulator(new Uint32Array(count))
  return {
    bits: values,
    reset,
    mark: (places: readonly number[], bit: number): void => {
      for (const at of places) {
        if (values[at] === 0) touched.push(at)
        values[at] = (values[at] as number) | bit
      }
    },
  }
}

const bitCount = (bits: number): number => {
  let left = bits - ((bits >>> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Steps of relevance: by how much of name and query cover each other, then names that begin with a word of the query, then plain printings. */
const steps = 240
const maxScore = 4 * steps + 4

/** Creates the search of products: every clause must match in name, set or number, with the next freer mode only when nothing matches all of them. */
export const createProductSearch = ({ data, store, dictionary, setNames }: ProductSearchParts) => {
  const { sections, meta } = data
  const {
    rowName,
    rowSet,
    rowNumber,
    nameBase,
    baseTokenStart,
    baseRowStart,
    baseRows,
    setRowStart,
    setRows,
    numberRowStart,
    numberRows,
  } = sections
  const parse = createQueryParser(sections, dictionary, setNames)
  const bases = createMarks(baseTokenStart.length - 1)
  const exactBases = createMarks(baseTokenStart.length - 1)
  const closeBases = createMarks(baseTokenStart.length - 1)
  const begunBases = createMarks(baseTokenStart.length - 1)
  const names = createMarks(nameBase.length)
  const sets = createMarks(meta.sets.length)
  const numbers = createMarks(sections.numberDigits.length)
  const candidates = createSparseAccumulator(new Uint8Array(rowName.length))

  const markAll = (clauses: readonly QueryClause[]): void => {
    for (const marks of [bases, exactBases, closeBases, begunBases, names, sets, numbers]) marks.reset()
    for (const { words, number } of clauses) {
      for (const postings of number === null ? words : [...words, number]) {
        bases.mark(postings.bases, postings.bit)
        exactBases.mark(postings.exactBases, postings.bit)
        closeBases.mark(postings.closeBases, postings.bit)
        begunBases.mark(postings.begunBases, postings.bit)
        names.mark(postings.names, postings.bit)
        sets.mark(postings.sets, postings.bit)
        numbers.mark(postings.numbers, postings.bit)
      }
    }
  }

  /** Visits every range of rows that a word or number stands in. */
  const eachRange = (postings: TermPostings, visit: (rows: Uint32Array, from: number, to: number) => void): void => {
    for (const base of postings.bases) visit(baseRows, baseRowStart[base] as number, baseRowStart[base + 1] as number)
    for (const name of postings.names) {
      const base = nameBase[name] as number
      visit(baseRows, baseRowStart[base] as number, baseRowStart[base + 1] as number)
    }
    for (const set of postings.sets) visit(setRows, setRowStart[set] as number, setRowStart[set + 1] as number)
    for (const id of postings.numbers) visit(numberRows, numberRowStart[id] as number, numberRowStart[id + 1] as number)
  }

  const postingCount = (postings: TermPostings): number => {
    let rows = 0
    eachRange(postings, (_, from, to) => {
      rows += to - from
    })
    return rows
  }

  /** The postings of the rarest clause: whatever matches all clauses is among them. */
  const rarest = (clauses: readonly QueryClause[]): TermPostings[] => {
    let best: TermPostings[] = []
    let minRows = Number.POSITIVE_INFINITY
    for (const { words, number } of clauses) {
      const word = words.reduce((fewest, postings) => (postingCount(postings) < postingCount(fewest) ? postings : fewest))
      const postings = number === null ? [word] : [word, number]
      const rows = postings.reduce((sum, each) => sum + postingCount(each), 0)
      if (rows < minRows) [best, minRows] = [postings, rows]
    }
    return best
  }

  /** How well a row matches all clauses, or 0 where it lacks one. */
  const scoreOf = (row: number, clauses: readonly QueryClause[], allWords: number): number => {
    const name = rowName[row] as number
    const base = nameBase[name] as number
    const held =
      (bases.bits[base] as number) |
      (names.bits[name] as number) |
      (sets.bits[rowSet[row] as number] as number) |
      (numbers.bits[rowNumber[row] as number] as number)
    for (const { words, number } of clauses) {
      if (number !== null && (held & number.bit) !== 0) continue
      for (const { bit } of words) if ((held & bit) === 0) return 0
    }
    const baseWords = (baseTokenStart[base + 1] as number) - (baseTokenStart[base] as number)
    const exact = (exactBases.bits[base] as number) & allWords
    const close = (closeBases.bits[base] as number) & allWords & ~exact
    const far = (bases.bits[base] as number) & allWords & ~exact & ~close
    const inBase = bitCount(exact) + searchScoring.close * bitCount(close) + searchScoring.far * bitCount(far)
    const begun = begunBases.bits[base] === 0 ? 0 : 1
    const plain = sections.nameQualifierStart[name + 1] === sections.nameQualifierStart[name] ? 1 : 0
    return 1 + Math.round((steps * inBase * inBase) / Math.max(1, baseWords * bitCount(allWords))) * 4 + begun * 2 + plain
  }

  /** The candidates in the order of names: sorted where they are few, else read off the marks. */
  const candidatesByName = (): Uint32Array => {
    const { touched, values } = candidates
    const ordered = Uint32Array.from(touched)
    if (touched.length * 20 < values.length) return ordered.sort()
    let count = 0
    for (let row = 0; row < values.length; row++) if (values[row] === 1) ordered[count++] = row
    return ordered
  }

  /** Rows that match all clauses, in the order of names, with their scores. */
  const match = (
    clauses: readonly QueryClause[],
    within: ReadonlySet<number> | null,
  ): { rows: Uint32Array; scores: Uint16Array } => {
    candidates.reset()
    const { touched, values } = candidates
    for (const postings of rarest(clauses)) {
      eachRange(postings, (rows, from, to) => {
        for (let at = from; at < to; at++) {
          const row = rows[at] as number
          if (values[row] === 1) continue
          touched.push(row)
          values[row] = 1
        }
      })
    }
    const found = candidatesByName()
    const allWords = clauses.reduce((bits, { words }) => words.reduce((sum, { bit }) => sum | bit, bits), 0)
    const scores = new Uint16Array(found.length)
    let count = 0
    for (const row of found) {
      if (within !== null && !within.has(rowSet[row] as number)) continue
      const score = scoreOf(row, clauses, allWords)
      if (score === 0) continue
      found[count] = row
      scores[count] = score
      count++
    }
    return { rows: found.subarray(0, count), scores: scores.subarray(0, count) }
  }

  /** Best first, equal ones in the order of names: a counting sort, since scores are few. */
  const byRelevance = (rows: Uint32Array, scores: Uint16Array): Uint32Array => {
    const next = new Uint32Array(maxScore + 2)
    for (const score of scores) next[maxScore - score + 1] = (next[maxScore - score + 1] as number) + 1
    for (let place = 1; place < next.length; place++) next[place] = (next[place] as number) + (next[place - 1] as number)
    const ordered = new Uint32Array(rows.length)
    for (let at = 0; at < rows.length; at++) {
      const place = maxScore - (scores[at] as number)
      const to = next[place] as number
      next[place] = to + 1
      ordered[to] = rows[at] as number
    }
    return ordered
  }

  const pageOf = (total: number, rowAt: (place: number) => number, offset: number, limit: number): SearchPage => {
    const products: SearchPage['products'][number][] = []
    for (let at = offset; at < Math.min(total, offset + limit); at++) products.push(store.product(rowAt(at)))
    return { total, products }
  }

  const pageOfList = (rows: Uint32Array, offset: number, limit: number): SearchPage =>
    pageOf(rows.length, (place) => rows[place] as number, offset, limit)

  /** The sets to look in, `null` for all, and `undefined` for an unknown product line. */
  const scope = (category: string | null, set: string | null): readonly number[] | null | undefined => {
    const line = category === null ? -1 : meta.categories.findIndex(({ slug }) => slug === category)
    if (category !== null && line < 0) return undefined
    const named = set === null ? null : (setNames.resolve(set) ?? [])
    if (category === null) return named
    return (named ?? [...meta.sets.keys()]).filter((at) => meta.sets[at]?.category === line)
  }

  /** All rows of these sets, in the order of the source. */
  const rowsOfSets = (within: readonly number[]): Uint32Array => {
    const parts = within.map((set) => setRows.subarray(setRowStart[set] as number, setRowStart[set + 1] as number))
    const rows = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of parts) {
      rows.set(part, at)
      at += part.length
    }
    return rows
  }

  const list = (setsInScope: readonly number[] | null, { sort, offset, limit }: SearchRequest): SearchPage => {
    if (setsInScope === null && sort === 'name') return pageOf(rowName.length, (place) => place, offset, limit)
    const rows = setsInScope === null ? setRows : rowsOfSets(setsInScope)
    return pageOfList(sort === 'name' ? rows.sort() : rows, offset, limit)
  }

  return (request: SearchRequest): SearchPage | null => {
    const { q, category, set, offset, limit, sort } = request
    const setsInScope = scope(category, set)
    if (setsInScope === undefined) return null
    if (q === '') return list(setsInScope, request)
    const inside = setsInScope === null ? null : new Set(setsInScope)
    for (const mode of ['exact', 'prefix', 'fuzzy'] as const) {
      const clauses = parse(q, mode)
      if (clauses.length === 0) break
      markAll(clauses)
      const { rows, scores } = match(clauses, inside)
      if (rows.length > 0) return pageOfList(sort === 'name' ? rows : byRelevance(rows, scores), offset, limit)
    }
    return { total: 0, products: [] }
  }
}
