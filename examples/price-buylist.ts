/**
 * Prices a buylist: reads a deck list or a CSV with columns as name, number, set, condition and quantity, writes it back with product, copy, price and total.
 * A hundred different cards cost one request. What is unsure is left to a person.
 *
 *   BASE=http://127.0.0.1:8787 KEY=cmd_… node examples/price-buylist.ts buylist.csv > priced.csv
 */
import { readFile } from 'node:fs/promises'
import { type CsvCell, copiesOf, createClient, type ListRow, type PriceLookup, readList, writeCsv } from 'card-market-data-client'

const client = createClient({ baseUrl: process.env.BASE ?? 'http://127.0.0.1:8787', key: process.env.KEY })
const cardsPerRequest = 100

const keyOf = ({ entry }: ListRow): string => JSON.stringify(entry)

const rows = readList(await readFile(process.argv[2] ?? 'buylist.csv', 'utf8'))
const entries = new Map(rows.flatMap((row) => (row.entry?.q ? [[keyOf(row), row.entry] as const] : [])))
const keys = [...entries.keys()]
const answers = new Map<string, PriceLookup>()
for (let at = 0; at < keys.length; at += cardsPerRequest) {
  const part = keys.slice(at, at + cardsPerRequest)
  const { data } = await client.lookUpPrices({ cards: part.flatMap((key) => entries.get(key) ?? []) })
  // Rows come in the order of the cards.
  for (const [index, answer] of data.results.entries()) answers.set(part[index] as string, answer)
}

/** What is left to do; `null` where the row is done. */
const todoOf = (answer: PriceLookup | undefined, copies: number | null): string | null => {
  if (answer === undefined || copies === null) return 'ask a person'
  if (answer.status === 'needs_review') return answer.code === 'unclear_printing' ? 'ask which printing' : 'ask which copy'
  if (answer.status !== 'ok') return answer.code
  return answer.price?.marketPrice == null ? 'price unknown' : null
}

let cents = 0
const cells: CsvCell[][] = [
  [
    'line',
    'text',
    'quantity',
    'productId',
    'product',
    'set',
    'condition',
    'variant',
    'language',
    'marketPrice',
    'total',
    'state',
  ],
]
for (const row of rows) {
  const answer = answers.get(keyOf(row))
  const product = answer?.productId == null ? undefined : answer.identification?.candidates[0]
  const price = answer?.price ?? null
  const marketPrice = price?.marketPrice ?? null
  const copies = copiesOf(row, answer?.identification?.parsed)
  const totalCents = marketPrice === null || copies === null ? null : Math.round(marketPrice * 100) * copies
  cents += totalCents ?? 0
  cells.push([
    row.line,
    row.text,
    copies,
    product?.productId ?? null,
    product?.name ?? null,
    product?.setName ?? null,
    price?.condition ?? null,
    price?.variant ?? null,
    price?.language ?? null,
    marketPrice,
    totalCents === null ? null : totalCents / 100,
    todoOf(answer, copies) ?? 'done',
  ])
}
process.stdout.write(writeCsv(cells))
console.error(`${rows.length} rows, $${(cents / 100).toFixed(2)} in all.`)
