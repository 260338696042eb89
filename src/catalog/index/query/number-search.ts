import { type CollectorNumber, numberSkeleton, relateNumbers } from '../../../cards/collector-number.ts'
import type { NumberReading } from '../../ports.ts'
import { createHashTableReader, hashText } from '../format/hash-table.ts'
import type { IndexSections } from '../format/layout.ts'
import { cardKey, headKey, skeletonKey, wholeKey } from '../format/number-keys.ts'
import { lowerBound } from './lower-bound.ts'
import type { ProductStore } from './product-store.ts'

/** Which rows may be found. It is asked before a limit counts, so that no limit is used up by rows of other sets. */
export type AllowsRow = (row: number) => boolean

export type NumberSearch = ReturnType<typeof createNumberSearch>

/** Creates the search for rows by their collector numbers. */
export const createNumberSearch = (sections: IndexSections, store: ProductStore) => {
  const { baseRowStart, baseRows, numberDigits, rowNumber, numberRowStart, numberRows } = sections
  const readNumberKey = createHashTableReader(sections.numberKeyStart, sections.numberKeyEntries, numberDigits.length)

  /** First place among the rows of a base whose number has at least these digits: its rows are in that order. */
  const firstWithDigits = (base: number, digits: number): number =>
    lowerBound(
      baseRowStart[base] as number,
      baseRowStart[base + 1] as number,
      (at) => (numberDigits[rowNumber[baseRows[at] as number] as number] as number) < digits,
    )

  /** Visits the rows of a base whose number means what was read, or nearly does. */
  const eachAgreeing = (base: number, { number }: NumberReading, visit: (row: number, isVariant: boolean) => void): void => {
    const end = baseRowStart[base + 1] as number
    for (let at = firstWithDigits(base, number.digits); at < end; at++) {
      const row = baseRows[at] as number
      const numberId = rowNumber[row] as number
      if (numberDigits[numberId] !== number.digits) return
      const known = store.number(numberId).number
      const relation = known === null ? 'conflict' : relateNumbers(number, known)
      if (relation !== 'conflict') visit(row, relation === 'variant')
    }
  }

  const agreesWith =
    (number: CollectorNumber) =>
    (id: number): boolean => {
      const known = store.number(id).number
      return known !== null && relateNumbers(number, known) !== 'conflict'
    }

  /** Catalogue numbers that mean what was read. */
  const idsOf = ({ number }: Pick<NumberReading, 'number'>): number[] => {
    const found: number[] = []
    readNumberKey(hashText(number.total === null ? headKey(number.head) : wholeKey(number)), found)
    if (found.length > 0 || number.region === null) return found
    readNumberKey(hashText(cardKey(number)), found)
    readNumberKey(hashText(headKey(number.card)), found)
    return found.filter(agreesWith(number))
  }

  /** Catalogue numbers without a total that are the first part of what was read: Magic prints `163/274` and its cards are listed as `163`. They say little but within a set. */
  const idsWithoutTotal = ({ number }: Pick<NumberReading, 'number'>): number[] => {
    const found: number[] = []
    if (number.total !== null) readNumberKey(hashText(headKey(number.head)), found)
    return found.filter((id) => store.number(id).number?.total === null)
  }

  /** Catalogue numbers that look like what was read. */
  const idsLike = (skeleton: string): number[] => {
    const found: number[] = []
    readNumberKey(hashText(skeletonKey(skeleton)), found)
    return found
  }

  /** Catalogue numbers that look like a text, or nearly mean it: another region of a code, a total that only one of them has. */
  const idsNear = (text: string, number: CollectorNumber): number[] => {
    const related: number[] = []
    for (const key of [headKey(number.head), headKey(number.card), cardKey(number)]) readNumberKey(hashText(key), related)
    return [...idsLike(numberSkeleton(text)), ...related.filter(agreesWith(number))]
  }

  /** Visits the rows under these numbers, whatever their names; a bare number comes first to those that have no total either. */
  const eachUnder = (ids: readonly number[], visit: (row: number) => void): void => {
    const sorted = [...new Set(ids)].sort((a, b) => (store.number(a).text ?? '').length - (store.number(b).text ?? '').length)
    for (const id of sorted) {
      for (let at = numberRowStart[id] as number; at < (numberRowStart[id + 1] as number); at++) visit(numberRows[at] as number)
    }
  }

  return { eachAgreeing, idsOf, idsWithoutTotal, idsLike, idsNear, eachUnder }
}
