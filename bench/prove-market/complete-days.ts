import { observationAt } from '../../src/archive/format/series-table.ts'
import type { PriceArchive } from '../../src/archive/price-archive.ts'
import { createTableLoader } from '../../src/archive/tables.ts'
import type { AccessStore } from '../../src/stores/store.ts'
import { type Daily, startDaily } from '../../test/daily/daily-service.ts'
import type { MirrorDay, MirrorPrice } from '../../test/emulator/mirror/mirror-day.ts'
import { type Comparison, emptyComparison, note } from '../../test/recordings/compare-archive.ts'
import {
  buildOf,
  builtAtMsOf,
  type CompleteDay,
  completeDays,
  readCompleteDay,
  rowsOf,
} from '../../test/recordings/complete-days.ts'
import { fakeClock } from '../../test/support/temp.ts'

const builds = async function* (): AsyncGenerator<MirrorDay> {
  for (const day of completeDays) yield buildOf(day, readCompleteDay(day))
}

/** Every row of a complete day, as it was recorded. */
export const recordedRows = function* (day: CompleteDay): Generator<MirrorPrice> {
  for (const body of readCompleteDay(day)) yield* rowsOf(body)
}

const inCents = (dollars: number | null): number | null => (dollars === null ? null : Math.round(dollars * 100))
const keyOf = ({ productId, subTypeName }: MirrorPrice): string => `${productId} ${subTypeName}`

/** Takes over both days of all product lines. @returns how long each took */
export const syncCompleteDays = async (
  t: { after: (done: () => Promise<void> | void) => void },
  env: Readonly<Record<string, string>>,
): Promise<{ readonly daily: Daily; readonly tookMs: readonly number[] }> => {
  const clock = fakeClock(new Date(builtAtMsOf(completeDays[0]) + 600_000).toISOString())
  const daily = await startDaily(t, { builds: builds(), clock, lines: 'all', env })
  const tookMs: number[] = []
  for (const [index, day] of completeDays.entries()) {
    if (index > 0) await daily.emulator.mirror.advance()
    clock.now = builtAtMsOf(day) + 600_000
    const startedMs = performance.now()
    const result = await daily.sync()
    if (result?.status !== 'synced') throw new Error(`${day}: ${JSON.stringify(result)}`)
    tookMs.push(performance.now() - startedMs)
  }
  return { daily, tookMs }
}

/** Compares all five amounts of every row with what the log holds of the day, and that it holds no other. */
export const compareLog = async ({ archive }: AccessStore, day: CompleteDay): Promise<Comparison> => {
  const comparison = emptyComparison()
  const atMs = builtAtMsOf(day)
  const [header] = await archive.headers('tcgcsv', { fromMs: atMs, toMs: atMs })
  if (header === undefined) throw new Error(`${day} is not in the log`)
  const loader = createTableLoader(archive)
  const table = await loader.load(header)
  const kept = new Map<string, string>()
  for (let row = 0; row < table.count; row++) {
    const { productId, variant, marketCents, lowestCents, midCents, highestCents, directLowestCents } = observationAt(
      table,
      loader.words,
      row,
    )
    kept.set(`${productId} ${variant}`, [marketCents, lowestCents, midCents, highestCents, directLowestCents].join())
  }
  for (const row of recordedRows(day)) {
    comparison.compared++
    const amounts = [row.marketPrice, row.lowPrice, row.midPrice, row.highPrice, row.directLowPrice].map(inCents).join()
    if (kept.get(keyOf(row)) !== amounts)
      note(comparison, `${day} ${keyOf(row)}: ${kept.get(keyOf(row))}, not ${amounts}`)
  }
  if (kept.size !== comparison.compared) note(comparison, `${day}: ${kept.size} rows kept of ${comparison.compared}`)
  return comparison
}

/** Compares every row of a day with what the archive's reader answers as of its end. */
export const compareReader = async (archive: PriceArchive, day: CompleteDay): Promise<Comparison> => {
  const comparison = emptyComparison()
  const moment = { asOfMs: Date.parse(`${day}T23:59:59.999Z`), knownAtMs: null }
  const observedAtMs = builtAtMsOf(day)
  for (const [productId, rows] of Map.groupBy(recordedRows(day), (row) => row.productId)) {
    const kept = new Map((await archive.prices(productId, moment)).map(({ sku, price }) => [sku.variant ?? '', price]))
    for (const row of rows) {
      comparison.compared++
      const price = kept.get(row.subTypeName)
      const found = price ? [price.observedAtMs, price.marketCents, price.lowestCents].join() : 'none'
      const right = [observedAtMs, inCents(row.marketPrice), inCents(row.lowPrice)].join()
      if (found !== right) note(comparison, `${day} ${keyOf(row)}: ${found}, not ${right}`)
    }
  }
  return comparison
}
