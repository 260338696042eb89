import { type CsvCell, errorAdvice, type PricedRow, wantedCopyOf } from '../../packages/client/src/client.ts'
import { formatTable, type Line } from './command.ts'

const cents = ({ price, copies }: PricedRow): number | null =>
  price?.marketPrice === null || price?.marketPrice === undefined || copies === null
    ? null
    : Math.round(price.marketPrice * 100) * copies

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const dollars = (amount: number | null): string | null => (amount === null ? null : money.format(amount / 100))

const whichCopy = ({ row, unclear, identification }: PricedRow): string => {
  if (unclear === null) return 'Which copy?'
  const { field, values } = unclear
  const { condition } = wantedCopyOf(row.entry ?? {}, identification?.parsed)
  // Nothing to choose: what is said is the condition of no copy, as a grade that stands in the text.
  if (field === 'condition' && condition) return `No price for “${condition}” here.`
  const named = field === 'variant' ? 'finish' : field
  return values.length === 0 ? `No price by ${named} here.` : `Which ${named}: ${values.join(', ')}?`
}

/** Which printing, and what is at stake. */
const whichPrinting = ({ identification }: PricedRow): string => {
  if (identification === null || identification.candidates.length === 0) return 'No printing fits.'
  const { priceRange } = identification
  if (priceRange === null) return 'Which printing?'
  const [low, high] = [money.format(priceRange.low), money.format(priceRange.high)]
  return low === high ? `Which printing? ${low}` : `Which printing? ${low} to ${high}`
}

/** What is left to do in a row, `null` where nothing is. */
const leftToDo = (priced: PricedRow): string | null => {
  const { row, code, price, copies } = priced
  if (row.entry === null) return 'It cannot be read as one card.'
  if (copies === null) return 'How many copies?'
  if (row.unusual !== undefined && price === null && (code === 'unclear_printing' || code === 'unclear_copy'))
    return `No price for “${row.unusual}” here.`
  if (code === 'unclear_printing') return whichPrinting(priced)
  if (code === 'unclear_copy') return whichCopy(priced)
  if (code === 'unknown_category') return 'Which product line?'
  if (code !== null && code !== 'ok') return errorAdvice[code]?.meaning ?? code
  return price?.marketPrice == null ? 'The price is unknown.' : null
}

/** The sum of all rows with a price, and what is not in it. */
const sumOfList = (rows: readonly PricedRow[]) => {
  const counts = { priced: 0, review: 0, unpriced: 0, failed: 0 }
  let total = 0
  for (const row of rows) {
    const amount = cents(row)
    if (row.status === 'unavailable') counts.failed++
    else if (row.status !== 'ok') counts.review++
    else if (amount === null) counts.unpriced++
    else {
      counts.priced++
      total += amount
    }
  }
  return { total: total / 100, ...counts }
}

const rowsOf = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`

const sumLine = ({ total, priced, review, unpriced, failed }: ReturnType<typeof sumOfList>): string => {
  const missing = [
    review > 0 && `${review} to review`,
    unpriced > 0 && `${unpriced} without a known price`,
    failed > 0 && `${failed} that could not be priced`,
  ].filter(Boolean)
  const out = missing.length === 0 ? '' : `; not in it: ${rowsOf(review + unpriced + failed)} (${missing.join(', ')})`
  return `Sum ${money.format(total)} of ${rowsOf(priced)}${out}`
}

export const tableOfList = (rows: readonly PricedRow[]): Line[] => [
  ...formatTable([
    ['copies', 'card', 'set', 'number', 'condition', 'finish', 'language', 'price', 'total', 'left to do'],
    ...rows.map((row) => {
      const { card, price, copies } = row
      return [
        copies,
        card?.name ?? (row.row.entry?.q || row.row.text.slice(0, 60)).replaceAll(/[\s\p{Cc}]+/gu, ' '),
        card?.setName ?? null,
        card?.cardNumber ?? null,
        price?.condition ?? null,
        price?.variant ?? null,
        price?.language ?? null,
        dollars(price?.marketPrice == null ? null : Math.round(price.marketPrice * 100)),
        dollars(cents(row)),
        leftToDo(row) ?? '',
      ]
    }),
  ]),
  '',
  sumLine(sumOfList(rows)),
]

const columns: Readonly<Record<string, (row: PricedRow) => CsvCell>> = {
  line: ({ row }) => row.line,
  text: ({ row }) => row.text,
  quantity: ({ copies }) => copies,
  productId: ({ productId }) => productId,
  skuId: ({ price }) => price?.skuId,
  name: ({ card }) => card?.name,
  setName: ({ card }) => card?.setName,
  cardNumber: ({ card }) => card?.cardNumber,
  condition: ({ price }) => price?.condition,
  variant: ({ price }) => price?.variant,
  language: ({ price }) => price?.language,
  marketPrice: ({ price }) => price?.marketPrice,
  lowSalePrice: ({ price }) => price?.lowSalePrice,
  highSalePrice: ({ price }) => price?.highSalePrice,
  sampleSize: ({ price }) => price?.sampleSize,
  calculatedAt: ({ price }) => price?.calculatedAt,
  total: (row) => {
    const amount = cents(row)
    return amount === null ? null : amount / 100
  },
  status: ({ status }) => status,
  code: ({ code }) => code,
  fetchedAt: ({ fetchedAt }) => fetchedAt,
}

export const cellsOfList = (rows: readonly PricedRow[]): CsvCell[][] => [
  Object.keys(columns),
  ...rows.map((row) => Object.values(columns).map((cell) => cell(row))),
]

/** A list as a JSON document: the columns of the CSV as fields. */
export const documentOfList = (rows: readonly PricedRow[]) => ({
  currency: 'USD',
  sum: sumOfList(rows),
  rows: rows.map((row) => Object.fromEntries(Object.entries(columns).map(([name, cell]) => [name, cell(row) ?? null]))),
})
