import type { ObservationBatch, PriceObservation } from '../../src/archive/ports.ts'
import { createDonors } from './donors.ts'
import { type MadeSeries, makeSeries } from './made-series.ts'
import { type MadeDay, walkDays } from './made-year.ts'
import { fieldCount, readManySeries, readRecordedDays } from './recordings.ts'

/** Every run measures the same year. */
export const yearSeed = 15
export const yearSource = 'tcgcsv'
const dayMs = 86_400_000
/** The mirror is built about 20:05 UTC. */
const firstBuildMs = Date.UTC(2025, 9, 15, 20, 5)
export const builtAtMs = (day: number): number => firstBuildMs + day * dayMs

/** The service learns of a build a quarter of an hour later. */
export const learntAtMs = (observedAtMs: number): number => observedAtMs + 900_000

const centsOrNull = (cents: number | undefined): number | null => (cents === 0 || cents === undefined ? null : cents)

/** A made day as the sync hands it to the archive. */
export const batchOf = (series: MadeSeries, { day, amounts, isPresent }: MadeDay): ObservationBatch => {
  const observations: PriceObservation[] = []
  for (const i of series.sentOrder) {
    if (isPresent[i] === 0) continue
    const at = i * fieldCount
    observations.push({
      productId: series.productIds[i] as number,
      skuId: series.skuIds[i] as number,
      condition: null,
      variant: series.variantOf(i),
      language: null,
      marketCents: centsOrNull(amounts[at]),
      lowestCents: centsOrNull(amounts[at + 1]),
      midCents: centsOrNull(amounts[at + 2]),
      highestCents: centsOrNull(amounts[at + 3]),
      directLowestCents: centsOrNull(amounts[at + 4]),
      ageMs: 0,
    })
  }
  return { source: yearSource, observedAtMs: builtAtMs(day), isComplete: true, observations }
}

/** A year of days of so many products, or of the whole recorded mirror for `null`. */
export const makeYear = async (products: number | null, dayCount: number) => {
  const series = makeSeries(await readRecordedDays(), products, dayCount, yearSeed)
  const donors = createDonors(await readManySeries())
  return { series, days: () => walkDays(series, donors, dayCount, yearSeed) }
}
