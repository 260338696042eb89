import { compareTables, goneBit } from './format/compare-tables.ts'
import { archivedFields, observationAt, type SeriesTable, type WordTable } from './format/series-table.ts'
import { type ArchivedAmounts, skuOf } from './ports.ts'
import type { RecordedDifference } from './recording.ts'

const maxDifferences = 20

const amountsAt = (table: SeriesTable, words: WordTable, row: number): ArchivedAmounts => {
  const observation = observationAt(table, words, row)
  return Object.fromEntries(archivedFields.map((field) => [field, observation[field]])) as unknown as ArchivedAmounts
}

/** In how many SKUs two tables differ, and the first of them. */
export const differencesOf = (
  recorded: SeriesTable,
  given: SeriesTable,
  words: WordTable,
): { readonly count: number; readonly differences: readonly RecordedDifference[] } => {
  const { masks, inserted } = compareTables(recorded, given)
  const differences: RecordedDifference[] = []
  const isInserted = new Set(inserted)
  let count = 0
  const add = (table: SeriesTable, row: number, before: number | null, after: number | null): void => {
    count += 1
    if (differences.length >= maxDifferences) return
    differences.push({
      sku: skuOf(observationAt(table, words, row)),
      recorded: before === null ? null : amountsAt(recorded, words, before),
      given: after === null ? null : amountsAt(given, words, after),
    })
  }
  let other = 0
  for (let row = 0; row < recorded.count; row++) {
    if (masks[row] === goneBit) {
      add(recorded, row, row, null)
      continue
    }
    while (isInserted.has(other)) other += 1
    if (masks[row] !== 0) add(recorded, row, row, other)
    other += 1
  }
  for (const row of inserted) add(given, row, null, row)
  return { count, differences }
}
