import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { MirrorPrice } from '../emulator/mirror/mirror-day.ts'
import { recordingAt } from './folder.ts'

const amountFields = ['marketPrice', 'lowPrice', 'midPrice', 'highPrice', 'directLowPrice'] as const

/** Rows of one product and printing within one set, one for each recorded day; a moved product has several. */
export interface RecordedSeries {
  readonly groupId: number
  readonly productId: number
  readonly subTypeName: string
  /** By day's index; what is missing was not in that day's body. */
  readonly days: Int32Array
  /** Five amounts in cents for each of `days`, -1 for none. */
  readonly cents: Int32Array
}

export interface RecordedSeriesFile {
  /** In order. */
  readonly days: readonly string[]
  readonly series: readonly RecordedSeries[]
  readonly rowCount: number
}

interface Line extends MirrorPrice {
  readonly day: string
  readonly groupId: number
}

const inCents = (dollars: number | null): number => (dollars === null ? -1 : Math.round(dollars * 100))

/** Reads a file of recorded series, which is sorted by set, product, printing and day. */
export const readSeries = async (name: 'series-36d' | 'series-fab'): Promise<RecordedSeriesFile> => {
  const input = createReadStream(recordingAt(`${name}.jsonl.gz`)).pipe(createGunzip())
  const dayIds = new Map<string, number>()
  const found: { groupId: number; productId: number; subTypeName: string; days: number[]; cents: number[] }[] = []
  let rowCount = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const line = JSON.parse(text) as Line
    rowCount++
    const id = dayIds.get(line.day) ?? dayIds.size
    dayIds.set(line.day, id)
    const last = found.at(-1)
    const isSame =
      last?.groupId === line.groupId && last.productId === line.productId && last.subTypeName === line.subTypeName
    const { groupId, productId, subTypeName } = line
    const series = isSame ? last : { groupId, productId, subTypeName, days: [], cents: [] }
    if (!isSame) found.push(series)
    series.days.push(id)
    for (const field of amountFields) series.cents.push(inCents(line[field]))
  }
  // Days are numbered as they were met; their order is the calendar's.
  const days = [...dayIds.keys()].sort()
  const indexOf = new Int32Array(days.length)
  for (const [index, day] of days.entries()) indexOf[dayIds.get(day) as number] = index
  const series = found.map((one) => ({
    ...one,
    days: Int32Array.from(one.days, (id) => indexOf[id] as number),
    cents: Int32Array.from(one.cents),
  }))
  return { days, series, rowCount }
}

const inDollars = (cents: number | undefined): number | null => (cents === undefined || cents < 0 ? null : cents / 100)

/** The row of a series on its n-th recorded day. */
export const rowAt = ({ productId, subTypeName, cents }: RecordedSeries, index: number): MirrorPrice => ({
  productId,
  lowPrice: inDollars(cents[index * 5 + 1]),
  midPrice: inDollars(cents[index * 5 + 2]),
  highPrice: inDollars(cents[index * 5 + 3]),
  marketPrice: inDollars(cents[index * 5]),
  directLowPrice: inDollars(cents[index * 5 + 4]),
  subTypeName,
})
