import { statSync } from 'node:fs'
import { openPriceArchive } from '../../src/archive/open-price-archive.ts'
import { rebuildIndex } from '../../src/archive/rebuild-index.ts'
import { verifyArchive } from '../../src/archive/verify-archive.ts'
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
  /** Whether the database has the year already: it is only asked. */
  readonly isFilled: boolean
}

const progressDays = 30
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
const write = (line: string) => process.stdout.write(`${line}\n`)

const bytesOnDisk = async ({ file, url }: Measured['files']): Promise<number> => {
  if (file !== undefined) return statSync(file).size
  const [row] = await runSql(url as string, 'select pg_database_size(current_database())::float8 as bytes')
  return Number(row?.bytes)
}

/** How long a work takes, in milliseconds on the clock and of this process. */
const timed = async <T>(
  work: () => Promise<T>,
): Promise<{ readonly tookMs: number; readonly cpuMs: number; readonly result: T }> => {
  const [beganMs, cpu] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(cpu)
  return { tookMs: performance.now() - beganMs, cpuMs: (user + system) / 1000, result }
}
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Appends the year. @returns cells of a summary */
const measureAppends = async (measured: Measured, onDay: (day: MadeDay) => void): Promise<readonly string[]> => {
  const { kind, open, files, year, dayCount, hasRecords } = measured
  const emptyStore = await open()
  await emptyStore.close()
  const emptyBytes = await bytesOnDisk(files)
  const writer = await open()
  const beganMs = performance.now()
  const tell = (day: MadeDay, { totalMs }: AppendTimes) => {
    onDay(day)
    if (day.day % progressDays !== progressDays - 1) return
    const sinceMs = performance.now() - beganMs
    write(`${kind}: day ${day.day + 1} of ${dayCount} after ${seconds(sinceMs)}, this one in ${totalMs.toFixed(0)} ms`)
  }
  const lastRecords = { day: dayCount - 1, records: async () => makeRecords(await makeCatalog(year.series)) }
  const appended = await appendYear(writer.archive, year.series, year.days(), tell, hasRecords ? lastRecords : undefined)
  const { times, observations, withRecords } = appended
  const { log, index, products } = await writer.archive.size(yearSource)
  await writer.close()
  const bytes = (await bytesOnDisk(files)) - emptyBytes
  write(`\n${kind}: ${observations.toLocaleString('en')} observations; ${megabytes(bytes)} MB on disk`)
  if (withRecords !== null)
    write(
      `${kind}: the last day came with the records of all products, ${megabytes(products)} MB, in ${seconds(withRecords.totalMs)}`,
    )
  printTable([`${kind}: a day appended, ms`, 'p50', 'p99', 'worst'], appendRows(times))
  const totals = times.map(({ totalMs }) => totalMs)
  return [
    observations.toLocaleString('en'),
    ...[bytes, log, index].map(megabytes),
    ((bytes - products) / observations).toFixed(2),
    ...[0.5, 0.99, 1].map((share) => seconds(quantile(totals, share))),
  ]
}

/** Asks a store that has the year. @returns cells of a summary */
const measureAnswers = async (
  { kind, open, year: { series }, dayCount }: Measured,
  watched: ReturnType<typeof watchSeries>,
  isPresent: Uint8Array,
): Promise<readonly string[]> => {
  const store = await open()
  const openReader = () => openPriceArchive({ store: store.archive, source: yearSource, pollMs: 1_000 })
  const asked = await askYear({ series, dayCount, isPresent, open: openReader })
  printTable([`${kind}: asked, ms`, 'p50', 'p99', 'worst', 'bar for p99', ''], asked)
  const reader = await openReader()
  write(`${kind}: ${await watched.compare(reader)} prices asked back are as they were made`)
  const movers = await askMovers(store.archive, dayCount)
  printTable([`${kind}: biggest movers, ms`, 'best of 5', 'worst', 'movers'], movers.rows)
  reader.close()
  const verified = await timed(() => verifyArchive(store.archive, yearSource))
  if (verified.result.damageCount > 0) throw new Error(`${verified.result.damages[0]?.what}`)
  const rebuilt = await timed(() => rebuildIndex(store.archive, yearSource))
  write(
    `${kind}: verified in ${seconds(verified.tookMs)} (CPU ${seconds(verified.cpuMs)}), index rebuilt in ${seconds(rebuilt.tookMs)} (CPU ${seconds(rebuilt.cpuMs)})`,
  )
  await store.close()
  return [`${movers.bestMs.toFixed(0)} ms`, seconds(rebuilt.tookMs), seconds(verified.tookMs)]
}

/** Appends a year to one store and asks it everything. @returns the cells of a summary */
export const measureYear = async (measured: Measured): Promise<readonly string[]> => {
  const { year, dayCount, isFilled } = measured
  const watched = watchSeries(year.series, dayCount)
  let isPresent: Uint8Array = new Uint8Array(0)
  const onDay = (day: MadeDay): void => {
    watched.add(day)
    isPresent = day.isPresent
  }
  const appended = isFilled ? Array<string>(8).fill('–') : await measureAppends(measured, onDay)
  if (isFilled) for (const day of year.days()) onDay(day)
  return [...appended, ...(await measureAnswers(measured, watched, isPresent))]
}
