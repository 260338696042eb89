import type { CatalogProduct, SearchPage, SearchRequest } from '../../ports.ts'
import { extrasNotAsked } from '../format/extra-kinds.ts'
import type { IndexData } from '../format/layout.ts'
import { createNumberSearch } from './number-search.ts'
import type { ProductStore } from './product-store.ts'
import { parseSearchText, type SearchText } from './query-parser.ts'
import { createQueryTerms, type QueryTerm, type QueryTermReader, readTerms } from './query-terms.ts'
import { createRelevance, createRowScorer, markTerms, maxRelevance, type Relevance } from './relevance.ts'
import { searchLimits as limits, searchScoring as scoring } from './scoring.ts'
import { resolveSets, type SetNames, setsOfLine } from './set-names.ts'
import type { TermDictionary } from './term-dictionary.ts'
import { collectRows, countRows, createTermRows, type TermRows } from './term-rows.ts'

export interface ProductSearchParts {
  readonly data: IndexData
  readonly store: ProductStore
  readonly dictionary: TermDictionary
  readonly setNames: SetNames
}

interface ProductSearch extends ProductSearchParts {
  readonly queryTerms: QueryTermReader
  readonly relevance: Relevance
  readonly scorer: ReturnType<typeof createRowScorer>
  readonly termRows: TermRows
}

