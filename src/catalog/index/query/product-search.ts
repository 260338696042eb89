import type { SearchPage, SearchRequest } from '../../ports.ts'
import type { IndexData } from '../format/layout.ts'
import { createNumberSearch } from './number-search.ts'
import type { ProductStore } from './product-store.ts'
import { parseSearchText, type SearchText } from './query-parser.ts'
import { createQueryTerms, type QueryTerm } from './query-terms.ts'
import { createRelevance, maxRelevance } from './relevance.ts'
import { searchLimits as limits, searchScoring as scoring } from './scoring.ts'
import type { SetNames } from './set-names.ts'
import { createSparseAccumulator } from './sparse-accumulator.ts'
import type { TermDictionary } from './term-dictionary.ts'

export interface ProductSearchParts {
  readonly data: IndexData
  readonly store: ProductStore
  readonly dictionary: TermDictionary
  readonly setNames: SetNames
}

/** Rows that match, in the order of names, with their scores. */
interface Matches {
  readonly rows: Uint32Array
  readonly scores: Uint16Array
}

interface CountedWord {
  readonly bit: number
  readonly terms: readonly QueryTerm[]
  readonly rows: number
}

/** Whether a term may be what a product is rather than what it is called. */
const isContext = ({ lineSets, rarities }: QueryTerm): boolean => lineSets.length > 0 || rarities.length > 0

/**
 * Creates the search of products: every word must stand in name, set or number, or beside such a word be the product line or rarity. Only when nothing holds them
 * all are words freer, and in the end left out.
 */
