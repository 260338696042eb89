/**
 * Watches a card: prints its price history as a chart in the terminal, then what changed since, once a minute. One
 * request a look.
 *
 *   KEY=cmd_… node examples/watch-card.mjs 300004 [LOOKS]
 */
import { setTimeout as delay } from 'node:timers/promises'
import { CardMarketError, createClient } from 'card-market-data-client'

const client = createClient({ baseUrl: process.env.BASE ?? 'http://127.0.0.1:8787', key: process.env.KEY })
const productId = Number(process.argv[2] ?? 300004)
const looks = Number(process.argv[3] ?? Number.POSITIVE_INFINITY)
const everyMs = 60_000
const rows = 10
const gutter = 10

/** Unknown is a dash, never 0. @param {number | null} amount */
const dollars = (amount) => (amount === null ? '–' : `$${amount.toFixed(2)}`)

/**
 * One column a bucket; a bucket without an observation stays empty.
 * @param {import('card-market-data-client').HistoryVariant} history
 */
const draw = ({ buckets, condition, variant }) => {
  const values = buckets.map(({ marketPrice }) => marketPrice)
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return 'The source has observed no price of this copy.'
  const low = Math.min(...known)
  const high = Math.max(...known)
  /** @param {number} value */
  const levelOf = (value) => (high === low ? rows >> 1 : Math.round(((value - low) / (high - low)) * (rows - 1)))
  const lines = Array.from({ length: rows }, (_, index) => {
    const level = rows - 1 - index
    const label = level === rows - 1 ? dollars(high) : level === 0 ? dollars(low) : ''
    const marks = values.map((value) => (value !== null && levelOf(value) === level ? '●' : ' ')).join('')
    return `${label.padStart(gutter)} │${marks}`
  })
  const [first, last] = [buckets[0]?.date ?? '', buckets.at(-1)?.date ?? '']
  const span = `${first}${last.padStart(Math.max(last.length + 1, values.length - first.length))}`
  const title = [condition, variant].map((word) => word ?? '–').join(', ')
  return [
    title,
    ...lines,
    `${' '.repeat(gutter)} └${'─'.repeat(values.length)}`,
    `${' '.repeat(gutter + 2)}${span}`,
  ].join('\n')
}

const { data } = await client.getHistory({ productId, range: 'quarter' })
const [best] = [...data.variants].sort((a, b) => (b.totalQuantitySold ?? 0) - (a.totalQuantitySold ?? 0))
console.log(best ? draw(best) : 'The source has no history of this product.')

/** @type {number | null | undefined} */
let before
for (let look = 0; look < looks; look++) {
  if (look > 0) await delay(everyMs)
  try {
    const { data: now, remaining } = await client.getDetails({ productId })
    const { marketPrice, name } = now.product
    const change = before === undefined || before === marketPrice ? '' : ` (was ${dollars(before)})`
    console.log(
      `${now.fetchedAt}  ${name}  ${dollars(marketPrice)}${change}  ${remaining.month} requests left this month`,
    )
    before = marketPrice
  } catch (error) {
    if (!(error instanceof CardMarketError)) throw error
    // The source may be down for a while; what is then shown is that, not an old price.
    console.log(`unknown: ${error.code}`)
  }
}
