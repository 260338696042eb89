import { statSync } from 'node:fs'
import { openPriceArchive } from '../../src/archive/open-price-archive.ts'
import type { AccessStore } from '../../src/stores/store.ts'
import { runSql } from '../../test/support/postgres.ts'
import { printTable, quantile } from '../measure.ts'
import { type AppendTimes, appendRows, appendYear } from './append-year.ts'
import { askMovers } from './ask-movers.ts'
import { askYear } from './ask-year.ts'
import { makeCatalog, makeRecords } from './made-records.ts'
import type { MadeDay } from './made-year.ts'
import { watchSeries } from './watch.ts'
import { type makeYear, yearSource } from './year.ts'

export interface Measured {
  readonly kind: string
  readonly open: () => Promise<AccessStore>
  /** Where the bytes lie. */
  readonly files: { readonly file?: string; readonly url?: string }
  readonly year: Awaited<ReturnType<typeof makeYear>>
  readonly dayCount: number
  /** Whether the records of all products come with the last day. */
  readonly hasRecords: boolean
}

const progressDays = 30
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
const write = (line: string) => process.stdout.write(`${line}\n`)

const bytesOnDisk = async ({ file, url }: Measured['files']): Promise<number> => {
  if (file !== undefined) return statSync(file).size
  const [row] = await runSql(url as string, 'select pg_database_size(current_database())::float8 as bytes')
  return Number(row?.bytes)
}

/** Appends a year to one store and asks it everything. @returns the cells of a summary */
export const measureYear = async ({ kind, open, files, year, dayCount, hasRecords }: Measured): Promise<(string | number)[]> => {
  const { series } = year
  const emptyStore = await open()
  await emptyStore.close()
  const emptyBytes = await bytesOnDisk(files)
  const writer = await open()
  const watched = watchSeries(series, dayCount)
  let isPresent: Uint8Array = new Uint8Array(0)
  const beganMs = performance.now()
  const lastRecords = { day: dayCount - 1, records: async () => makeRecords(await makeCatalog(series)) }
  const onDay = (day: MadeDay, { totalMs }: AppendTimes) => {
    watched.add(day)
    isPresent = day.isPresent
    if (day.day % progressDays === progressDays - 1)
      write(
        `${kind}: day ${day.day + 1} of ${dayCount} after ${((performance.now() - beganMs) / 1000).toFixed(0)} s, this one in ${totalMs.toFixed(0)} ms`,
      )
  }
  const appended = await appendYear(writer.archive, series, year.days(), onDay, hasRecords ? lastRecords : undefined)
  const { times, observations, withRecords } = appended
  const { log, index, products } = await writer.archive.size(yearSource)
  await writer.close()
  const bytes = (await bytesOnDisk(files)) - emptyBytes
  write(`\n${kind}: ${observations.toLocaleString('en')} observations; ${megabytes(bytes)} MB on disk`)
  if (withRecords !== null)
    write(
      `${kind}: the last day came with the records of all products, ${megabytes(products)} MB, and took ${(withRecords.totalMs / 1000).toFixed(1)} s`,
    )
  printTable([`${kind}: a day appended, ms`, 'p50', 'p99', 'worst'], appendRows(times))

  const store = await open()
  const openReader = () => openPriceArchive({ store: store.archive, source: yearSource, pollMs: 1_000 })
  const asked = await askYear({ series, dayCount, isPresent, open: openReader })
  printTable([`${kind}: asked, ms`, 'p50', 'p99', 'worst', 'bar for p99', ''], asked)
  const reader = await openReader()
  write(`${kind}: ${await watched.compare(reader)} prices asked back are as they were made`)
  const movers = await askMovers(store.archive, dayCount)
  printTable([`${kind}: biggest movers, ms`, 'median of 5', 'worst', 'movers'], movers.rows)
  reader.close()
  await store.close()

  const totals = times.map(({ totalMs }) => totalMs)
  return [
    observations.toLocaleString('en'),
    ...[bytes, log, index].map(megabytes),
    (bytes / observations).toFixed(2),
    ...[0.5, 0.99, 1].map((share) => `${(quantile(totals, share) / 1000).toFixed(2)} s`),
    `${movers.worstMs.toFixed(0)} ms`,
  ]
}