export const createProductSearch = ({ data, store, dictionary, setNames }: ProductSearchParts) => {
  const { sections, meta } = data
  const {
    rowName,
    rowSet,
    rowRarity,
    nameBase,
    baseRowStart,
    baseRows,
    setRowStart,
    setRows,
    numberRowStart,
    numberRows,
    tokenBaseStart,
    tokenBases,
    tokenNameStart,
    tokenNames,
  } = sections
  const rowCount = rowName.length
  const readTerms = createQueryTerms({ data, store, dictionary, setNames, numbers: createNumberSearch(sections, store) })
  const { mark, heldBy, heldExactlyBy, scoreOf } = createRelevance(data)
  const candidates = createSparseAccumulator(new Uint8Array(rowCount))
  const rowsPerName = rowCount / Math.max(1, nameBase.length)
  const rarityRows = new Uint32Array(meta.rarities.length)
  for (const rarity of rowRarity) rarityRows[rarity] = (rarityRows[rarity] as number) + 1

  /** Visits every range of rows whose name, set or number has a term. */
  const eachRange = (term: QueryTerm, visit: (rows: Uint32Array, from: number, to: number) => void): void => {
    const visitAll = (rows: Uint32Array, start: Uint32Array, ids: readonly number[]): void => {
      for (const id of ids) visit(rows, start[id] as number, start[id + 1] as number)
    }
    const visitBase = (base: number): void => visit(baseRows, baseRowStart[base] as number, baseRowStart[base + 1] as number)
    for (const tokens of [term.exactTokens, term.closeTokens, term.farTokens]) {
      for (const token of tokens) {
        const [end, namesEnd] = [tokenBaseStart[token + 1] as number, tokenNameStart[token + 1] as number]
        for (let at = tokenBaseStart[token] as number; at < end; at++) visitBase(tokenBases[at] as number)
        for (let at = tokenNameStart[token] as number; at < namesEnd; at++)
          visitBase(nameBase[tokenNames[at] as number] as number)
      }
    }
    visitAll(baseRows, baseRowStart, term.wholeBases)
    visitAll(baseRows, baseRowStart, term.phraseBases)
    visitAll(setRows, setRowStart, term.wholeSets)
    visitAll(setRows, setRowStart, term.sets)
    visitAll(numberRows, numberRowStart, term.numbers)
    visitAll(numberRows, numberRowStart, term.nearNumbers)
  }

  /** About how many rows a term stands in. */
  const countRows = (term: QueryTerm): number => {
    let rows = 0
    const count = (start: Uint32Array, ids: readonly number[], rowsOfEach = 1): void => {
      for (const id of ids) rows += ((start[id + 1] as number) - (start[id] as number)) * rowsOfEach
    }
    for (const tokens of [term.exactTokens, term.closeTokens, term.farTokens]) {
      count(tokenBaseStart, tokens, rowsPerName)
      count(tokenNameStart, tokens, rowsPerName)
    }
    for (const bases of [term.wholeBases, term.phraseBases]) count(baseRowStart, bases)
    for (const sets of [term.wholeSets, term.sets, term.lineSets]) count(setRowStart, sets)
    for (const numbers of [term.numbers, term.nearNumbers]) count(numberRowStart, numbers)
    for (const rarity of term.rarities) rows += rarityRows[rarity] as number
    return rows
  }

  /** The words of a query with the terms that explain them and how many rows those stand in, the rarest word first. */
  const rarestFirst = ({ words }: SearchText, terms: readonly QueryTerm[]): CountedWord[] => {
    const counted = terms.map((term) => ({ term, rows: countRows(term) }))
    return words
      .map((_, at) => {
        const bit = 1 << at
        const explaining = counted.filter(({ term }) => (term.mask & bit) !== 0)
        return { bit, terms: explaining.map(({ term }) => term), rows: explaining.reduce((sum, { rows }) => sum + rows, 0) }
      })
      .sort((a, b) => a.rows - b.rows)
  }

  /** The candidates in the order of names: sorted where they are few, else read off the marks. */
  const candidatesByName = (): Uint32Array => {
    const { touched, values } = candidates
    const ordered = new Uint32Array(touched)
    if (touched.length * 20 < values.length) return ordered.sort()
    let count = 0
    for (let row = 0; row < values.length; row++) if (values[row] === 1) ordered[count++] = row
    return ordered
  }

  /** The rows of some terms within some sets, in the order of names. */
  const rowsOfTerms = (terms: Iterable<QueryTerm>, within: ReadonlySet<number> | null): Uint32Array => {
    candidates.reset()
    const { touched, values } = candidates
    const add = (row: number): void => {
      if (values[row] === 1) return
      touched.push(row)
      values[row] = 1
    }
    for (const term of terms) {
      eachRange(term, (rows, from, to) => {
        for (let at = from; at < to; at++) add(rows[at] as number)
      })
    }
    const rows = candidatesByName()
    return within === null ? rows : rows.filter((row) => within.has(rowSet[row] as number))
  }

  /** Rows that hold all words: they are among those of the rarest, unless each word may as well be a rarity or a product line. */
  const matchAll = (text: SearchText, terms: readonly QueryTerm[], within: ReadonlySet<number> | null): Matches => {
    const rarest = rarestFirst(text, terms).find((word) => !word.terms.some(isContext))
    const rows = rowsOfTerms(rarest?.terms ?? terms, within)
    const scores = new Uint16Array(rows.length)
    const all = text.words.reduce((bits, _, at) => bits | (1 << at), 0)
    let count = 0
    for (const row of rows) {
      if ((heldBy(row) & all) !== all) continue
      rows[count] = row
      scores[count] = scoreOf(row, all)
      count++
    }
    return { rows: rows.subarray(0, count), scores: scores.subarray(0, count) }
  }

  /** Rows that explain the most of the query, what is rare in the catalogue weighing more; none where that is too little. */
  const matchMost = (text: SearchText, terms: readonly QueryTerm[], within: ReadonlySet<number> | null): Matches => {
    const words = rarestFirst(text, terms)
    const weightOf = (mask: number): number => {
      const rarest = words.find(({ bit }) => (mask & bit) !== 0)
      return Math.log((1 + rowCount) / (1 + Math.min(rowCount, rarest?.rows ?? 0)))
    }
    const units = text.units.map((unit) => ({ ...unit, weight: weightOf(unit.mask) }))
    let budget: number = limits.partialRows
    const searched = words.filter(({ rows }, at) => {
      budget -= rows
      return budget >= 0 || words.slice(0, at).every((before) => before.rows === 0)
    })
    const whole = units.reduce((sum, { weight, isNumber }) => sum + weight * (isNumber ? scoring.loneNumber : 1), 0)
    let best = scoring.partialShare * whole
    let count = 0
    const rows = rowsOfTerms(new Set(searched.flatMap(({ terms }) => terms)), within)
    const scores = new Uint16Array(rows.length)
    for (const row of rows) {
      const held = heldBy(row)
      const exact = heldExactlyBy(row)
      if (held === 0) continue
      let weight = 0
      let numberWeight = 0
      let explained = 0
      for (const unit of units) {
        if ((held & unit.mask) !== unit.mask) continue
        const share = (exact & unit.mask) === unit.mask ? unit.weight : scoring.closeShare * unit.weight
        if (unit.isNumber) numberWeight += share
        else weight += share
        explained |= unit.mask
      }
      weight += weight === 0 ? scoring.loneNumber * numberWeight : numberWeight
      if (weight < best || weight === 0) continue
      if (weight > best) [best, count] = [weight, 0]
      rows[count] = row
      scores[count] = scoreOf(row, explained)
      count++
    }
    return { rows: rows.subarray(0, count), scores: scores.subarray(0, count) }
  }

  /** Best first, equal ones in the order of names: a counting sort, since scores are few. */
  const byRelevance = ({ rows, scores }: Matches): Uint32Array => {
    const next = new Uint32Array(maxRelevance + 2)
    for (const score of scores) next[maxRelevance - score + 1] = (next[maxRelevance - score + 1] as number) + 1
    for (let place = 1; place < next.length; place++) next[place] = (next[place] as number) + (next[place - 1] as number)
    const ordered = new Uint32Array(rows.length)
    for (let at = 0; at < rows.length; at++) {
      const place = maxRelevance - (scores[at] as number)
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
    const named = set === null ? null : (setNames.resolve(set)?.sets ?? [])
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
    if (setsInScope === null && sort === 'name') return pageOf(rowCount, (place) => place, offset, limit)
    const rows = setsInScope === null ? setRows : rowsOfSets(setsInScope)
    return pageOfList(sort === 'name' ? rows.sort() : rows, offset, limit)
  }

  const find = (text: SearchText, within: ReadonlySet<number> | null): Matches => {
    const termsOf = readTerms(text)
    let terms: QueryTerm[] = []
    for (const mode of ['exact', 'prefix', 'near'] as const) {
      terms = termsOf(mode)
      mark(terms)
      const matches = matchAll(text, terms, within)
      if (matches.rows.length > 0) return matches
    }
    return matchMost(text, terms, within)
  }

  return (request: SearchRequest): SearchPage | null => {
    const { q, category, set, offset, limit, sort } = request
    const setsInScope = scope(category, set)
    if (setsInScope === undefined) return null
    if (q === '') return list(setsInScope, request)
    const matches = find(parseSearchText(q), setsInScope === null ? null : new Set(setsInScope))
    return pageOfList(sort === 'name' ? matches.rows : byRelevance(matches), offset, limit)
  }
}
