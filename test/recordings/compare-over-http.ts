import type { HistoryVariant } from '../../src/contract/history.ts'
import type { Price } from '../../src/contract/prices.ts'
import type { RunningService } from '../support/service.ts'
import { type Comparison, emptyComparison, newestUpTo, note } from './compare-archive.ts'
import type { ExpectedSeries } from './expected-prices.ts'

const inDollars = (cents: number | null): number | null => (cents === null ? null : cents / 100)
const isoOf = (ms: number): string => new Date(ms).toISOString()

/** Chooses evenly. */
const sampleOf = <T>(all: readonly T[], count: number): T[] => {
  const step = Math.max(1, all.length / count)
  return Array.from({ length: Math.min(count, all.length) }, (_, index) => all[Math.floor(index * step)] as T)
}

/** Asks the prices route what a sample of products cost on recorded days, one day each. */
export const askPricesOverHttp = async (
  { call }: RunningService,
  expected: ReadonlyMap<number, readonly ExpectedSeries[]>,
  days: readonly string[],
  count: number,
): Promise<Comparison> => {
  const comparison = emptyComparison()
  const products = sampleOf([...expected.keys()], count)
  for (let at = 0; at < count; at++) {
    const productId = products[at % products.length] as number
    const day = days[(at * 7 + Math.floor(at / products.length)) % days.length] as string
    const { body, status } = await call(`/v1/products/${productId}/prices?asOf=${day}`)
    if (status !== 200) note(comparison, `${productId} ${day}: ${status} ${JSON.stringify(body)}`)
    const rows = new Map(((body.prices ?? []) as Price[]).map((row) => [row.variant ?? '', row]))
    for (const { subTypeName, prices } of expected.get(productId) ?? []) {
      comparison.compared++
      const right = newestUpTo(prices, Date.parse(`${day}T23:59:59.999Z`))
      const row = rows.get(subTypeName)
      const found = JSON.stringify([row?.marketPrice, row?.lowestPrice, row?.calculatedAt])
      const owed = JSON.stringify(
        right
          ? [inDollars(right.marketCents), inDollars(right.lowestCents), isoOf(right.observedAtMs)]
          : [null, null, null],
      )
      if (found !== owed) note(comparison, `${productId} ${subTypeName} ${day}: ${found}, not ${owed}`)
    }
  }
  return comparison
}

/** Asks the history route for the longest range of a sample of products. */
export const askHistoryOverHttp = async (
  { call }: RunningService,
  expected: ReadonlyMap<number, readonly ExpectedSeries[]>,
  count: number,
): Promise<Comparison> => {
  const comparison = emptyComparison()
  for (const productId of sampleOf([...expected.keys()], count)) {
    const { body } = await call(`/v1/products/${productId}/history?range=annual`)
    const found = new Map((body.variants as HistoryVariant[]).map(({ variant, buckets }) => [variant ?? '', buckets]))
    for (const { subTypeName, prices } of expected.get(productId) ?? []) {
      comparison.compared += prices.length
      const right = JSON.stringify(prices.map(({ day, marketCents }) => [day, inDollars(marketCents)]))
      const buckets = JSON.stringify((found.get(subTypeName) ?? []).map(({ date, marketPrice }) => [date, marketPrice]))
      if (buckets !== right)
        note(comparison, `${productId} ${subTypeName}: ${buckets.slice(0, 120)}, not ${right.slice(0, 120)}`)
    }
  }
  return comparison
}
