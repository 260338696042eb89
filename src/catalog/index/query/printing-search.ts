import { foldText } from '../../../cards/fold.ts'
import { isNameless } from '../../nameless.ts'
import type { CardText, NumberReading, Printings, PrintingsRequest } from '../../ports.ts'
import type { IndexSet } from '../format/layout.ts'
import {
  type Collected,
  collect,
  type PrintingSearch,
  type PrintingSearchParts,
  type Wanted,
} from './collect-printings.ts'
import { isName } from './name-search.ts'
import { createNumberSearch } from './number-search.ts'
import { printingLimits as limits, nameScoring, textWeights } from './scoring.ts'
import { type HintedSets, type NamedSets, resolveSets, setsMentioned, setsOfLine } from './set-names.ts'
import type { QueryWord } from './spelling-corrector.ts'

const weighted = (words: CardText['words'], numbers: CardText['numbers']): QueryWord[] => {
  const weights: number[] = words.map(({ isStopword }) => (isStopword ? textWeights.stopword : 1))
  for (const [order, { from, to, strength }] of numbers.entries()) {
    const { sureNumber, bareNumber, otherNumber } = textWeights
    const weight = order > 0 ? otherNumber : strength === 'bare' ? bareNumber : sureNumber
    for (let at = from; at < to; at++) weights[at] = Math.min(weights[at] ?? 1, weight)
  }
  return words.map(({ text }, at) => ({ text, weight: weights[at] ?? 1 }))
}

interface Answer extends Pick<Collected, 'rows' | 'total'> {
  readonly hinted: HintedSets | null
  readonly isWithinHint?: boolean
  readonly mentions: readonly NamedSets[]
  readonly cap: number
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
