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

export interface JudgedFile {
  readonly rows: readonly JudgedRow[]
  /** What was said of the file in place of its rows. */
  readonly sentence: string | null
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

const outcomeOf = ({ parts, mayBeAsked }: RightRow, rows: readonly PricedRow[]): Outcome => {
  const priced = rows.filter(hasPrice)
  // A row of no copies may be passed over; any other is lost.
  if (rows.length === 0) return parts.some(({ copies }) => copies === 0) ? 'right' : 'wrong'
  if (priced.length === 0) return mayBeAsked ? 'asked' : 'needless'
  const isWhole = priced.length === parts.length && priced.length === rows.length
  return isWhole && parts.every((part) => priced.some((row) => isRight(part, row))) ? 'right' : 'wrong'
}

/** Prices a file as the command line does, and judges every row. */
export const judgeFile = async (
  client: Pick<Client, 'listCategories' | 'lookUpPrices'>,
  { text, rows: right }: ReportFile,
): Promise<JudgedFile> => {
  let rows: PricedRow[]
  try {
    rows = await priceList(client, readList(text))
  } catch (error) {
    const outcome = ({ mayBeAsked }: RightRow): Outcome => (mayBeAsked ? 'asked' : 'needless')
    return {
      rows: right.map((row) => ({ line: row.line, outcome: outcome(row), right: row, priced: [] })),
      sentence: (error as Error).message,
    }
  }
  const byLine = Map.groupBy(rows, ({ row }) => row.line)
  const judged = right.map((row): JudgedRow => {
    const priced = byLine.get(row.line) ?? []
    return { line: row.line, outcome: outcomeOf(row, priced), right: row, priced }
  })
  const lines = new Set(right.map(({ line }) => line))
  const more = rows.filter((row) => !lines.has(row.row.line) && hasPrice(row))
  return {
    rows: [
      ...judged,
      ...more.map((row): JudgedRow => ({ line: row.row.line, outcome: 'wrong', right: null, priced: [row] })),
    ],
    sentence: null,
  }
}
