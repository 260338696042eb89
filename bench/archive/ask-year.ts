import type { Moment, PriceArchive } from '../../src/archive/price-archive.ts'
import { quantile } from '../measure.ts'
import { createRandom } from '../multiply.ts'
import type { MadeSeries } from './made-series.ts'
import { builtAtMs } from './year.ts'

const questions = 3_000
const now: Moment = { asOfMs: null, knownAtMs: null }
const hourMs = 3_600_000

interface Kind {
  readonly name: string
  /** What the bar allows at p99, in milliseconds. */
  readonly limitMs: number
  readonly among: 'all' | 'vanished' | 'one'
  readonly ask: (archive: PriceArchive, productId: number, day: number) => Promise<unknown>
  /** Days that are asked for: from the last ones, or from the first. */
  readonly days: 'any' | 'first month' | 'last month'
}

const asOf = (archive: PriceArchive, productId: number, day: number) =>
  archive.prices(productId, { asOfMs: builtAtMs(day) + hourMs, knownAtMs: null })
const history = (archive: PriceArchive, productId: number) => archive.history(productId, 0, now)

const kinds: readonly Kind[] = [
  { name: 'a year of a product', limitMs: 2, among: 'all', days: 'any', ask: history },
  { name: '… one that vanished', limitMs: 2, among: 'vanished', days: 'any', ask: history },
  { name: '… the same again and again', limitMs: 2, among: 'one', days: 'any', ask: history },
  { name: 'prices of today', limitMs: 0.2, among: 'all', days: 'any', ask: (archive, id) => archive.prices(id, now) },
  { name: 'prices as of any day', limitMs: 0.2, among: 'all', days: 'any', ask: asOf },
  { name: '… of the first month', limitMs: 0.2, among: 'all', days: 'first month', ask: asOf },
  { name: '… of the last month', limitMs: 0.2, among: 'all', days: 'last month', ask: asOf },
  { name: '… of one that vanished', limitMs: 0.2, among: 'vanished', days: 'any', ask: asOf },
  { name: '… the same again and again', limitMs: 0.2, among: 'one', days: 'any', ask: asOf },
  {
    name: '… as known a week later',
    limitMs: 0.2,
    among: 'all',
    days: 'any',
    ask: (archive, id, day) => archive.prices(id, { asOfMs: builtAtMs(day) + hourMs, knownAtMs: builtAtMs(day + 7) }),
  },
]

/** What is asked: products, those without a price on the last day among them. */
export interface Asked {
  readonly series: MadeSeries
  readonly dayCount: number
  readonly isPresent: Uint8Array
  /** A reader with nothing in its caches. */
  readonly open: () => Promise<PriceArchive>
}

/** Asks the questions of each kind of a reader of its own. @returns rows of a table */
export const askYear = async ({ series, dayCount, isPresent, open }: Asked): Promise<(string | number)[][]> => {
  const vanished = Array.from(series.productIds.keys()).filter(
    (i) => isPresent[i] === 0 && (series.bornOn[i] as number) < dayCount - 40,
  )
  const rows: (string | number)[][] = []
  for (const { name, limitMs, among, days, ask } of kinds) {
    const random = createRandom(11)
    const archive = await open()
    const timesMs: number[] = []
    // The code is compiled, the pages of the database are in memory; the reader's own caches know other products only.
    for (let n = 0; n < 300; n++) await ask(archive, series.productIds[random(series.count)] as number, random(dayCount))
    for (let n = 0; n < questions; n++) {
      const i = among === 'all' ? random(series.count) : among === 'one' ? 77 : (vanished[random(vanished.length)] ?? 0)
      const span = Math.min(28, dayCount)
      const day =
        days === 'any'
          ? random(dayCount)
          : days === 'first month'
            ? random(Math.min(16, span))
            : dayCount - 1 - random(Math.min(14, span))
      const beganMs = performance.now()
      await ask(archive, series.productIds[i] as number, day)
      timesMs.push(performance.now() - beganMs)
    }
    archive.close()
    const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => quantile(timesMs, share)) as [number, number, number]
    rows.push([name, p50.toFixed(3), p99.toFixed(3), worst.toFixed(2), limitMs, p99 <= limitMs ? 'ok' : 'MISSED'])
  }
  return rows
}
