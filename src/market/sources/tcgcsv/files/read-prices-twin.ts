import { readCsvRows } from '../../../../catalog/import/csv.ts'
import { amountFields, createPriceRows, PriceFileError, type PriceRows } from './price-rows.ts'

const pricedColumns: readonly string[] = [...amountFields, 'subTypeName']

const readStrictRows = (text: string): readonly string[][] => {
  try {
    return [...readCsvRows(text, { isStrict: true })]
  } catch (error) {
    if (error instanceof SyntaxError) throw new PriceFileError(`not valid CSV, or cut off: ${error.message}`)
    throw error
  }
}

/** A line inside a field that begins as a row does: its quote was opened by damage, and the prices behind it are those of another product. */
const swallowedRow = /\n\d{4,}(?:,|$)/

/** Where each column stands; they differ from set to set. */
const columnsOf = (header: readonly string[]): ReadonlyMap<string, number> => {
  const columns = new Map<string, number>()
  for (const [at, name] of header.entries()) {
    if (name === '' || columns.has(name))
      throw new PriceFileError(name === '' ? 'has a column without a name' : 'has a column twice')
    columns.set(name, at)
  }
  if (!columns.has('productId')) throw new PriceFileError('not a price file: no column "productId"')
  // Where nothing of a set is priced, its file has no column of prices. Where one of them alone is missing, a damaged header and a damaged row could fit each other.
  const missing = pricedColumns.filter((name) => !columns.has(name))
  if (missing.length > 0 && missing.length < pricedColumns.length)
    throw new PriceFileError(`has prices, and no column "${missing[0]}"`)
  const places = pricedColumns.flatMap((name) => columns.get(name) ?? [])
  const between = header.slice(Math.min(...places), Math.max(...places))
  if (between.some((name) => !pricedColumns.includes(name) && !name.startsWith('ext')))
    throw new PriceFileError('has a column that is not known among those of prices')
  return columns
}

/**
 * Reads `ProductsAndPrices.csv`, the CSV twin of `products` and `prices` of one set. A product without a price has no `subTypeName` and is no row; a row with more or fewer fields than
 * the header is left out and told, since its prices may stand in the wrong columns.
 * @throws PriceFileError
 */
export const readPricesTwin = (text: string): PriceRows => {
  const rows = createPriceRows()
  const [header, ...lines] = readStrictRows(text)
  if (header === undefined) throw new PriceFileError('is empty')
  const columns = columnsOf(header.map((name) => name.trim()))
  for (const [at, line] of lines.entries()) {
    if (line.length === 1 && line[0] === '') continue
    if (line.length !== header.length) {
      rows.reject(at + 1, 'has more or fewer fields than the header')
      continue
    }
    if (line.some((field) => swallowedRow.test(field))) {
      rows.reject(at + 1, 'a field holds what looks like another row')
      continue
    }
    const row = Object.fromEntries(['productId', ...pricedColumns].map((name) => [name, line[columns.get(name) ?? -1] ?? '']))
    const isUnpriced = pricedColumns.every((name) => row[name] === '')
    if (!isUnpriced) rows.add(at + 1, row)
  }
  return rows.result()
}
