import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { printingNumber } from '../../src/cards/printings.ts'
import { sharedCatalog } from '../shared-catalog.ts'
import { tarEntries } from './tar-entries.ts'

/** Five prices of a row, in this order; the places of `amounts`. */
export const fields = ['market', 'lowest', 'mid', 'highest', 'directLowest'] as const
export const fieldCount = fields.length
/** Places of the two fields that the walk looks at by name. Mid is never `null` in a row, so 0 there means that there is no row. */
export const [marketField, midField, directField] = [0, 2, 4]

/** Two days one after the other, of all product lines. */
export interface RecordedDays {
  /** Ascending; a product's printings follow one another. */
  readonly productIds: Int32Array
  readonly variants: readonly string[]
  /** Five cents a series, 0 where there is no price. */
  readonly before: Int32Array
  readonly after: Int32Array
}

/** Series over days without a break. */
export interface RecordedSeries {
  readonly count: number
  readonly dayCount: number
  /** Five cents a series and day. */
  readonly amounts: Int32Array
}

interface Row {
  readonly day?: string
  readonly productId: number
  readonly subTypeName: string
  readonly lowPrice: number | null
  readonly midPrice: number | null
  readonly highPrice: number | null
  readonly marketPrice: number | null
  readonly directLowPrice: number | null
}

const centsOf = (price: number | null): number => (price === null ? 0 : Math.round(price * 100))
const amountsOf = (row: Row): number[] =>
  [row.marketPrice, row.lowPrice, row.midPrice, row.highPrice, row.directLowPrice].map(centsOf)

const folder = join(sharedCatalog, 'tcgcsv')
const [dayBefore, dayAfter] = ['prices-2025-10-15.tar.gz', 'prices-2025-10-16.tar.gz']

/** Whether the recordings are there; says so in one line where they are not. */
export const hasRecordings = (): boolean => {
  const isThere = existsSync(join(folder, dayBefore))
  if (!isThere) process.stdout.write(`Skipped: there is no ${folder}.\n`)
  return isThere
}

const keyOf = ({ productId, subTypeName }: Row): number => productId * 1000 + printingNumber(subTypeName)

const readDay = async (name: string): Promise<Map<number, Row>> => {
  const rows = new Map<number, Row>()
  for (const { path, bytes } of tarEntries(await readFile(join(folder, name)))) {
    if (!path.endsWith('/prices')) continue
    const { results } = JSON.parse(bytes.toString()) as { readonly results: readonly Row[] | null }
    for (const row of results ?? []) rows.set(keyOf(row), row)
  }
  return rows
}

export const readRecordedDays = async (): Promise<RecordedDays> => {
  const [before, after] = [await readDay(dayBefore), await readDay(dayAfter)]
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b)
  const tableOf = (rows: Map<number, Row>): Int32Array => {
    const table = new Int32Array(keys.length * fieldCount)
    for (const [i, key] of keys.entries()) {
      const row = rows.get(key)
      if (row !== undefined) table.set(amountsOf(row), i * fieldCount)
    }
    return table
  }
  const rows = keys.map((key) => (before.get(key) ?? after.get(key)) as Row)
  return {
    productIds: Int32Array.from(rows, ({ productId }) => productId),
    variants: rows.map(({ subTypeName }) => subTypeName),
    before: tableOf(before),
    after: tableOf(after),
  }
}

const readSeries = async (name: string): Promise<RecordedSeries> => {
  const text = gunzipSync(await readFile(join(folder, name))).toString()
  const rows = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row & { readonly day: string })
  const days = new Map([...new Set(rows.map(({ day }) => day))].sort().map((day, i) => [day, i]))
  const places = new Map<number, number>()
  for (const row of rows) places.set(keyOf(row), places.get(keyOf(row)) ?? places.size)
  const amounts = new Int32Array(places.size * days.size * fieldCount)
  for (const row of rows) {
    const at = (places.get(keyOf(row)) as number) * days.size + (days.get(row.day) as number)
    amounts.set(amountsOf(row), at * fieldCount)
  }
  return { count: places.size, dayCount: days.size, amounts }
}

/** 36 days of some seventy sets of many product lines. */
export const readManySeries = () => readSeries('series-36d.jsonl.gz')

/** 305 days of one product line; 22 days between are missing. */
export const readLongSeries = () => readSeries('series-fab.jsonl.gz')

/** Place of 2025-10-15, the earlier of the two days, among the 36. */
export const placeOfDayBefore = 24
