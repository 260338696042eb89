import { maxId } from '../../../contract/fields.ts'
import { isDay } from '../../day.ts'
import { centsOf } from '../../money.ts'
import { invalidResponse } from '../../upstream/upstream-error.ts'

// Readers of what the source sends: lenient about form – floats for integers, numbers as texts, thousands separators, missing keys, unknown words – and never
// turning what is not there into a number. What they cannot read is null.

/** An object as it came, nothing known of its fields. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object with fields. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const numeral = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i

/** A finite number, also when it is written as text: `113.0`, `"264"`, `"$1,147.24"`. */
export const readNumber = (value: unknown): number | null => {
  let number = Number.NaN
  if (typeof value === 'number') number = value
  else if (typeof value === 'string') {
    const text = value.trim().replace(/^\$\s*/, '')
    if (text.length <= 32 && numeral.test(text)) number = Number(text.replaceAll(',', ''))
  }
  return Number.isFinite(number) ? number : null
}

/** No card costs more; a larger amount is a defect of the source. */
const maxUsd = 100_000_000

const readCents = (value: unknown): number | null => {
  const amount = readNumber(value)
  return amount !== null && amount >= 0 && amount <= maxUsd ? centsOf(amount) : null
}

/** A price in cents, at least one and within reason. The source writes 0 for "none". */
export const readPriceCents = (value: unknown): number | null => readCents(value) || null

/** Shipping in cents, where 0 is a real 0. */
export const readShippingCents = readCents

/** A whole number from 0 on. */
export const readCount = (value: unknown): number | null => {
  const count = readNumber(value)
  return count !== null && Number.isSafeInteger(count) && count >= 0 ? Math.abs(count) : null
}

/** An average: any number from 0 on. */
export const readAverage = (value: unknown): number | null => {
  const average = readNumber(value)
  return average !== null && average >= 0 ? Math.abs(average) : null
}

/** The id of a product or SKU. */
export const readPositiveId = (value: unknown): number | null => {
  const id = readCount(value)
  return id !== null && id >= 1 && id <= maxId ? id : null
}

/** A text that says something; a number is taken for its digits. */
export const readFilledText = (value: unknown): string | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  return typeof value === 'string' ? value.trim() || null : null
}

/** A mark that is set. */
export const readFlag = (value: unknown): boolean => value === true || value === 'true' || value === 1

/** An instant as ISO 8601 in UTC; one without zone is read as UTC. */
export const readInstant = (value: unknown): string | null => {
  const text = readFilledText(value)
  if (text === null || !/^\d{4}-\d{2}-\d{2}T/.test(text)) return null
  const instant = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`)
  return Number.isNaN(instant) ? null : new Date(instant).toISOString()
}

/** The day of a date or instant as `YYYY-MM-DD`. */
export const readDay = (value: unknown): string | null => {
  const day = /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(readFilledText(value) ?? '')?.[0]
  return day !== undefined && isDay(day) ? day : null
}

/** The rows of a list, each an object. @throws UpstreamError when it is no list, or one without a single object */
export const readRows = (value: unknown, what: string): readonly JsonObject[] => {
  if (!Array.isArray(value)) throw invalidResponse(`${what} is no list`)
  const rows = value.filter(isJsonObject)
  if (rows.length === 0 && value.length > 0) throw invalidResponse(`${what} holds no objects`)
  return rows
}

/** The envelope `{errors, results}`. @throws UpstreamError when it reports errors or is none */
export const openEnvelope = (json: unknown, what: string): readonly JsonObject[] => {
  if (!isJsonObject(json)) throw invalidResponse(`${what} is no envelope`)
  const { errors } = json
  if (Array.isArray(errors) && errors.length > 0) {
    const codes = errors.map((error) => (isJsonObject(error) ? readFilledText(error.code) : null)?.slice(0, 40) ?? '?')
    throw invalidResponse(`${what} reports errors: ${codes.slice(0, 3).join(', ')}`)
  }
  return readRows(json.results, `${what}.results`)
}

/** A page of search or listings, whose rows are nested twice. An envelope without a page is an empty one. */
export const openPage = (json: unknown, what: string): { readonly page: JsonObject; readonly rows: readonly JsonObject[] } => {
  const page = openEnvelope(json, what)[0]
  if (page === undefined) return { page: { totalResults: 0 }, rows: [] }
  return { page, rows: readRows(page.results, `${what}.results[0].results`) }
}

/** The source never names a currency: every amount is US dollars. @throws UpstreamError when a record names another one after all */
export const refuseForeignCurrency = (record: JsonObject): void => {
  for (const key of ['currency', 'currencyCode', 'currencyAbbreviation', 'priceCurrency']) {
    const currency = record[key]
    if (currency !== undefined && currency !== null && !/^(?:usd|us\$|\$)$/i.test(String(currency))) {
      throw invalidResponse('amounts in another currency')
    }
  }
}
