import { linesWithoutControls, withoutControls } from '../../../cards/control-characters.ts'
import { isJsonObject, type JsonObject } from '../../../contract/json-object.ts'
import { maxSourceId } from '../../../market/ports.ts'

/** A row of a list, or `null` for what is none. */
export const asListRow = (value: unknown): JsonObject | null => (isJsonObject(value) ? value : null)

/** A whole number from 1 up, given as a number or as its digits; else `null`. */
export const idOf = (value: unknown): number | null => {
  const id = typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= maxSourceId ? id : null
}

const filled = (text: string, maxLength: number): string | null =>
  text === '' || text.length > maxLength ? null : text

/** A line with something in it, trimmed and without control characters; else `null`. */
export const textOf = (value: unknown, maxLength: number): string | null =>
  typeof value === 'string' ? filled(withoutControls(value).trim(), maxLength) : null

/** Longest text that is kept; descriptions of products are some thousand characters. */
const maxTextLength = 20_000

/** A text of several lines, or `null`, as `textOf`. */
export const linesOf = (value: unknown): string | null =>
  typeof value === 'string' ? filled(linesWithoutControls(value).trim(), maxTextLength) : null
