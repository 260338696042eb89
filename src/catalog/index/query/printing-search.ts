import { numberSkeleton } from '../../../cards/collector-number.ts'
import { foldText } from '../../../cards/fold.ts'
import { isNameless } from '../../nameless.ts'
import type { CardText, NumberReading, Printings, PrintingsRequest } from '../../ports.ts'
import type { IndexData, IndexSections, IndexSet } from '../format/layout.ts'
import { findNames, isName, type NameSearch, type ScoredName } from './name-search.ts'
import {
  type AllowsRow,
  createNumberSearch,
  eachAgreeing,
  eachUnder,
  idsLike,
  idsOf,
  idsWithoutTotal,
  type NumberSearch,
} from './number-search.ts'
import type { ProductStore } from './product-store.ts'
import { printingLimits as limits, nameScoring, textWeights } from './scoring.ts'
import { type HintedSets, type NamedSets, resolveSets, type SetNames, setsMentioned, setsOfLine } from './set-names.ts'
import type { QueryWord } from './spelling-corrector.ts'

export interface PrintingSearchParts {
  readonly data: IndexData
  readonly store: ProductStore
  readonly names: NameSearch
  readonly setNames: SetNames
}

const weighted = (words: CardText['words'], numbers: CardText['numbers']): QueryWord[] => {
  const weights: number[] = words.map(({ isStopword }) => (isStopword ? textWeights.stopword : 1))
  for (const [order, { from, to, strength }] of numbers.entries()) {
    const { sureNumber, bareNumber, otherNumber } = textWeights
    const weight = order > 0 ? otherNumber : strength === 'bare' ? bareNumber : sureNumber
    for (let at = from; at < to; at++) weights[at] = Math.min(weights[at] ?? 1, weight)
  }
  return words.map(({ text }, at) => ({ text, weight: weights[at] ?? 1 }))
}