/** A query with its terms in one mode, and the sets to look in, `null` for all. */
interface Wanted {
  readonly text: SearchText
  readonly terms: readonly QueryTerm[]
  readonly within: ReadonlySet<number> | null
  /** Words that have to belong to a product, one bit each. */
  readonly required: number
  /** Flags of what comes last, since the text does not ask for it. */
  readonly extras: number
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

/** The words of a query with the terms that explain them and how many rows those stand in, the rarest word first. */
const rarestFirst = (termRows: TermRows, { text, terms }: Wanted): CountedWord[] => {
  const counted = terms.map((term) => ({ term, rows: countRows(termRows, term) }))
  return text.words
    .map((_, at) => {
      const bit = 1 << at
      const explaining = counted.filter(({ term }) => (term.mask & bit) !== 0)
      return {
        bit,
        terms: explaining.map(({ term }) => term),
        rows: explaining.reduce((sum, { rows }) => sum + rows, 0),
      }
    })
    .sort((a, b) => a.rows - b.rows)
}

/** Words that no product may lack: those of the copy only as part of a longer name of card, set or rarity. */
const requiredWords = ({ words, copyWords }: SearchText, terms: readonly QueryTerm[]): number => {
  const all = words.reduce((bits, _, at) => bits | (1 << at), 0)
  let free = copyWords
  for (const { mask, wholeBases, wholeSets, wholeRarities } of terms)
    if ((mask & ~copyWords) !== 0 && wholeBases.length + wholeSets.length + wholeRarities.length > 0) free &= ~mask
  return free === all ? all : all & ~free
}

/**
 * Rows that hold all required words: they are among those of the rarest, unless each word may as well be a rarity or a
 * product line.
 */
const matchAll = ({ scorer, termRows }: ProductSearch, wanted: Wanted): Matches => {
  const { heldBy, scoreOf } = scorer
  const { required, extras } = wanted
  const rarest = rarestFirst(termRows, wanted).find(
    ({ bit, terms }) => (required & bit) !== 0 && !terms.some(isContext),
  )
  const rows = collectRows(termRows, rarest?.terms ?? wanted.terms, wanted.within)
  const scores = new Uint16Array(rows.length)
  const all = wanted.text.words.reduce((bits, _, at) => bits | (1 << at), 0)
  let count = 0
  for (const row of rows) {
    const held = heldBy(row)
    if ((held & required) !== required) continue
    rows[count] = row
    scores[count] = scoreOf(row, held & all, all, extras)
    count++
  }
  return { rows: rows.subarray(0, count), scores: scores.subarray(0, count) }
}

/** The words whose rows are looked through for a partial match: the rarest, as far as the budget reaches. */
const wordsWithinBudget = (words: readonly CountedWord[]): CountedWord[] => {
  let budget: number = limits.partialRows
  return words.filter(({ rows }, at) => {
    budget -= rows
    return budget >= 0 || words.slice(0, at).every((before) => before.rows === 0)
  })
}

/**
 * Rows that explain the most of the query, what is rare in the catalogue weighing more; none where that is too
 * little.
 */
const matchMost = ({ data, scorer, termRows }: ProductSearch, wanted: Wanted): Matches => {
  const { heldBy, heldExactlyBy, scoreOf } = scorer
  const words = rarestFirst(termRows, wanted)
  const rowCount = data.sections.rowName.length
  const weightOf = (mask: number): number => {
    const rarest = words.find(({ bit }) => (mask & bit) !== 0)
    return Math.log((1 + rowCount) / (1 + Math.min(rowCount, rarest?.rows ?? 0)))
  }
  const units = wanted.text.units.map((unit) => {
    const isRequired = (unit.mask & wanted.required) !== 0
    return { ...unit, weight: weightOf(unit.mask) * (isRequired ? 1 : scoring.copyShare) }
  })
  const whole = units.reduce((sum, { weight, isNumber }) => sum + weight * (isNumber ? scoring.loneNumber : 1), 0)
  let best = scoring.partialShare * whole
  let count = 0
  const terms = new Set(wordsWithinBudget(words).flatMap(({ terms }) => terms))
  const rows = collectRows(termRows, terms, wanted.within)
  const scores = new Uint16Array(rows.length)
  for (const row of rows) {
    const held = heldBy(row)
    if (held === 0) continue
    const exact = heldExactlyBy(row)
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
    scores[count] = scoreOf(row, explained, explained, wanted.extras)
    count++
  }
  return { rows: rows.subarray(0, count), scores: scores.subarray(0, count) }
}

/** Rows with all words, which match ever more freely; else those with the most. */
const findMatches = (search: ProductSearch, text: SearchText, within: Wanted['within']): Matches => {
  const termsOf = readTerms(search.queryTerms, text)
  const extras = extrasNotAsked(text.words)
  let wanted: Wanted = { text, terms: [], within, required: 0, extras }
  for (const mode of ['exact', 'prefix', 'near'] as const) {
    const terms = termsOf(mode)
    wanted = { ...wanted, terms, required: requiredWords(text, terms) }
    markTerms(search.relevance, wanted.terms)
    const matches = matchAll(search, wanted)
    if (matches.rows.length > 0) return matches
  }
  return matchMost(search, wanted)
}

/** Rows up to which an insertion sort is faster than counting all scores there may be. */
const maxInserted = 64

/** Best first, equal ones in the order of names. */
const insertionSort = ({ rows, scores }: Matches): Uint32Array => {
  for (let at = 1; at < rows.length; at++) {
    const [row, score] = [rows[at] as number, scores[at] as number]
    let to = at
    for (; to > 0 && (scores[to - 1] as number) < score; to--) {
      rows[to] = rows[to - 1] as number
      scores[to] = scores[to - 1] as number
    }
    rows[to] = row
    scores[to] = score
  }
  return rows
}

/** Best first, equal ones in the order of names; many by a counting sort, since scores are few. */
const byRelevance = (matches: Matches): Uint32Array => {
  const { rows, scores } = matches
  if (rows.length <= maxInserted) return insertionSort(matches)
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

/** All rows of these sets, in the order of the source. */
const rowsOfSets = ({ setRowStart, setRows }: IndexData['sections'], sets: readonly number[]): Uint32Array => {
  const parts = sets.map((set) => setRows.subarray(setRowStart[set] as number, setRowStart[set + 1] as number))
  const rows = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    rows.set(part, at)
    at += part.length
  }
  return rows
}

/** The rows that a request asks for, in its order; `null` for all in the order of names. */
const rowsOf = (
  search: ProductSearch,
  { q, sort }: SearchRequest,
  sets: readonly number[] | null,
): Uint32Array | null => {
  if (q !== '') {
    const matches = findMatches(search, parseSearchText(q), sets && new Set(sets))
    return sort === 'name' ? matches.rows : byRelevance(matches)
  }
  const { sections } = search.data
  if (sets === null) return sort === 'name' ? null : sections.setRows
  const rows = rowsOfSets(sections, sets)
  return sort === 'name' ? rows.sort() : rows
}

/**
 * Creates the search of products: every word must stand in name, set or number, or beside such a word be the product
 * line or rarity. Only when nothing holds them all are words freer, and in the end left out.
 */
export const createProductSearch = (parts: ProductSearchParts) => {
  const { data, store, setNames } = parts
  const relevance = createRelevance(data)
  const search: ProductSearch = {
    ...parts,
    queryTerms: createQueryTerms({ ...parts, numbers: createNumberSearch(data.sections, store) }),
    relevance,
    scorer: createRowScorer(relevance),
    termRows: createTermRows(data),
  }
  return (request: SearchRequest): SearchPage | null => {
    const { category, set, offset, limit } = request
    const sets = setsOfLine(data.meta, category, set === null ? null : (resolveSets(setNames, set)?.sets ?? []))
    if (sets === undefined) return null
    const rows = rowsOf(search, request, sets)
    const total = rows?.length ?? data.meta.products
    const products: CatalogProduct[] = []
    for (let at = offset; at < Math.min(total, offset + limit); at++)
      products.push(store.product(rows === null ? at : (rows[at] as number)))
    return { total, products }
  }
}
