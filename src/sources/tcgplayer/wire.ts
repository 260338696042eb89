import { isJsonObject, type JsonObject } from '../../contract/json-object.ts'
import { centsOf } from '../../market/money.ts'
import { maxSourceId } from '../../market/ports.ts'
import { invalidResponse } from '../../market/upstream/upstream-error.ts'
import { readCount, readFilledText, readNumber } from '../json-values.ts'

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

/** An average: any number from 0 on. */
export const readAverage = (value: unknown): number | null => {
  const average = readNumber(value)
  return average !== null && average >= 0 ? Math.abs(average) : null
}

/** The id of a product or SKU. */
export const readPositiveId = (value: unknown): number | null => {
  const id = readCount(value)
  return id !== null && id >= 1 && id <= maxSourceId ? id : null
}

export const readFlag = (value: unknown): boolean => value === true || value === 'true' || value === 1

/** An instant as ISO 8601 in UTC; one without zone is read as UTC. */
export const readInstant = (value: unknown): string | null => {
  const text = readFilledText(value)
  if (text === null || !/^\d{4}-\d{2}-\d{2}T/.test(text)) return null
  const instant = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`)
  return Number.isNaN(instant) ? null : new Date(instant).toISOString()
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
export const openPage = (
  json: unknown,
  what: string,
): { readonly page: JsonObject; readonly rows: readonly JsonObject[] } => {
  const page = openEnvelope(json, what)[0]
  if (page === undefined) return { page: { totalResults: 0 }, rows: [] }
  return { page, rows: readRows(page.results, `${what}.results[0].results`) }
}

/** Every amount is US dollars, without a name. @throws UpstreamError when a record names another currency */
export const refuseForeignCurrency = (record: JsonObject): void => {
  for (const key of ['currency', 'currencyCode', 'currencyAbbreviation', 'priceCurrency']) {
    const currency = record[key]
    if (currency !== undefined && currency !== null && !/^(?:usd|us\$|\$)$/i.test(String(currency))) {
      throw invalidResponse('amounts in another currency')
    }
  }
}
