import type { PriceObservation } from '../../../../archive/ports.ts'
import { printingSkuId } from '../../../../cards/printings.ts'
import { maxId } from '../../../../contract/fields.ts'
import { centsOf } from '../../../money.ts'

/** A price file that cannot be taken for one; the message does not name it, since the reader does not know its name. */
export class PriceFileError extends Error {
  override readonly name = 'PriceFileError'
}

/** A row that is left out, with the reason in a few words that many rows share. */
export interface RejectedPriceRow {
  /** From 1 on, as the file lists them; in a CSV file the first row behind the header is 1. */
  readonly row: number
  readonly reason: string
}

export interface PriceRows {
  /** No SKU twice. */
  readonly observations: readonly PriceObservation[]
  readonly rejected: { readonly total: number; readonly first: readonly RejectedPriceRow[] }
}

const rejectedShown = 20
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

/** Whether two rows of one SKU say the same. */
export const isSameObservation = (left: PriceObservation, right: PriceObservation): boolean =>
  left.marketCents === right.marketCents &&
  left.lowestCents === right.lowestCents &&
  left.midCents === right.midCents &&
  left.highestCents === right.highestCents &&
  left.directLowestCents === right.directLowestCents &&
  left.variant === right.variant

/** Reads rows one by one. Equal ones count once; of rows that contradict each other none is believed. */
export const createPriceRows = () => {
  const taken = new Map<number, { readonly row: number; readonly observation: PriceObservation }>()
  const contradicted = new Set<number>()
  const first: RejectedPriceRow[] = []
  let total = 0

  const reject = (row: number, reason: string): void => {
    total++
    if (first.length < rejectedShown) first.push({ row, reason })
  }

  const take = (row: number, observation: PriceObservation): void => {
    const { skuId } = observation
    const before = taken.get(skuId)
    if (before !== undefined && isSameObservation(before.observation, observation)) return
    if (before === undefined && !contradicted.has(skuId)) {
      taken.set(skuId, { row, observation })
      return
    }
    taken.delete(skuId)
    contradicted.add(skuId)
    for (const place of before === undefined ? [row] : [before.row, row])
      reject(place, 'contradicts another row of the same product and printing')
  }

  return {
    add: (row: number, value: unknown): void => {
      try {
        take(row, readRow(value))
      } catch (error) {
        if (!(error instanceof RejectedError)) throw error
        reject(row, error.message)
      }
    },
    reject,
    result: (): PriceRows => ({
      observations: [...taken.values()].map(({ observation }) => observation),
      rejected: { total, first },
    }),
  }
}
