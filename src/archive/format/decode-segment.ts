import { ArchiveDamagedError } from '../damage.ts'
import { maxAgeMs } from '../months.ts'
import { type ByteReader, createByteReader } from './bytes.ts'
import { goneBit, type TableChanges } from './compare-tables.ts'
import { predictedFrom, predictSkuId } from './encode-segment.ts'
import { mergeTable } from './merge-table.ts'
import { contentFormats, unpack } from './packing.ts'
import {
  createSeriesTable,
  emptySeriesTable,
  fieldCount,
  maxObservations,
  maxProductId,
  type SeriesTable,
  type WordTable,
} from './series-table.ts'

const damaged = (what: string): never => {
  throw new ArchiveDamagedError(`A segment ${what}.`)
}

const isWord = (value: unknown): value is string | null => value === null || typeof value === 'string'

const readWordNumber = (input: ByteReader, words: WordTable): number => {
  const text = Buffer.from(input.bytes(input.unsigned())).toString()
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    throw new ArchiveDamagedError('A segment has words that cannot be read.', { cause })
  }
  if (!Array.isArray(parsed) || parsed.length !== 3 || !parsed.every(isWord))
    return damaged('has words of no known form')
  const [condition, variant, language] = parsed as [string | null, string | null, string | null]
  return words.numberOf({ condition, variant, language })
}

const readInserted = (input: ByteReader, count: number, words: WordTable, hasAges: boolean): SeriesTable => {
  const table = createSeriesTable(count, hasAges)
  const { productIds, skuIds, wordNumbers, ages } = table
  const wordCount = input.atMost(count)
  const local = Uint32Array.from({ length: wordCount }, () => readWordNumber(input, words))
  for (let row = 0; row < count; row++) wordNumbers[row] = local[input.atMost(wordCount - 1)] as number

  let productId = 0
  for (let row = 0; row < count; row++) {
    productId += input.unsigned()
    if (productId < 1 || productId > maxProductId) damaged('names a product that cannot be')
    productIds[row] = productId
  }
  for (let row = 0; row < count; row++) {
    const before = row === 0 ? 0 : (productIds[row - 1] as number)
    const predicted = predictSkuId(productIds[row] as number, before, row === 0 ? 0 : (skuIds[row - 1] as number))
    const skuId = predicted + input.signed()
    if (skuId < 0 || skuId > Number.MAX_SAFE_INTEGER) damaged('names a SKU that cannot be')
    if (before === productIds[row] && (skuIds[row - 1] as number) >= skuId) damaged('is out of order')
    skuIds[row] = skuId
  }
  if (ages !== null) for (let row = 0; row < count; row++) ages[row] = input.atMost(maxAgeMs)
  readAmounts(input, table)
  return table
}

const readAmounts = (input: ByteReader, { count, amounts }: SeriesTable): void => {
  const present = input.bytes(count)
  for (const mask of present) if (mask >= goneBit) damaged('has a price that nobody wrote')
  for (const [field, from] of predictedFrom) {
    const column = amounts[field] as Float64Array
    const predicted = amounts[from]
    for (let row = 0; row < count; row++) {
      if (((present[row] as number) & (1 << field)) === 0) continue
      column[row] = amount((predicted?.[row] ?? 0) + input.signed())
      if (column[row] === 0) damaged('has a price that nobody wrote')
    }
  }
}

const amount = (value: number): number =>
  value >= 0 && value <= 2 ** 53 ? value : damaged('has a price that cannot be')

export interface DecodedSegment {
  readonly table: SeriesTable
  readonly changes: TableChanges
}

/**
 * The table that a segment's content says, over its base; `null` for one that stands by itself.
 * @param spare a table that nobody reads any more; its memory is used again
 * @throws ArchiveDamagedError when it is not what `encodeSegment` makes of that base and so many observations
 */
export const decodeSegment = (
  content: Uint8Array,
  base: SeriesTable | null,
  observationCount: number,
  words: WordTable,
  spare: SeriesTable | null = null,
): DecodedSegment => {
  const from = base ?? emptySeriesTable
  if (!(observationCount <= maxObservations)) return damaged('claims more observations than any has')
  // No series takes more than 64 bytes; beside them stand the words.
  const raw = unpack(contentFormats.segment, content, 64 * (from.count + observationCount) + 2 ** 24)
  const input = createByteReader(raw)
  if (input.unsigned() !== from.count) damaged('was written against another base')
  const insertedCount = input.atMost(observationCount)
  if (input.unsigned() !== observationCount) damaged('holds another number of observations than it says')
  const hasAges = input.atMost(1) === 1
  if (hasAges && base !== null) damaged('of prices as they were fetched has a base')
  const inserted = readInserted(input, insertedCount, words, hasAges)
  const masks = input.bytes(from.count)
  const { table, insertedRows, changedRows, changedMasks } = mergeTable(from, masks, inserted, spare)
  if (table.count !== observationCount) damaged('holds another number of observations than it says')
  for (let field = 0; field < fieldCount; field++) {
    const bit = 1 << field
    const column = table.amounts[field] as Float64Array
    for (let index = 0; index < changedRows.length; index++) {
      if (((changedMasks[index] as number) & bit) === 0) continue
      const row = changedRows[index] as number
      column[row] = amount((column[row] as number) + input.signed())
    }
  }
  input.end()
  return { table, changes: { masks, inserted: insertedRows } }
}
