/**
 * Prices a buylist: reads a deck list, a CSV or a program's export, and writes it with product, copy, price and total.
 * A hundred different cards cost one request. A row that is not `done` has no price, and its `state` says what a person
 * is asked. When a row could not be asked, the exit status is 1.
 *
 *   KEY=cmd_… node examples/price-buylist.mjs examples/buylist.csv > priced.csv
 */
import { readFile } from 'node:fs/promises'
import { createClient, decodeText, priceList, readList, writeCsv } from 'card-market-data-client'

const client = createClient({ baseUrl: process.env.BASE ?? 'http://127.0.0.1:8787', key: process.env.KEY })

const rows = readList(decodeText(await readFile(process.argv[2] ?? 'examples/buylist.csv')))
const priced = await priceList(client, rows, { category: null, onProgress: () => {} })

const lines = priced.map(({ row, status, code, card, productId, price, copies }) => {
  const { condition, variant, language, marketPrice = null } = price ?? {}
  const cents = marketPrice === null || copies === null ? null : Math.round(marketPrice * 100) * copies
  return {
    line: row.line,
    text: row.text,
    quantity: copies,
    productId,
    product: card?.name,
    set: card?.setName,
    condition,
    variant,
    language,
    marketPrice,
    total: cents === null ? null : cents / 100,
    state: status !== 'ok' ? (code ?? status) : marketPrice === null ? 'price_unknown' : 'done',
  }
})
const cents = lines.reduce((sum, { total }) => sum + Math.round((total ?? 0) * 100), 0)
const missing = priced.filter(({ status }) => status === 'unavailable').length

process.stdout.write(writeCsv([Object.keys(lines[0] ?? {}), ...lines.map(Object.values)]))
console.error(
  `${lines.length} rows, $${(cents / 100).toFixed(2)} in all` +
    `${missing > 0 ? `; ${missing} could not be asked and are not in it` : ''}.`,
)
if (missing > 0) process.exitCode = 1
