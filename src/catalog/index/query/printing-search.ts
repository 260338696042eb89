import { numberSkeleton, relateNumbers } from '../../../cards/collector-number.ts'
import { foldText } from '../../../cards/fold.ts'
import type { CardText, NumberReading, Printings, PrintingsRequest } from '../../ports.ts'
import { createHashTableReader, hashText } from '../format/hash-table.ts'
import type { IndexData } from '../format/layout.ts'
import { cardKey, headKey, skeletonKey, wholeKey } from '../format/number-keys.ts'
import { lowerBound } from './lower-bound.ts'
import type { NameSearch, ScoredName } from './name-search.ts'
import type { ProductStore } from './product-store.ts'
import { printingLimits as limits, nameScoring, textWeights } from './scoring.ts'
import type { SetNames } from './set-names.ts'
import type { QueryWord } from './spelling-corrector.ts'

export interface PrintingSearchParts {
  readonly data: IndexData
  readonly store: ProductStore
  readonly names: NameSearch
  readonly setNames: SetNames
}

const weighted = ({ words, numbers }: CardText): QueryWord[] => {
  const weights: number[] = words.map(({ isStopword }) => (isStopword ? textWeights.stopword : 1))
  for (const [order, { from, to, strength }] of numbers.entries()) {
    const { sureNumber, bareNumber, otherNumber } = textWeights
    const weight = order > 0 ? otherNumber : strength === 'bare' ? bareNumber : sureNumber
    for (let at = from; at < to; at++) weights[at] = Math.min(weights[at] ?? 1, weight)
  }
  return words.map(({ text }, at) => ({ text, weight: weights[at] ?? 1 }))
}

