import { maxAgeMs } from '../months.ts'
import type { ArchivedSku, ObservationBatch, PriceObservation } from '../ports.ts'

/** The order in which the five prices stand everywhere in the archive's own forms. */
export const archivedFields = ['marketCents', 'lowestCents', 'midCents', 'highestCents', 'directLowestCents'] as const

export const fieldCount = archivedFields.length

export type SkuWords = Pick<ArchivedSku, 'condition' | 'variant' | 'language'>

/** Numbers of the few combinations of words that occur, shared by all tables of one task. */
export interface WordTable {
  readonly numberOf: (words: SkuWords) => number
  readonly at: (number: number) => SkuWords
  /** By number. */
  readonly all: readonly SkuWords[]
}

type Word = string | null

export const createWordTable = (): WordTable => {
  const numbers = new Map<Word, Map<Word, Map<Word, number>>>()
  const all: SkuWords[] = []

  const add = ({ condition, variant, language }: SkuWords): number => {
    const ofVariant = numbers.get(variant) ?? new Map<Word, Map<Word, number>>()
    const ofCondition = ofVariant.get(condition) ?? new Map<Word, number>()
    numbers.set(variant, ofVariant)
    ofVariant.set(condition, ofCondition)
    ofCondition.set(language, all.length)
    return all.push({ condition, variant, language }) - 1
  }

  return {
    numberOf: (words) => numbers.get(words.variant)?.get(words.condition)?.get(words.language) ?? add(words),
    at: (number) => all[number] as SkuWords,
    all,
  }
}

export type AmountColumns = readonly [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]

/**
 * Every SKU and its prices at one time, in columns, in order of product and SKU. The arrays may be longer than `count`.
 * Amounts are cents and one more, and 0 where there is none: a double holds every integer up to 2⁵³, where 32 bits
 * would end at 21 million dollars.
 */
export interface SeriesTable {
  readonly count: number
  readonly productIds: Int32Array
  readonly skuIds: Float64Array
  readonly wordNumbers: Uint32Array
  /** One array for each of `archivedFields`, in their order. */
  readonly amounts: AmountColumns
  /** Ages in milliseconds; `null` in a complete batch, where all are 0. */
  readonly ages: Float64Array | null
}

const column = (count: number): Float64Array => new Float64Array(count)

export const createSeriesTable = (count: number, hasAges = false): SeriesTable => ({
  count,
  productIds: new Int32Array(count),
  skuIds: new Float64Array(count),
  wordNumbers: new Uint32Array(count),
  amounts: [column(count), column(count), column(count), column(count), column(count)],
  ages: hasAges ? new Float64Array(count) : null,
})

export const emptySeriesTable = createSeriesTable(0)

export const maxObservations = 2 ** 22

export const maxProductId = 2 ** 31 - 1

const checked = (value: number, min: number, max: number, what: string): number => {
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new RangeError(`An observation has ${value} as ${what}.`)
}

const isAscending = (keys: Float64Array): boolean => {
  for (let index = 1; index < keys.length; index++)
    if ((keys[index - 1] as number) > (keys[index] as number)) return false
  return true
}

/** Sorts the rows of one product by SKU; it has a few. */
const sortRange = (rows: Uint32Array, start: number, end: number, skuIds: Float64Array): void => {
  for (let index = start + 1; index < end; index++) {
    const row = rows[index] as number
    const skuId = skuIds[row] as number
    let at = index
    for (; at > start && (skuIds[rows[at - 1] as number] as number) > skuId; at--) rows[at] = rows[at - 1] as number
    rows[at] = row
  }
}

/** Rows in order of product and SKU: a product id and a row number fit one double, which sorts without a callback. */
const sortedRows = (observations: readonly PriceObservation[]): Uint32Array => {
  const keys = new Float64Array(observations.length)
  const skuIds = new Float64Array(observations.length)
  for (let row = 0; row < keys.length; row++) {
    const { productId, skuId } = observations[row] as PriceObservation
    keys[row] = checked(productId, 1, maxProductId, 'product id') * maxObservations + row
    skuIds[row] = checked(skuId, 0, Number.MAX_SAFE_INTEGER, 'SKU id')
  }
  if (!isAscending(keys)) keys.sort()
  const rows = new Uint32Array(keys.length)
  for (let start = 0; start < keys.length; ) {
    const endKey = (Math.floor((keys[start] as number) / maxObservations) + 1) * maxObservations
    let end = start
    for (; end < keys.length && (keys[end] as number) < endKey; end++)
      rows[end] = (keys[end] as number) % maxObservations
    sortRange(rows, start, end, skuIds)
    start = end
  }
  return rows
}

const storedCents = (cents: number | null): number =>
  cents === null ? 0 : checked(cents, 0, Number.MAX_SAFE_INTEGER, 'price') + 1

/** @throws RangeError when a SKU stands twice, or a number is none that the archive can keep */
export const tableOfBatch = ({ observations, isComplete }: ObservationBatch, words: WordTable): SeriesTable => {
  if (observations.length > maxObservations)
    throw new RangeError(`${observations.length} observations are too many for a batch.`)
  const table = createSeriesTable(observations.length, !isComplete)
  const { productIds, skuIds, wordNumbers, ages } = table
  const [market, lowest, mid, highest, direct] = table.amounts
  const rows = sortedRows(observations)
  for (let index = 0; index < rows.length; index++) {
    const observation = observations[rows[index] as number] as PriceObservation
    productIds[index] = observation.productId
    skuIds[index] = observation.skuId
    if (index > 0 && skuIds[index - 1] === observation.skuId && productIds[index - 1] === observation.productId)
      throw new RangeError(`SKU ${observation.skuId} of product ${observation.productId} stands twice in a batch.`)
    wordNumbers[index] = words.numberOf(observation)
    market[index] = storedCents(observation.marketCents)
    lowest[index] = storedCents(observation.lowestCents)
    mid[index] = storedCents(observation.midCents)
    highest[index] = storedCents(observation.highestCents)
    direct[index] = storedCents(observation.directLowestCents)
    const ageMs = checked(observation.ageMs, 0, isComplete ? 0 : maxAgeMs, 'age')
    if (ages !== null) ages[index] = ageMs
  }
  return table
}

const centsAt = (table: SeriesTable, field: number, row: number): number | null => {
  const stored = (table.amounts[field] as Float64Array)[row] as number
  return stored === 0 ? null : stored - 1
}

/** One row of a table in the words of the ports. */
export const observationAt = (table: SeriesTable, words: WordTable, row: number): PriceObservation => ({
  productId: table.productIds[row] as number,
  skuId: table.skuIds[row] as number,
  ...words.at(table.wordNumbers[row] as number),
  marketCents: centsAt(table, 0, row),
  lowestCents: centsAt(table, 1, row),
  midCents: centsAt(table, 2, row),
  highestCents: centsAt(table, 3, row),
  directLowestCents: centsAt(table, 4, row),
  ageMs: table.ages?.[row] ?? 0,
})
