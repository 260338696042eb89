import { numberSkeleton } from '../../../cards/collector-number.ts'
import { foldedPossessive } from '../../../cards/possessive.ts'
import type { CardText } from '../../ports.ts'
import type { IndexData, IndexSections } from '../format/layout.ts'
import { findNames, type NameSearch, type ScoredName } from './name-search.ts'
import {
  type AllowsRow,
  eachAgreeing,
  eachUnder,
  idsLike,
  idsOf,
  idsWithoutTotal,
  type NumberSearch,
} from './number-search.ts'
import type { ProductStore } from './product-store.ts'
import { printingLimits as limits } from './scoring.ts'
import type { NamedSets, SetNames } from './set-names.ts'
import type { QueryWord } from './spelling-corrector.ts'

export interface PrintingSearchParts {
  readonly data: IndexData
  readonly store: ProductStore
  readonly names: NameSearch
  readonly setNames: SetNames
}

/** What is looked for: a text, or what is left of it without the words that name a set. */
export interface Wanted {
  readonly words: readonly QueryWord[]
  readonly text: CardText
  /** Readings of the whole name. */
  readonly fullNames: readonly string[]
  /** True when numbers are all there is, so that even a bare one is looked for by itself. */
  readonly isNameless: boolean
  /** True within the sets that the hint or the text names. */
  readonly isInSet: boolean
}

/** What was found in the whole catalogue or within some sets. */
export interface Collected {
  /** At most `cap`, the agreeing ones first. */
  readonly rows: ReadonlySet<number>
  /** Rows found, those beyond the cap too. */
  readonly total: number
  /** Rows whose number agrees. */
  readonly agreed: number
  readonly best: ScoredName | null
  /** Makes a test of whether a row is among the found, also where it lies beyond the cap. */
  readonly hitTest: () => (row: number) => boolean
}

export interface PrintingSearch extends PrintingSearchParts {
  readonly numbers: NumberSearch
}

const qualifierHits = ({ data, names }: PrintingSearch, row: number, queryWords: ReadonlySet<string>): number => {
  const { rowName, nameQualifiers, nameQualifierStart } = data.sections
  const name = rowName[row] as number
  const end = nameQualifierStart[name + 1] as number
  let hits = 0
  for (let at = nameQualifierStart[name] as number; at < end; at++) {
    if (queryWords.has(names.dictionary.word(nameQualifiers[at] as number))) hits++
    else hits -= limits.extraQualifier
  }
  return hits
}

/** Rows of a base; where there are more than `limit`, those first whose qualifiers stand in the query. */
const rowsOf = (
  search: PrintingSearch,
  base: number,
  { limit, queryWords, allows }: { limit: number; queryWords: ReadonlySet<string>; allows: AllowsRow },
): number[] => {
  const { baseRows, baseRowStart } = search.data.sections
  const rows: number[] = []
  for (let at = baseRowStart[base] as number; at < (baseRowStart[base + 1] as number); at++) {
    const row = baseRows[at] as number
    if (allows(row)) rows.push(row)
  }
  if (rows.length <= limit || queryWords.size === 0) return rows
  const hits = new Map(rows.map((row) => [row, qualifierHits(search, row, queryWords)]))
  return rows.sort((a, b) => (hits.get(b) as number) - (hits.get(a) as number) || a - b)
}

const hasRow = ({ baseRowStart, baseRows }: IndexSections, base: number, allows: AllowsRow): boolean => {
  const end = baseRowStart[base + 1] as number
  for (let at = baseRowStart[base] as number; at < end; at++) if (allows(baseRows[at] as number)) return true
  return false
}

/** How many rows some bases have; one that has several of them counts once. */
const countRows = (
  { baseRowStart, baseRows, rowOthers }: IndexSections,
  bases: readonly number[],
  allows: AllowsRow | null,
): number => {
  if (rowOthers.length > 0) {
    const rowsOfBase = (base: number) => baseRows.subarray(baseRowStart[base], baseRowStart[base + 1])
    return new Set(bases.flatMap((base) => [...rowsOfBase(base)].filter(allows ?? (() => true)))).size
  }
  let count = 0
  for (const base of bases) {
    const [from, to] = [baseRowStart[base] as number, baseRowStart[base + 1] as number]
    if (allows === null) count += to - from
    else for (let at = from; at < to; at++) if (allows(baseRows[at] as number)) count++
  }
  return count
}

