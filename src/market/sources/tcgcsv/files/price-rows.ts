import type { PriceObservation } from '../../../../archive/ports.ts'
import { printingSkuId } from '../../../../cards/printings.ts'
import { maxId } from '../../../../contract/fields.ts'
import { centsOf } from '../../../money.ts'
import { createObservationSet, createRejectedRows, type RejectedRows } from './observation-set.ts'

/** A price file that cannot be taken for one; the message does not name it, since the reader does not know its name. */
export class PriceFileError extends Error {
  override readonly name = 'PriceFileError'
}

export interface PriceRows {
  /** No SKU twice. */
  readonly observations: readonly PriceObservation[]
  /** Rows that were left out, counted from 1 on; in a CSV file the first one behind the header is 1. */
  readonly rejected: RejectedRows<number>
}

/** The longest printing known has 33 letters. */
const maxPrintingLength = 100

class RejectedError extends Error {}

type PriceRow = Readonly<Record<string, unknown>>

const readProductId = ({ productId: value }: PriceRow): number => {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > maxId)
    throw new RejectedError('productId is not a positive whole number')
  return id
}

const readPrinting = ({ subTypeName: word }: PriceRow): string => {
  if (typeof word !== 'string' || word.trim() === '') throw new RejectedError('subTypeName is missing')
  if (word.length > maxPrintingLength || !/\p{L}/u.test(word) || /\p{Cc}|\ufffd/u.test(word) || !word.isWellFormed())
    throw new RejectedError('subTypeName is not a word')
  return word
}

/** Dollars beyond this are not told apart to the cent by a double. */
const maxCents = 2 ** 52

/** Dollars in cents; `null` for none, for 0 and below, and beyond `maxCents`. */
const readAmount = (row: PriceRow, key: string): number | null => {
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
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RejectedError('not an object')
  const row = value as PriceRow
  const productId = readProductId(row)
  const variant = readPrinting(row)
  return {
    productId,
    skuId: printingSkuId(productId, variant),
    condition: null,
    variant,
    language: null,
    marketCents: readAmount(row, 'marketPrice'),
    lowestCents: readAmount(row, 'lowPrice'),
    midCents: readAmount(row, 'midPrice'),
    highestCents: readAmount(row, 'highPrice'),
    directLowestCents: readAmount(row, 'directLowPrice'),
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
