import { type MirrorDay, type MirrorPrice, type MirrorProduct, priceRowsOf } from './mirror-day.ts'

const field = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows under a line of names; a column that no row fills is left out where `mayLack` names it. */
export const csvOf = (rows: readonly Readonly<Record<string, unknown>>[], mayLack: readonly string[] = []): string => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (name) => !mayLack.includes(name) || rows.some((row) => row[name] !== null && row[name] !== undefined && row[name] !== ''),
  )
  return [names, ...rows.map((row) => names.map((name) => row[name]))].map((line) => `${line.map(field).join(',')}\r\n`).join('')
}

const priceColumns = ['lowPrice', 'midPrice', 'highPrice', 'marketPrice', 'directLowPrice'] as const
const noPrice = { lowPrice: null, midPrice: null, highPrice: null, marketPrice: null, directLowPrice: null, subTypeName: '' }

const amountsOf = ({ productId: _id, ...amounts }: MirrorPrice) => amounts

/** The twin of products and prices: a line for each printing, one with an empty printing for a product without a price; the price columns are missing where nothing is priced. */
export const productsAndPricesCsv = (
  day: MirrorDay,
  groupId: number,
  writeProduct: (product: MirrorProduct) => Readonly<Record<string, unknown>>,
): string => {
  const prices = Map.groupBy(priceRowsOf(day, groupId), ({ productId }) => productId)
  const rows = (day.products.get(groupId) ?? []).flatMap((product) => {
    const { extendedData: _list, presaleInfo: _presale, ...columns } = writeProduct(product)
    const extended = Object.fromEntries(product.extendedData.map(({ name, value }) => [`ext${name}`, value]))
    const url = `https://cpt.tcgcsv.com/c${product.productId.toString(36)}`
    const amounts = prices.get(product.productId)?.map(amountsOf) ?? [noPrice]
    return amounts.map((row) => ({ ...columns, url, ...row, ...extended }))
  })
  return rows.length === 0 ? '' : csvOf(rows, priceColumns)
}