/** Whether a name begins with all words of the text: a first name may be the beginning of a better known card. */
const begins = ({ data, names }: PrintingSearch, base: number, words: readonly QueryWord[]): boolean => {
  const { baseTokens, baseTokenStart } = data.sections
  const start = baseTokenStart[base] as number
  if (words.length >= (baseTokenStart[base + 1] as number) - start) return false
  return words.every(({ text }, at) => {
    const word = names.dictionary.word(baseTokens[start + at] as number)
    return word === text || word === foldedPossessive(text)
  })
}

/** All rows whose number agrees, beside one of the names or by itself: first the same, then variants. */
const withNumber = (
  { numbers }: PrintingSearch,
  found: readonly ScoredName[],
  { text, isNameless, isInSet }: Wanted,
  allows: AllowsRow,
): Set<number> => {
  const same = new Set<number>()
  const variants = new Set<number>()
  const add = (row: number, isVariant = false): void => {
    if (allows(row)) (isVariant ? variants : same).add(row)
  }
  const addSame = (row: number): void => add(row)
  for (const { base } of found) for (const reading of text.numbers) eachAgreeing(numbers, base, reading, add)
  for (const reading of text.numbers)
    if (reading.strength !== 'bare' || isNameless) eachUnder(numbers, idsOf(numbers, reading), addSame)
  if (isInSet && isNameless)
    for (const reading of text.numbers) eachUnder(numbers, idsWithoutTotal(numbers, reading), addSame)
  if (same.size === 0)
    for (const { text: written } of text.numbers) eachUnder(numbers, idsLike(numbers, numberSkeleton(written)), addSame)
  for (const row of variants) same.add(row)
  return same
}

/** Collects what is wanted in some sets and rows, in all where `within` is `null`. */
export const collect = (
  search: PrintingSearch,
  wanted: Wanted,
  cap: number,
  within: Pick<NamedSets, 'sets' | 'rows'> | null,
): Collected => {
  const { data, names, store } = search
  const { rowSet, rowName, nameBase } = data.sections
  const { words, fullNames } = wanted
  const wantedSets = within && new Set(within.sets)
  const wantedRows = new Set(within?.rows)
  const allows: AllowsRow = (row) => wantedSets === null || wantedSets.has(rowSet[row] as number) || wantedRows.has(row)
  const { names: found, beyond } = findNames(names, words, fullNames, {
    limit: limits.names,
    allows: wantedSets && ((base) => hasRow(data.sections, base, allows)),
    nearShare: limits.nameShare,
  })
  const agreeing = withNumber(search, found, wanted, allows)
  const agreed = agreeing.size
  const rows = agreed <= cap ? agreeing : new Set([...agreeing].slice(0, cap))
  const inspected = rows.size
  const minScore = (found[0]?.score ?? 0) * limits.nameShare
  const near = found
    .filter(({ score, base }) => score >= minScore || begins(search, base, words))
    .map(({ base }) => base)
  const queryWords = new Set(words.map((word) => word.text))
  // Beside a number that agrees a few of other numbers are shown; without one the names are all there is.
  const limit = agreed > 0 ? Math.min(cap, rows.size + limits.otherNumbers) : cap
  for (const base of near) {
    if (rows.size >= limit) break
    for (const row of rowsOf(search, base, { limit: limit - rows.size, queryWords, allows }))
      if (rows.size < limit) rows.add(row)
  }
  const best = found[0] ?? null
  if (agreed > 0) {
    const hitTest = () => (row: number) => agreeing.has(row) || rows.has(row)
    return { rows, total: agreed + rows.size - inspected, agreed, best, hitTest }
  }
  const bases = [...near, ...beyond()]
  const hitTest = () => {
    const hits = new Set(bases)
    return (row: number) =>
      hits.has(nameBase[rowName[row] as number] as number) || store.othersOf(row).some((other) => hits.has(other))
  }
  return { rows, total: countRows(data.sections, bases, wantedSets && allows), agreed, best, hitTest }
}
