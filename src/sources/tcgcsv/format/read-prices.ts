import { openList } from './envelope.ts'
import { FileFormatError } from './file-format-error.ts'
import { amountFields, createPriceRows, type PriceRows } from './price-rows.ts'

/**
 * Whether a field stands in the text more often than there are rows: rows that ran into each other are valid JSON, and
 * the last of two values would count.
 */
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
 * Reads the mirror's `prices` of one set. A row that cannot be read is left out and told; a file that is not whole is
 * an error.
 * @throws FileFormatError
 */
export const readPrices = (text: string): PriceRows => {
  const list = openList(text)
  if (list.rows === null) throw new FileFormatError(list.reason)
  const { rows, totalItems } = list
  if (totalItems !== null && totalItems !== rows.length)
    throw new FileFormatError(`holds ${rows.length} of ${totalItems} rows`)
  if (hasLostBraces(text, rows.length)) throw new FileFormatError('not valid JSON: a row has a field twice')
  const prices = createPriceRows()
  for (const [at, row] of rows.entries()) prices.add(at + 1, row)
  return prices.result()
}
