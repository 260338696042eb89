import type { Moment, PriceArchive } from '../../src/archive/price-archive.ts'
import { quantile } from '../measure.ts'
import { createRandom } from '../multiply.ts'
import type { MadeSeries } from './made-series.ts'
import { builtAtMs } from './year.ts'

/** More than there are pages in the caches of the database. */
const questionCount = 3_000
const rounds = 5
const popularSeries = 77
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

/** Products and days that a kind asks for. */
const questionsOf = (
  { among, days }: Kind,
  { series, dayCount }: Asked,
  vanished: readonly number[],
): readonly (readonly [number, number])[] => {
  const random = createRandom(11)
  const span = Math.min(28, dayCount)
  const dayOf = {
    any: () => random(dayCount),
    'first month': () => random(Math.min(16, span)),
    'last month': () => dayCount - 1 - random(Math.min(14, span)),
  }
  const rowOf = {
    all: () => random(series.count),
    vanished: () => vanished[random(vanished.length)] ?? 0,
    one: () => popularSeries,
  }
  return Array.from({ length: questionCount }, () => [series.productIds[rowOf[among]()] as number, dayOf[days]()] as const)
}

/**
 * Asks the questions of each kind of a reader of its own. All are asked once, then all again: a question's time is its best, since other work on the machine only ever adds to it.
 * @returns rows of a table
 */
export const askYear = async (asked: Asked): Promise<(string | number)[][]> => {
  const { series, dayCount, isPresent, open } = asked
  const vanished = Array.from(series.productIds.keys()).filter(
    (i) => isPresent[i] === 0 && (series.bornOn[i] as number) < dayCount - 40,
  )
  const rows: (string | number)[][] = []
  for (const kind of kinds) {
    const archive = await open()
    const questions = questionsOf(kind, asked, vanished)
    const bestMs = new Float64Array(questions.length).fill(Number.POSITIVE_INFINITY)
    for (let round = 0; round < rounds; round++)
      for (const [i, [productId, day]] of questions.entries()) {
        const beganMs = performance.now()
        await kind.ask(archive, productId, day)
        bestMs[i] = Math.min(bestMs[i] as number, performance.now() - beganMs)
      }
    archive.close()
    const [p50, p99, worst] = [0.5, 0.99, 1].map((share) => quantile([...bestMs], share)) as [number, number, number]
    rows.push([kind.name, p50.toFixed(3), p99.toFixed(3), worst.toFixed(2), kind.limitMs, p99 <= kind.limitMs ? 'ok' : 'MISSED'])
  }
  return rows
}
