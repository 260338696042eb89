import { type ByteWriter, createByteWriter } from './bytes.ts'
import { compareTables, goneBit, type TableChanges } from './compare-tables.ts'
import { contentFormats, pack } from './packing.ts'
import { emptySeriesTable, fieldCount, type SeriesTable, type WordTable } from './series-table.ts'

/**
 * For each of `archivedFields`, in the order in which inserted prices are written, the field that it is written as the
 * difference from; −1 for none. What one card costs in five ways lies close together: 9 % of a month's first segment.
 */
export const predictedFrom: readonly (readonly [field: number, from: number])[] = [
  [1, -1],
  [0, 1],
  [2, 1],
  [3, 2],
  [4, 1],
]

/** The likeliest SKU id after the series before: ids of printings go by thousands with the product id. */
export const predictSkuId = (productId: number, previousProductId: number, previousSkuId: number): number => {
  const predicted = previousSkuId + (productId - previousProductId) * 1000
  return predicted <= Number.MAX_SAFE_INTEGER ? predicted : 0
}

const writeWords = (out: ByteWriter, next: SeriesTable, inserted: Uint32Array, words: WordTable): void => {
  const local = new Map<number, number>()
  for (const row of inserted) {
    const number = next.wordNumbers[row] as number
    if (!local.has(number)) local.set(number, local.size)
  }
  out.unsigned(local.size)
  for (const number of local.keys()) {
    const { condition, variant, language } = words.at(number)
    const text = Buffer.from(JSON.stringify([condition, variant, language]))
    out.unsigned(text.length)
    out.bytes(text)
  }
  for (const row of inserted) out.unsigned(local.get(next.wordNumbers[row] as number) as number)
}

const writeInserted = (out: ByteWriter, next: SeriesTable, inserted: Uint32Array): void => {
  let productId = 0
  for (const row of inserted) {
    out.unsigned((next.productIds[row] as number) - productId)
    productId = next.productIds[row] as number
  }
  productId = 0
  let skuId = 0
  for (const row of inserted) {
    const ownProductId = next.productIds[row] as number
    const ownSkuId = next.skuIds[row] as number
    out.signed(ownSkuId - predictSkuId(ownProductId, productId, skuId))
    productId = ownProductId
    skuId = ownSkuId
  }
  if (next.ages !== null) for (const row of inserted) out.unsigned(next.ages[row] as number)
  for (const row of inserted) {
    let present = 0
    for (let field = 0; field < fieldCount; field++) if (next.amounts[field]?.[row] !== 0) present |= 1 << field
    out.byte(present)
  }
  for (const [field, from] of predictedFrom) {
    const column = next.amounts[field] as Float64Array
    const predicted = next.amounts[from]
    for (const row of inserted) if (column[row] !== 0) out.signed((column[row] as number) - (predicted?.[row] ?? 0))
  }
}

/** Differences of the series that both have, field by field. */
const writeChanged = (
  out: ByteWriter,
  base: SeriesTable,
  next: SeriesTable,
  { masks, inserted }: TableChanges,
): void => {
  for (let field = 0; field < fieldCount; field++) {
    const bit = 1 << field
    const from = base.amounts[field] as Float64Array
    const to = next.amounts[field] as Float64Array
    let other = 0
    let passed = 0
    for (let row = 0; row < base.count; row++) {
      const mask = masks[row] as number
      if (mask === goneBit) continue
      while (inserted[passed] === other) {
        passed += 1
        other += 1
      }
      if ((mask & bit) !== 0) out.signed((to[other] as number) - (from[row] as number))
      other += 1
    }
  }
}

/**
 * The content of a segment: a table as changes against its base, or by itself where `base` is `null`. Columns follow
 * one another: how many series, words, inserted series, one byte of changed fields for each series of the base, the
 * differences of each field.
 */
export const encodeSegment = (
  base: SeriesTable | null,
  next: SeriesTable,
  words: WordTable,
  changes: TableChanges = compareTables(base ?? emptySeriesTable, next),
): Uint8Array => {
  const from = base ?? emptySeriesTable
  const out = createByteWriter(next.count * 4 + 1024)
  out.unsigned(from.count)
  out.unsigned(changes.inserted.length)
  out.unsigned(next.count)
  out.byte(next.ages === null ? 0 : 1)
  writeWords(out, next, changes.inserted, words)
  writeInserted(out, next, changes.inserted)
  out.bytes(changes.masks)
  writeChanged(out, from, next, changes)
  return pack(contentFormats.segment, out.view())
}
