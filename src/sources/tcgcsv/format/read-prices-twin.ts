import { FileFormatError } from './file-format-error.ts'
import { amountFields, createPriceRows, type PriceRows } from './price-rows.ts'
import { readTwin, type Twin, unfitting } from './read-twin.ts'

const pricedColumns: readonly string[] = [...amountFields, 'subTypeName']

/** A line in a field begins as a row does: damage opened its quote, and the prices behind are another product's. */
const swallowedRow = /\n\d{4,}(?:,|$)/

const checkColumns = ({ header, columns }: Twin): void => {
  if (!columns.has('productId')) throw new FileFormatError('not a price file: no column "productId"')
  // Where nothing of a set is priced, its file has no column of prices. Where one of them alone is missing, a damaged
  // header and a damaged row could fit each other.
  const missing = pricedColumns.filter((name) => !columns.has(name))
  if (missing.length > 0 && missing.length < pricedColumns.length)
    throw new FileFormatError(`has prices, and no column "${missing[0]}"`)
  const places = pricedColumns.flatMap((name) => columns.get(name) ?? [])
  const between = header.slice(Math.min(...places), Math.max(...places))
  if (between.some((name) => !pricedColumns.includes(name) && !name.startsWith('ext')))
    throw new FileFormatError('has a column that is not known among those of prices')
}

/**
 * Reads the prices of `ProductsAndPrices.csv`, the CSV twin of `products` and `prices` of one set. A product without a
 * price has no `subTypeName` and is no row.
 * @throws FileFormatError
 */
export const readPricesTwin = (text: string): PriceRows => {
  const twin = readTwin(text)
  checkColumns(twin)
  const prices = createPriceRows()
  for (const [at, fields] of twin.rows) {
    if (fields === null) prices.reject(at, unfitting)
    else if (fields.some((field) => swallowedRow.test(field)))
      prices.reject(at, 'a field holds what looks like another row')
    else {
      const row = Object.fromEntries(
        ['productId', ...pricedColumns].map((name) => [name, fields[twin.columns.get(name) ?? -1] ?? '']),
      )
      const isUnpriced = pricedColumns.every((name) => row[name] === '')
      if (!isUnpriced) prices.add(at, row)
    }
  }
  return prices.result()
}
