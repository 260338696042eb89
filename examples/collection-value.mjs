/**
 * Writes what a collection is worth, one CSV line a run: run it every night and append. With a day it also says what
 * changed since, on a service that keeps past prices. A hundred different cards cost one request for each of the two
 * days. When a row could not be asked, no line is written and the exit status is 1: a sum without it would look like a
 * loss.
 *
 *   KEY=cmd_… node examples/collection-value.mjs examples/buylist.csv [2026-10-31] >> value.csv
 */
import { readFile } from 'node:fs/promises'
import { createClient, decodeText, priceList, readList, writeCsv } from 'card-market-data-client'

const client = createClient({ baseUrl: process.env.BASE ?? 'http://127.0.0.1:8787', key: process.env.KEY })
const [file = 'examples/buylist.csv', since] = process.argv.slice(2)
const rows = readList(decodeText(await readFile(file)))

/** @param {string} reason @returns {never} */
const fail = (reason) => {
  console.error(`No line is written: ${reason}`)
  process.exit(1)
}
if (rows.length === 0) fail(`${file} holds no rows.`)

/**
 * The worth of each row in cents, today or on a day; `null` where printing, copy, count or price is not certain.
 * @param {string} [asOf]
 */
const worth = async (asOf) => {
  /** @type {typeof client.lookUpPrices} */
  const lookUpPrices = (input) => client.lookUpPrices({ ...input, asOf })
  const priced = await priceList({ ...client, lookUpPrices }, rows, { category: null, onProgress: () => {} })
  const missing = priced.filter(({ status }) => status === 'unavailable')
  if (missing.length > 0) fail(`${missing.length} of ${rows.length} rows could not be asked (${missing[0]?.code}).`)
  return priced.map(({ price, copies }) =>
    price?.marketPrice == null || copies === null ? null : Math.round(price.marketPrice * 100) * copies,
  )
}

/** The sum of all that is known, in dollars; `null` where nothing is. @param {(number | null)[]} cents */
const sum = (cents) => {
  const known = cents.filter((one) => one !== null)
  return known.length === 0 ? null : known.reduce((total, one) => total + one, 0) / 100
}

const now = await worth()
const then = since === undefined ? null : await worth(since)
/** Only rows whose price is known on both days say how it changed. */
const changed = then?.map((cents, index) => (cents === null || now[index] == null ? null : now[index] - cents)) ?? null
const known = now.filter((cents) => cents !== null).length
process.stdout.write(
  writeCsv([[new Date().toISOString(), rows.length, known, sum(now), since, changed && sum(changed)]]),
)
