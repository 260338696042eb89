/**
 * Prices a buylist: reads a CSV with the columns name, number, set, condition and quantity, writes it back with product, price and total.
 * Each different card costs one request to identify; prices cost one request per hundred products. What is unsure is left to a person.
 *
 *   BASE=http://127.0.0.1:8787 KEY=cmd_… node examples/price-buylist.ts buylist.csv > priced.csv
 */
import { readFile } from 'node:fs/promises'
import { confidentMatch, createClient, type Price } from 'card-market-data-client'

const client = createClient({ baseUrl: process.env.BASE ?? 'http://127.0.0.1:8787', key: process.env.KEY })
const idsPerRequest = 100

interface Row {
  readonly name: string
  readonly number: string
  readonly set: string
  readonly condition: string
  readonly quantity: number
}

/** Rows of a CSV file: a cell may be quoted, and a quote in it is doubled. */
const readCsv = (text: string): string[][] => {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows.filter((cells) => cells.some((cell) => cell !== ''))
}

const readRows = (text: string): readonly Row[] =>
  readCsv(text)
    .slice(1)
    .map(([name = '', number = '', set = '', condition = '', quantity = '']) => ({
      name,
      number,
      set,
      condition: condition || 'Near Mint',
      quantity: Number(quantity || '1'),
    }))

const identify = async ({ name, number, set }: Row) => {
  const { data } = await client.identify({ q: `${name} ${number}`.trim(), ...(set ? { set } : {}), limit: 1 })
  return confidentMatch(data)
}

/** The English copy in that condition: the normal one, or the only one. `undefined` leaves the choice to a person. */
const copyOf = (copies: readonly Price[], wanted: string): Price | undefined => {
  const fitting = copies.filter(
    ({ condition, language }) => condition?.toLowerCase() === wanted.toLowerCase() && language === 'English',
  )
  return fitting.find(({ variant }) => variant === 'Normal') ?? (fitting.length === 1 ? fitting[0] : undefined)
}

/** A cell that a spreadsheet would run as a formula gets an apostrophe, so that it stays text. */
const quoted = (cell: string | number | null): string => {
  const text = cell === null ? '' : String(cell)
  const safe = typeof cell === 'string' && /^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const rows = readRows(await readFile(process.argv[2] ?? 'buylist.csv', 'utf8'))
const found = []
for (const row of rows) found.push({ row, product: await identify(row) })

const ids = [...new Set(found.flatMap(({ product }) => (product ? [product.productId] : [])))]
const pricesOf = new Map<number, readonly Price[]>()
for (let at = 0; at < ids.length; at += idsPerRequest) {
  const { data } = await client.lookUpPrices({ productIds: ids.slice(at, at + idsPerRequest) })
  for (const { productId, prices } of data.results) if (productId !== null) pricesOf.set(productId, prices ?? [])
}

let cents = 0
console.log('name,number,quantity,productId,product,set,condition,marketPrice,total,state')
for (const { row, product } of found) {
  const copy = product ? copyOf(pricesOf.get(product.productId) ?? [], row.condition) : undefined
  const price = copy?.marketPrice ?? null
  const totalCents = price === null || !Number.isInteger(row.quantity) ? null : Math.round(price * 100) * row.quantity
  cents += totalCents ?? 0
  const isUnclear = copy === undefined || !Number.isInteger(row.quantity)
  const state = isUnclear ? 'ask a person' : price === null ? 'price unknown' : 'done'
  const total = totalCents === null ? null : totalCents / 100
  const cells = [row.name, row.number, row.quantity, product?.productId ?? null, product?.name ?? null, product?.setName ?? null]
  console.log([...cells, row.condition, price, total, state].map(quoted).join(','))
}
console.error(`${rows.length} rows, $${(cents / 100).toFixed(2)} in all.`)
