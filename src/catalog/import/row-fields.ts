import { withoutControls } from '../../cards/control-characters.ts'
import { isJsonObject, type JsonObject } from '../../contract/json-object.ts'
import { centsOf } from '../../market/money.ts'
import { maxSourceId } from '../../market/ports.ts'
import { maxPriceCents } from '../ports.ts'

/** A row that cannot be imported, with the reason in a few words that many rows share. */
export class RowRejected extends Error {
  override readonly name = 'RowRejected'
}

export type Row = JsonObject

/** Longest name, number or address; real ones are far shorter. */
const maxTextLength = 1000

export const asRow = (value: unknown): Row => {
  if (!isJsonObject(value)) throw new RowRejected('not an object')
  return value
}

/** A whole number from 1 up, given as a number or as digits. */
export const readIdField = (row: Row, key: string): number => {
  const value = row[key]
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > maxSourceId)
    throw new RowRejected(`${key} is not a positive whole number`)
  return id
}

export const readTextField = (row: Row, key: string): string => {
  const text = readOptionalTextField(row, key)
  if (text === null) throw new RowRejected(`${key} is missing`)
  return text
}

/** A text without control characters, or `null`; blank counts as none. */
export const readOptionalTextField = (row: Row, key: string): string | null => {
  const value = row[key]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' && typeof value !== 'number') throw new RowRejected(`${key} is not a text`)
  const text = withoutControls(String(value)).trim()
  if (text.length > maxTextLength) throw new RowRejected(`${key} is too long`)
  return text === '' ? null : text
}

/**
 * An amount of dollars in cents, or `null` for everything below one and beyond what an index holds: a price of 0 means
 * that there is none.
 */
export const readCentsField = (row: Row, key: string): number | null => {
  const value = row[key]
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  const cents = typeof amount === 'number' && Number.isFinite(amount) ? centsOf(amount) : 0
  return cents > 0 && cents <= maxPriceCents ? cents : null
}