/** What is looked for: a text, or what is left of it without the words that name a set. */
interface Wanted {
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
interface Collected {
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

interface Answer extends Pick<Collected, 'rows' | 'total'> {
  readonly hinted: HintedSets | null
  readonly isWithinHint?: boolean
  readonly mentions: readonly NamedSets[]
  readonly cap: number
}

interface PrintingSearch extends PrintingSearchParts {
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
  return (
    words.length < (baseTokenStart[base + 1] as number) - start &&
    words.every(({ text }, at) => names.dictionary.word(baseTokens[start + at] as number) === text)
  )
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
const collect = (
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

/** What a text wants once a run of its words is taken for a set. */
const withoutSet = (text: CardText, { from, to, number }: NamedSets): Wanted => {
  const outside = text.numbers.filter((reading) => reading.to <= from || reading.from >= to)
  const rest = weighted(text.words, outside).filter((_, at) => at < from || at >= to)
  const significant = rest.filter((word) => word.weight >= nameScoring.significantWeight)
  const glued: NumberReading[] = number === null ? [] : [{ text: number.head, number, strength: 'prefixed', from, to }]
  return {
    words: rest,
    text: { ...text, numbers: [...glued, ...outside] },
    fullNames: [...new Set([significant, rest].map((some) => some.map((word) => word.text).join(' ')))],
    isNameless: isNameless(text.words, text.numbers, from, to),
    isInSet: true,
  }
}

const isFound = ({ rows, best, agreed }: Collected): boolean =>
  rows.size > 0 && (agreed > 0 || best === null || best.coverage >= limits.coverageInSet)

/** The printings in the sets that the words of the text name. */
interface FoundInSets extends Pick<Answer, 'rows' | 'total'> {
  readonly mentions: NamedSets[]
  /** Mentions in whose sets nothing fits. */
  readonly unmet: NamedSets[]
  /** True where they leave nothing to look for elsewhere. */
  readonly isAll: boolean
}

/** The sets with those of the series, where number and code are all that tells which is meant. */
const withSeries = <T extends Pick<NamedSets, 'sets' | 'others'>>(named: T, isNameless: boolean): T =>
  named.others.length === 0 || !isNameless
    ? named
    : { ...named, sets: [...new Set([...named.sets, ...named.others])], others: [] }

/** The mention with the sets of its rows that were found. */
const withSetsOf = ({ data }: PrintingSearch, mention: NamedSets, found: ReadonlySet<number>): NamedSets =>
  mention.rows.length === 0
    ? mention
    : {
        ...mention,
        sets: [
          ...new Set([
            ...mention.sets,
            ...mention.rows.filter((row) => found.has(row)).map((row) => data.sections.rowSet[row] as number),
          ]),
        ],
      }

const findInNamedSets = (
  search: PrintingSearch,
  text: CardText,
  named: readonly NamedSets[],
  cap: number,
): FoundInSets => {
  const rows = new Set<number>()
  const mentions: NamedSets[] = []
  const unmet: NamedSets[] = []
  let total = 0
  for (const mentioned of named) {
    const wanted = withoutSet(text, mentioned)
    const mention = withSeries(mentioned, wanted.isNameless)
    if (
      mention.sets.length + mention.rows.length === 0 ||
      (wanted.words.length === 0 && wanted.text.numbers.length === 0)
    )
      continue
    // A set of several words beside a whole name leaves nothing to look for elsewhere.
    const mayBeAll = mentions.length === 0 && text.numbers.length === 0 && mention.to - mention.from > 1
    const inside = collect(search, wanted, mayBeAll ? cap : limits.rowsOfMention, mention)
    if (!isFound(inside)) {
      if (mention.number === null) unmet.push({ ...mention, sets: [] })
      continue
    }
    if (mayBeAll && (inside.best?.score ?? 0) >= limits.sureInSet)
      return {
        rows: inside.rows,
        total: inside.total,
        mentions: [withSetsOf(search, mention, inside.rows)],
        unmet: [],
        isAll: true,
      }
    mentions.push(withSetsOf(search, mention, inside.rows))
    total += inside.total - inside.rows.size
    for (const row of inside.rows) rows.add(row)
    // Name and number of a card of this set leave nothing for another set to explain.
    if (inside.agreed > 0 && (inside.best?.coverage ?? 0) >= limits.sureInSet) break
  }
  return { rows, total, mentions, unmet, isAll: false }
}

const answer = (
  { data, store, names }: PrintingSearch,
  { rows, total, hinted, isWithinHint = false, mentions, cap }: Answer,
): Printings => {
  const { rowSet } = data.sections
  const inspected = [...rows].slice(0, cap)
  const setsOfRows = new Set(inspected.map((row) => rowSet[row] as number))
  const matched =
    hinted?.sets.find((set) => setsOfRows.has(set)) ?? (isWithinHint ? [...setsOfRows][0] : hinted?.sets[0])
  return {
    matchedSet: matched === undefined ? null : store.set(matched),
    isHintExact: hinted?.isExact ?? false,
    isWithinHint,
    mentions: mentions.map(({ from, to, number, sets }) => ({
      from,
      to,
      number,
      sets: sets
        .filter((set) => setsOfRows.has(set))
        .map((set) => ({ setId: (data.meta.sets[set] as IndexSet).id, ...store.set(set) })),
    })),
    total: Math.max(total, inspected.length),
    products: inspected.map((row) => store.printing(row, names.found)),
  }
}

/** Finds printings by name and number together, so that a common name never hides the right one. */
const findPrintings = (
  search: PrintingSearch,
  { text, setHint, category, cap }: PrintingsRequest,
): Printings | null => {
  const { data, names, setNames } = search
  names.found.clear()
  const scope = setsOfLine(data.meta, category)
  if (scope === undefined) return null
  const ofScope = scope && new Set(scope)
  const inScope = <T extends Pick<NamedSets, 'sets' | 'others' | 'rows'>>(named: T): T =>
    ofScope === null
      ? named
      : {
          ...named,
          sets: named.sets.filter((set) => ofScope.has(set)),
          others: named.others.filter((set) => ofScope.has(set)),
          rows: named.rows.filter((row) => ofScope.has(data.sections.rowSet[row] as number)),
        }
  const words = weighted(text.words, text.numbers)
  const fullNames = text.readings.flatMap(({ name }) => (name === null ? [] : [foldText(name)]))
  const whole: Wanted = { words, text, fullNames, isNameless: text.nameless, isInSet: false }
  // A text that is a whole name has no words left for a set, but for those that stand on offers too, as `Unlimited
  // Edition`.
  const isWholeName =
    text.numbers.length === 0 && text.setPlaces.length === 0 && fullNames.some((name) => isName(names, name))
  const named = setsMentioned(setNames, text)
    .filter(
      ({ from, to }) => !isWholeName || (to - from > 1 && text.words.slice(from, to).every((word) => word.isStopword)),
    )
    .map(inScope)
  const hint = setHint === null ? null : resolveSets(setNames, setHint)
  const hinted = hint && withSeries(inScope(hint), text.nameless)
  if (hinted !== null) {
    const inside = collect(search, { ...whole, isInSet: true }, cap, hinted)
    const mentions = named.map((mention) => ({
      ...mention,
      sets: mention.sets.filter((set) => hinted.sets.includes(set)),
    }))
    if (inside.rows.size > 0) return answer(search, { ...inside, hinted, isWithinHint: true, mentions, cap })
  }
  const inside = findInNamedSets(search, text, named, cap)
  if (inside.isAll) return answer(search, { ...inside, hinted: null, cap })
  const around = collect(search, whole, cap, scope && { sets: scope, rows: [] })
  const isAround = around.hitTest()
  return answer(search, {
    rows: inside.rows.union(around.rows),
    total: inside.total + around.total + [...inside.rows].filter((row) => !isAround(row)).length,
    hinted,
    mentions: [...inside.mentions, ...inside.unmet],
    cap,
  })
}

/** Creates the search for printings. */
export const createPrintingSearch = (parts: PrintingSearchParts) => {
  const search: PrintingSearch = { ...parts, numbers: createNumberSearch(parts.data.sections, parts.store) }
  return (request: PrintingsRequest): Printings | null => findPrintings(search, request)
}
