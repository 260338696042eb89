import type { ArchivedPrice, Moment, PriceArchive } from '../../src/archive/price-archive.ts'
import type { ExpectedPrice, ExpectedSeries } from './expected-prices.ts'

/** How many recorded prices were asked back, and which came back otherwise. */
export interface Comparison {
  compared: number
  readonly differences: string[]
}

export const emptyComparison = (): Comparison => ({ compared: 0, differences: [] })

const maxListed = 20
export const note = (comparison: Comparison, difference: string): void => {
  // The first ones tell enough; the count goes on.
  comparison.differences.push(comparison.differences.length < maxListed ? difference : '…')
}

const everything: Moment = { asOfMs: null, knownAtMs: null }

interface Amounts {
  readonly observedAtMs: number
  readonly marketCents: number | null
  readonly lowestCents: number | null
}

const textOf = (prices: readonly Amounts[]): string =>
  prices.map((price) => `${price.observedAtMs}:${price.marketCents}:${price.lowestCents}`).join(' ')

/** Compares every observation of a product's history, and that there are none besides. */
export const compareHistory = async (
  archive: PriceArchive,
  productId: number,
  expected: readonly ExpectedSeries[],
  comparison: Comparison,
  moment: Moment = everything,
): Promise<void> => {
  const histories = await archive.history(productId, 0, moment)
  const byWord = new Map(histories.map(({ sku, prices }) => [sku.variant ?? '', prices]))
  if (histories.length !== expected.length)
    note(comparison, `${productId}: ${histories.length} series, not ${expected.length}`)
  for (const { subTypeName, prices } of expected) {
    comparison.compared += prices.length
    const found = byWord.get(subTypeName) ?? []
    if (found.length !== prices.length || textOf(found) !== textOf(prices))
      note(
        comparison,
        `${productId} ${subTypeName}: ${textOf(found).slice(0, 120)}, not ${textOf(prices).slice(0, 120)}`,
      )
  }
}

/** The newest recorded price that is not later than an instant. */
export const newestUpTo = (prices: readonly ExpectedPrice[], atMs: number): ExpectedPrice | null =>
  prices.findLast(({ observedAtMs }) => observedAtMs <= atMs) ?? null

const wordOf = ({ sku }: ArchivedPrice): string => sku.variant ?? ''

/** Compares what a product's printings cost as of an instant. */
export const compareAsOf = async (
  archive: PriceArchive,
  productId: number,
  expected: readonly ExpectedSeries[],
  moment: Moment & { readonly asOfMs: number },
  comparison: Comparison,
): Promise<void> => {
  const found = new Map((await archive.prices(productId, moment)).map((price) => [wordOf(price), price]))
  for (const { subTypeName, prices } of expected) {
    const right = newestUpTo(prices, moment.asOfMs)
    const price = found.get(subTypeName)?.price ?? null
    comparison.compared++
    const texts = [price, right].map((one) => (one === null ? 'none' : textOf([one])))
    if (texts[0] !== texts[1])
      note(comparison, `${productId} ${subTypeName} as of ${moment.asOfMs}: ${texts[0]}, not ${texts[1]}`)
  }
}
