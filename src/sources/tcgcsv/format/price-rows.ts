import type { PriceObservation } from '../../../archive/ports.ts'
import { hasControls } from '../../../cards/control-characters.ts'
import { printingSkuId } from '../../../cards/printings.ts'
import { isJsonObject, type JsonObject } from '../../../contract/json-object.ts'
import { centsOf } from '../../../market/money.ts'
import { idOf } from './fields.ts'
import { createObservationSet, createRejectedRows, type RejectedRows } from './observation-set.ts'

export interface PriceRows {
  /** No SKU twice. */
  readonly observations: readonly PriceObservation[]
  /** Rows that were left out, counted from 1 on; in a CSV file the first one behind the header is 1. */
  readonly rejected: RejectedRows<number>
}

/** The longest printing known has 33 letters. */
const maxPrintingLength = 100

class RejectedError extends Error {}

const readPrinting = ({ subTypeName: word }: JsonObject): string => {
  if (typeof word !== 'string' || word.trim() === '') throw new RejectedError('subTypeName is missing')
  const isReadable = /\p{L}/u.test(word) && !hasControls(word) && !word.includes('\ufffd') && word.isWellFormed()
  if (word.length > maxPrintingLength || !isReadable) throw new RejectedError('subTypeName is not a word')
  return word
}

/** Dollars beyond this are not told apart to the cent by a double. */
const maxCents = 2 ** 52

/** Dollars in cents; `null` for none, for 0 and below, and beyond `maxCents`. */
const readAmount = (row: JsonObject, key: string): number | null => {
  const value = row[key]
  if (value === undefined || value === null || value === '') return null
  // As programs write what is not a number.
  if (typeof value === 'string' && /^(?:nan|-?inf(?:inity)?)$/i.test(value)) return null
  const amount = typeof value === 'string' && /^-?\d{1,20}(?:\.\d{1,20})?$/.test(value) ? Number(value) : value
  if (typeof amount !== 'number') throw new RejectedError(`${key} is not an amount`)
  const cents = Number.isFinite(amount) ? centsOf(amount) : 0
  return cents > 0 && cents <= maxCents ? cents : null
}

/** The fields of a price row that hold an amount. */
export const amountFields = ['marketPrice', 'lowPrice', 'midPrice', 'highPrice', 'directLowPrice'] as const

const readRow = (value: unknown): PriceObservation => {
  if (!isJsonObject(value)) throw new RejectedError('not an object')
  const productId = idOf(value.productId)
  if (productId === null) throw new RejectedError('productId is not a positive whole number')
  const variant = readPrinting(value)
  return {
    productId,
    skuId: printingSkuId(productId, variant),
    condition: null,
    variant,
    language: null,
    marketCents: readAmount(value, 'marketPrice'),
    lowestCents: readAmount(value, 'lowPrice'),
    midCents: readAmount(value, 'midPrice'),
    highestCents: readAmount(value, 'highPrice'),
    directLowestCents: readAmount(value, 'directLowPrice'),
    ageMs: 0,
  }
}

/** Reads rows one by one. */
export const createPriceRows = () => {
  const rejections = createRejectedRows<number>()
  const set = createObservationSet<number>(rejections.add)
  return {
    add: (row: number, value: unknown): void => {
      try {
        set.take(row, readRow(value))
      } catch (error) {
        if (!(error instanceof RejectedError)) throw error
        rejections.add(row, error.message)
      }
    },
    reject: (row: number, reason: string): void => rejections.add(row, reason),
    result: (): PriceRows => ({ observations: set.observations(), rejected: rejections.result() }),
  }
}
