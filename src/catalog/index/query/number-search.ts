import { type CollectorNumber, numberSkeleton, relateNumbers } from '../../../cards/collector-number.ts'
import type { NumberReading } from '../../ports.ts'
import { createHashTableReader, hashText } from '../format/hash-table.ts'
import type { IndexSections } from '../format/layout.ts'
import { cardKey, headKey, skeletonKey, wholeKey } from '../format/number-keys.ts'
import { lowerBound } from './lower-bound.ts'
import type { ProductStore } from './product-store.ts'

/** Which rows may be found. It is asked before a limit counts, so that no limit is used up by rows of other sets. */
export type AllowsRow = (row: number) => boolean

/** Creates the search for rows by their collector numbers. */
export const createNumberSearch = (sections: IndexSections, store: ProductStore) => {
  const { numberKeyStart, numberKeyEntries, numberDigits } = sections
  return {
    sections,
    store,
    readNumberKey: createHashTableReader(numberKeyStart, numberKeyEntries, numberDigits.length),
  }
}

export type NumberSearch = ReturnType<typeof createNumberSearch>

/** First place among the rows of a base whose number has at least these digits: its rows are in that order. */
const firstWithDigits = ({ sections }: NumberSearch, base: number, digits: number): number => {
  const { baseRowStart, baseRows, numberDigits, rowNumber } = sections
  return lowerBound(
    baseRowStart[base] as number,
    baseRowStart[base + 1] as number,
    (at) => (numberDigits[rowNumber[baseRows[at] as number] as number] as number) < digits,
  )
}

/** Visits the rows of a base whose number means what was read, or nearly does. */
export const eachAgreeing = (
  search: NumberSearch,
  base: number,
  { number }: NumberReading,
  visit: (row: number, isVariant: boolean) => void,
): void => {
  const { baseRowStart, baseRows, numberDigits, rowNumber } = search.sections
  const end = baseRowStart[base + 1] as number
  for (let at = firstWithDigits(search, base, number.digits); at < end; at++) {
    const row = baseRows[at] as number
    const numberId = rowNumber[row] as number
    if (numberDigits[numberId] !== number.digits) return
    const known = search.store.number(numberId).number
    const relation = known === null ? 'conflict' : relateNumbers(number, known)
    if (relation !== 'conflict') visit(row, relation === 'variant')
  }
}

const agreesWith =
  ({ store }: NumberSearch, number: CollectorNumber) =>
  (id: number): boolean => {
    const known = store.number(id).number
    return known !== null && relateNumbers(number, known) !== 'conflict'
  }

const idsUnder = ({ readNumberKey }: NumberSearch, ...keys: readonly string[]): number[] => {
  const found: number[] = []
  for (const key of keys) readNumberKey(hashText(key), found)
  return found
}

/** Catalogue numbers that mean what was read. */
export const idsOf = (search: NumberSearch, { number }: Pick<NumberReading, 'number'>): number[] => {
  const found = idsUnder(search, number.total === null ? headKey(number.head) : wholeKey(number))
  if (found.length > 0 || number.region === null) return found
  return idsUnder(search, cardKey(number), headKey(number.card)).filter(agreesWith(search, number))
}

/**
 * Catalogue numbers without a total that are the first part of what was read: Magic prints `163/274` and its cards
 * are listed as `163`. They say little but within a set.
 */
export const idsWithoutTotal = (search: NumberSearch, { number }: Pick<NumberReading, 'number'>): number[] =>
  number.total === null
    ? []
    : idsUnder(search, headKey(number.head)).filter((id) => search.store.number(id).number?.total === null)

/** Catalogue numbers that look like what was read. */
export const idsLike = (search: NumberSearch, skeleton: string): number[] => idsUnder(search, skeletonKey(skeleton))

/**
 * Catalogue numbers that look like a text, or nearly mean it: another region of a code, a total that only one of them
 * has.
 */
export const idsNear = (search: NumberSearch, text: string, number: CollectorNumber): number[] => {
  const related = idsUnder(search, headKey(number.head), headKey(number.card), cardKey(number))
  return [...idsLike(search, numberSkeleton(text)), ...related.filter(agreesWith(search, number))]
}

/**
 * Visits the rows under these numbers, whatever their names; a bare number comes first to those that have no total
 * either.
 */
export const eachUnder = (
  { sections, store }: NumberSearch,
  ids: readonly number[],
  visit: (row: number) => void,
): void => {
  const { numberRowStart, numberRows } = sections
  const sorted = [...new Set(ids)].sort(
    (a, b) => (store.number(a).text ?? '').length - (store.number(b).text ?? '').length,
  )
  for (const id of sorted) {
    for (let at = numberRowStart[id] as number; at < (numberRowStart[id + 1] as number); at++)
      visit(numberRows[at] as number)
  }
}