/** Creates the search for printings: by name and number together, so that a common name never hides the right one. */
export const createPrintingSearch = ({ data, store, names, setNames }: PrintingSearchParts) => {
  const { sections } = data
  const { baseRowStart, baseRows, numberDigits, rowNumber, rowSet, rowName, numberRowStart, numberRows } = sections
  const readNumberKey = createHashTableReader(sections.numberKeyStart, sections.numberKeyEntries, numberDigits.length)

  /** First place among the rows of a base whose number has at least these digits: its rows are in that order. */
  const firstWithDigits = (base: number, digits: number): number =>
    lowerBound(
      baseRowStart[base] as number,
      baseRowStart[base + 1] as number,
      (at) => (numberDigits[rowNumber[baseRows[at] as number] as number] as number) < digits,
    )

  /** Adds the rows of a base whose number means what was read to `same`, and those where it nearly does to `variants`. */
  const addAgreeing = (base: number, { number }: NumberReading, same: Set<number>, variants: Set<number>): void => {
    const end = baseRowStart[base + 1] as number
    for (let at = firstWithDigits(base, number.digits); at < end; at++) {
      const row = baseRows[at] as number
      const numberId = rowNumber[row] as number
      if (numberDigits[numberId] !== number.digits) return
      const known = store.number(numberId).number
      const relation = known === null ? 'conflict' : relateNumbers(number, known)
      if (relation === 'same' || relation === 'other_language') same.add(row)
      else if (relation === 'variant') variants.add(row)
    }
  }

  const numberIdsOf = (reading: NumberReading): number[] => {
    const found: number[] = []
    if (reading.number.total !== null) readNumberKey(hashText(wholeKey(reading.number)), found)
    else readNumberKey(hashText(headKey(reading.number.head)), found)
    if (found.length === 0 && reading.number.region !== null) {
      readNumberKey(hashText(cardKey(reading.number)), found)
      readNumberKey(hashText(headKey(reading.number.card)), found)
    }
    return found
  }

  /** Rows under a number, whatever their names; a bare number prefers those that have no total either. */
  const addByNumber = (ids: readonly number[], into: Set<number>, limit: number): void => {
    const sorted = [...new Set(ids)].sort((a, b) => (store.number(a).text ?? '').length - (store.number(b).text ?? '').length)
    for (const id of sorted) {
      for (let at = numberRowStart[id] as number; at < (numberRowStart[id + 1] as number); at++) {
        if (into.size >= limit) return
        into.add(numberRows[at] as number)
      }
    }
  }

  const qualifierHits = (row: number, queryWords: ReadonlySet<string>): number => {
    let hits = 0
    const name = rowName[row] as number
    for (let at = sections.nameQualifierStart[name] as number; at < (sections.nameQualifierStart[name + 1] as number); at++) {
      if (queryWords.has(names.word(sections.nameQualifiers[at] as number))) hits++
      else hits -= limits.extraQualifier
    }
    return hits
  }

  /** Rows of a base; where there are more than `limit`, those first whose qualifiers stand in the query. */
  const rowsOf = (base: number, limit: number, queryWords: ReadonlySet<string>, within: ReadonlySet<number> | null): number[] => {
    const rows: number[] = []
    for (let at = baseRowStart[base] as number; at < (baseRowStart[base + 1] as number); at++) {
      const row = baseRows[at] as number
      if (within === null || within.has(rowSet[row] as number)) rows.push(row)
    }
    if (rows.length <= limit || queryWords.size === 0) return rows
    const hits = new Map(rows.map((row) => [row, qualifierHits(row, queryWords)]))
    return rows.sort((a, b) => (hits.get(b) as number) - (hits.get(a) as number) || a - b)
  }

  const hasRowWithin = (base: number, within: ReadonlySet<number>): boolean => {
    for (let at = baseRowStart[base] as number; at < (baseRowStart[base + 1] as number); at++) {
      if (within.has(rowSet[baseRows[at] as number] as number)) return true
    }
    return false
  }

  const withNumber = (found: readonly ScoredName[], text: CardText, within: ReadonlySet<number> | null): Set<number> => {
    const same = new Set<number>()
    const variants = new Set<number>()
    for (const { base } of found) for (const reading of text.numbers) addAgreeing(base, reading, same, variants)
    for (const reading of text.numbers) {
      if (reading.strength !== 'bare' || text.nameless) addByNumber(numberIdsOf(reading), same, same.size + limits.byNumber)
    }
    if (same.size === 0) {
      for (const { text: written } of text.numbers) {
        const ids: number[] = []
        readNumberKey(hashText(skeletonKey(numberSkeleton(written))), ids)
        addByNumber(ids, same, same.size + limits.byNumber)
      }
    }
    const rows = new Set([...same, ...variants])
    if (within === null) return rows
    return new Set([...rows].filter((row) => within.has(rowSet[row] as number)))
  }

  const collect = (
    words: readonly QueryWord[],
    text: CardText,
    cap: number,
    within: ReadonlySet<number> | null,
    fullNames: readonly string[],
  ) => {
    const found = names.find(words, fullNames, limits.names).filter(({ base }) => within === null || hasRowWithin(base, within))
    const rows = withNumber(found, text, within)
    const agreed = rows.size
    const best = found[0]?.score ?? 0
    const queryWords = new Set(words.map((word) => word.text))
    let total = agreed
    const limit = agreed > 0 ? Math.min(cap, agreed + limits.otherNumbers) : cap
    for (const { base, score } of found) {
      if (score < best * limits.nameShare) break
      if (agreed > 0 && rows.size >= limit) break
      const more = rowsOf(base, limit - rows.size, queryWords, within)
      for (const row of more) {
        if (rows.has(row)) continue
        total++
        if (rows.size < limit) rows.add(row)
        else if (agreed > 0) break
      }
    }
    return { rows, total: Math.max(agreed > 0 ? rows.size : total, rows.size), agreed, best: found[0] ?? null }
  }

  const find = ({ text, setHint, cap }: PrintingsRequest): Printings => {
    const words = weighted(text)
    const fullNames = text.readings.flatMap(({ name }) => (name === null ? [] : [foldText(name)]))
    const hinted = setHint === null ? null : setNames.resolve(setHint)
    if (hinted !== null) {
      const inside = collect(words, text, cap, new Set(hinted), fullNames)
      if (inside.rows.size > 0) return answer(inside.rows, inside.total, hinted, cap)
    }
    // A text that is a whole name has no words left for a set.
    const mentions = fullNames.some(names.isName) ? [] : setNames.mentions(text.words.map((word) => word.text))
    for (const mention of mentions) {
      const rest = words.filter((_, at) => at < mention.from || at >= mention.to)
      if (!rest.some((word) => word.weight >= nameScoring.significantWeight) && text.numbers.length === 0) continue
      const inside = collect(rest, text, cap, new Set(mention.sets), [
        rest
          .filter((word) => word.weight >= nameScoring.significantWeight)
          .map((word) => word.text)
          .join(' '),
      ])
      if (inside.rows.size === 0 || (inside.best !== null && inside.best.coverage < limits.coverageInSet && inside.agreed === 0))
        continue
      // A set of several words beside a whole name leaves nothing to look for elsewhere.
      const sure = text.numbers.length === 0 && mention.to - mention.from > 1 && (inside.best?.score ?? 0) >= limits.sureInSet
      if (sure) return answer(inside.rows, inside.total, mention.sets, cap)
      const around = collect(words, text, cap, null, fullNames)
      const total = inside.total + [...around.rows].filter((row) => !inside.rows.has(row)).length
      return answer(new Set([...inside.rows, ...around.rows]), total, mention.sets, cap)
    }
    const { rows, total } = collect(words, text, cap, null, fullNames)
    return answer(rows, total, hinted, cap)
  }

  const answer = (rows: ReadonlySet<number>, total: number, sets: readonly number[] | null, cap: number): Printings => {
    const inspected = [...rows].slice(0, cap)
    const setsOfRows = new Set(inspected.map((row) => rowSet[row] as number))
    const matched = sets?.find((set) => setsOfRows.has(set)) ?? sets?.[0]
    return {
      matchedSet: matched === undefined ? null : store.set(matched),
      total: Math.max(total, inspected.length),
      products: inspected.map(store.printing),
    }
  }

  return find
}
