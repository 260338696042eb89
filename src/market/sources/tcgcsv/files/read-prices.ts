import { amountFields, createPriceRows, PriceFileError, type PriceRows } from './price-rows.ts'

interface Envelope {
  readonly success?: unknown
  readonly errors?: unknown
  readonly results?: unknown
  readonly totalItems?: unknown
}

const parseEnvelope = (text: string): Envelope => {
  const value = (() => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      // What JSON.parse says would quote the file.
      throw new PriceFileError('not valid JSON, or cut off')
    }
  })()
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new PriceFileError('not a price file: no envelope')
  return value
}

/** Whether a field stands in the text more often than there are rows: rows that ran into each other are valid JSON, and the last of two values would count. */
const hasLostBraces = (text: string, rows: number): boolean =>
  ['productId', 'subTypeName', ...amountFields].some((name) => {
    const key = `"${name}"`
    let at = -1
    let count = -1
    do {
      at = text.indexOf(key, at + 1)
      count++
    } while (at >= 0)
    return count > rows
  })

/**
 * Reads the mirror's `prices` of one set. A row that cannot be read is left out and told; a file that is not whole is an error.
 * @throws PriceFileError
 */
export const readPrices = (text: string): PriceRows => {
  const { success, errors, results, totalItems } = parseEnvelope(text)
  if (success === false || (Array.isArray(errors) && errors.length > 0))
    throw new PriceFileError('the source reports a failure instead of prices')
  if (success !== true) throw new PriceFileError('not a price file: no "success"')
  if (!Array.isArray(results)) throw new PriceFileError('not a price file: no "results"')
  if (typeof totalItems === 'number' && totalItems !== results.length)
    throw new PriceFileError(`holds ${results.length} of ${totalItems} rows`)
  if (hasLostBraces(text, results.length)) throw new PriceFileError('not valid JSON: a row has a field twice')
  const rows = createPriceRows()
  for (const [at, row] of results.entries()) rows.add(at + 1, row)
  return rows.result()
}
