import type { Client } from '../../packages/client/src/client.ts'
import { type PricedRow, priceList } from '../../packages/client/src/price-list.ts'
import { readList } from '../../packages/client/src/read-list.ts'
import { productOfSku } from '../prove-lists/market.ts'
import type { ReportFile, RightCopy, RightRow } from './report-file.ts'

/**
 * `asked` is a row left to a person as it should be, `needless` one that says enough. `wrong` is priced as another
 * printing, copy or number of copies than it says, or lost.
 */
export type Outcome = 'right' | 'asked' | 'needless' | 'wrong'

/** How a row fared; `right` is `null` where a line was priced that is no row. */
export interface JudgedRow {
  readonly line: number
  readonly outcome: Outcome
  readonly right: RightRow | null
  readonly priced: readonly PricedRow[]
}

/** Whether a part has a price and a number of copies; anything else is left to a person. */
const hasPrice = ({ price, copies }: PricedRow): boolean => price?.marketPrice != null && copies !== null

const isRight = (part: RightCopy, { price, copies }: PricedRow): boolean => {
  const { productId, finish, condition, language } = part
  // The price names the SKU, so that it tells what was priced.
  return (
    productOfSku(Math.round((price?.marketPrice ?? 0) * 100)) === productId &&
    copies === part.copies &&
    (finish ?? price?.variant) === price?.variant &&
    (condition ?? price?.condition) === price?.condition &&
    (language ?? price?.language) === price?.language
  )
}

/** Judges what was made of a row: one priced row for each part, or none. Rows of no copies count for nothing. */
export const outcomeOf = ({ parts, mayBeAsked }: RightRow, all: readonly PricedRow[]): Outcome => {
  const rows = all.filter(({ copies }) => copies !== 0)
  if (rows.length === 0) return parts.some(({ copies }) => copies === 0) ? 'right' : 'wrong'
  const priced = rows.filter(hasPrice)
  if (priced.length === 0) return mayBeAsked ? 'asked' : 'needless'
  const isWhole = priced.length === parts.length && rows.length === parts.length
  return isWhole && parts.every((part) => priced.some((row) => isRight(part, row))) ? 'right' : 'wrong'
}

/** Prices a file as the command line does, and judges every row. A file that has none is told as a whole. */
export const judgeFile = async (
  client: Pick<Client, 'listCategories' | 'lookUpPrices'>,
  { text, rows: right }: ReportFile,
): Promise<readonly JudgedRow[]> => {
  const list = readList(text)
  const rows = await priceList(client, list)
  const byLine = Map.groupBy(rows, ({ row }) => row.line)
  const judged = right.map((row): JudgedRow => {
    const priced = byLine.get(row.line) ?? []
    const isTold = list.length === 0 && row.mayBeAsked
    return { line: row.line, outcome: isTold ? 'asked' : outcomeOf(row, priced), right: row, priced }
  })
  const lines = new Set(right.map(({ line }) => line))
  const more = rows.filter((row) => !lines.has(row.row.line) && hasPrice(row))
  return [
    ...judged,
    ...more.map((row): JudgedRow => ({ line: row.row.line, outcome: 'wrong', right: null, priced: [row] })),
  ]
}
