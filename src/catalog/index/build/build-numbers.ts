import { numberSkeleton, readCollectorNumber } from '../../../cards/collector-number.ts'
import type { CatalogProduct } from '../../ports.ts'
import { createInterner, encodeTexts, groupBy } from '../format/flat-arrays.ts'
import { buildHashTable, hashText } from '../format/hash-table.ts'
import { numberKeys } from '../format/number-keys.ts'
import type { RowOrder } from './build-rows.ts'

/** The different collector numbers, the keys they are found under, and their rows. Number 0 is none. */
export const buildNumbers = (products: readonly CatalogProduct[], { order }: RowOrder) => {
  const numbers = createInterner()
  numbers.idOf('')
  const rowNumber = Uint32Array.from(order, (position) =>
    numbers.idOf((products[position] as CatalogProduct).number?.trim() ?? ''),
  )
  const known = numbers.values.map(readCollectorNumber)
  const hashes: number[] = []
  const ids: number[] = []
  for (const [id, text] of numbers.values.entries()) {
    for (const key of numberKeys(known[id] ?? null, numberSkeleton(text))) {
      hashes.push(hashText(key))
      ids.push(id)
    }
  }
  const keys = buildHashTable(hashes, ids, numbers.values.length)
  const rows = groupBy(rowNumber, numbers.values.length, Uint32Array.from(rowNumber.keys()))
  return {
    rowNumber,
    ...encodeTexts('number', numbers.values),
    numberDigits: Uint32Array.from(known, (number) => number?.digits ?? 0),
    numberKeyStart: keys.start,
    numberKeyEntries: keys.entries,
    numberRowStart: rows.start,
    numberRows: rows.entries,
  }
}
