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
  }
}

/**
 * Every SKU and its prices at one time, in columns, in order of product and SKU. The arrays may be longer than `count`. Amounts are cents and one more, and 0 where there is none: a
 * double holds every integer up to 2⁵³, where 32 bits would end at 21 million dollars.
 */
export interface SeriesTable {
  readonly count: number
  readonly productIds: Int32Array
  readonly skuIds: Float64Array
  readonly wordNumbers: Uint32Array
  /** One array for each of `archivedFields`. */
  readonly amounts: readonly Float64Array[]
  /** Ages in milliseconds; `null` in a complete batch, where all are 0. */
  readonly ages: Float64Array | null
}

export const createSeriesTable = (count: number, hasAges = false): SeriesTable => ({
  count,
  productIds: new Int32Array(count),
  skuIds: new Float64Array(count),
  wordNumbers: new Uint32Array(count),
  amounts: archivedFields.map(() => new Float64Array(count)),
  ages: hasAges ? new Float64Array(count) : null,
})

export const emptySeriesTable = createSeriesTable(0)

export const maxObservations = 2 ** 22

export const maxProductId = 2 ** 31 - 1

const checked = (value: number, min: number, max: number, what: string): number => {
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new RangeError(`An observation has ${value} as ${what}.`)
}

/** Rows in order of product and SKU: a product id and a row number fit one double, which sorts without a callback. */
const sortedRows = (observations: readonly PriceObservation[]): Uint32Array => {
  const keys = new Float64Array(observations.length)
  for (const [row, { productId }] of observations.entries())
    keys[row] = checked(productId, 1, maxProductId, 'product id') * maxObservations + row
  keys.sort()
  const rows = new Uint32Array(keys.length)
  const skuOf = (row: number): number => (observations[row] as PriceObservation).skuId
  for (let start = 0; start < keys.length; ) {
    const productId = Math.floor((keys[start] as number) / maxObservations)
    let end = start
    while (end < keys.length && (keys[end] as number) < (productId + 1) * maxObservations) {
      rows[end] = (keys[end] as number) % maxObservations
      end += 1
    }
    if (end - start > 1) rows.subarray(start, end).sort((a, b) => skuOf(a) - skuOf(b))
    start = end
  }
  return rows
}

/** @throws RangeError when a SKU stands twice, or a number is none that the archive can keep */
export const tableOfBatch = ({ observations, isComplete }: ObservationBatch, words: WordTable): SeriesTable => {
  if (observations.length > maxObservations) throw new RangeError(`${observations.length} observations are too many for a batch.`)
  const table = createSeriesTable(observations.length, !isComplete)
  const rows = sortedRows(observations)
  for (let index = 0; index < rows.length; index++) {
    const observation = observations[rows[index] as number] as PriceObservation
    table.productIds[index] = observation.productId
    table.skuIds[index] = checked(observation.skuId, 0, Number.MAX_SAFE_INTEGER, 'SKU id')
    if (index > 0 && table.skuIds[index - 1] === observation.skuId && table.productIds[index - 1] === observation.productId)
      throw new RangeError(`SKU ${observation.skuId} of product ${observation.productId} stands twice in a batch.`)
    table.wordNumbers[index] = words.numberOf(observation)
    for (let field = 0; field < fieldCount; field++) {
      const cents = observation[archivedFields[field] as (typeof archivedFields)[number]]
      const column = table.amounts[field] as Float64Array
      column[index] = cents === null ? 0 : checked(cents, 0, Number.MAX_SAFE_INTEGER, 'price') + 1
    }
    const ageMs = checked(observation.ageMs, 0, isComplete ? 0 : maxAgeMs, 'age')
    if (table.ages !== null) table.ages[index] = ageMs
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
