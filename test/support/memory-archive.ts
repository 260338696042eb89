import type { ArchivedSku, ArchiveHead } from '../../src/archive/ports.ts'
import type { Moment, PriceArchive, RecordedPrice } from '../../src/archive/price-archive.ts'

/** Prices of some SKUs as a file gave them, by SKU id, in cents: market and lowest. */
export interface RememberedDay {
  readonly observedAt: string
  readonly recordedAt: string
  readonly prices: Readonly<Record<number, readonly [marketCents: number | null, lowestCents: number | null]>>
}

const isWithin = ({ asOfMs, knownAtMs }: Moment, { observedAtMs, recordedAtMs }: RecordedPrice): boolean =>
  (asOfMs === null || observedAtMs <= asOfMs) && (knownAtMs === null || recordedAtMs <= knownAtMs)

/** The later of two by the source's time; of one time, the one that was learnt later. */
const byTime = (a: RecordedPrice, b: RecordedPrice): number =>
  a.observedAtMs - b.observedAtMs || a.recordedAtMs - b.recordedAtMs

/**
 * The reader of an archive that holds a few days in plain objects: the simplest thing that keeps the promises of the
 * port.
 */
export const memoryArchive = (skus: readonly ArchivedSku[], days: readonly RememberedDay[]): PriceArchive => {
  const observations = days.flatMap(({ observedAt, recordedAt, prices }) =>
    Object.entries(prices).map(([skuId, [marketCents, lowestCents]]) => ({
      sku: skus.find((sku) => sku.skuId === Number(skuId)) as ArchivedSku,
      price: { marketCents, lowestCents, observedAtMs: Date.parse(observedAt), recordedAtMs: Date.parse(recordedAt) },
    })),
  )
  const heads = days.map(
    ({ observedAt, recordedAt }, index) =>
      ({
        ...{ source: 'test', sequence: index + 1, isComplete: true, baseSequence: null, observationCount: 1 },
        ...{
          observedAtMs: Date.parse(observedAt),
          recordedAtMs: Date.parse(recordedAt),
          previousHash: '',
          hash: String(index),
        },
      }) satisfies ArchiveHead,
  )
  const ofProduct = (productId: number, { knownAtMs }: Moment) =>
    skus.filter(
      (sku) =>
        sku.productId === productId &&
        observations.some((one) => one.sku === sku && (knownAtMs === null || one.price.recordedAtMs <= knownAtMs)),
    )
  const pricesOf = (sku: ArchivedSku, moment: Moment) =>
    observations.filter((one) => one.sku === sku && isWithin(moment, one.price)).map(({ price }) => price)
  return {
    source: 'test',
    head: () => heads.at(-1) ?? null,
    refresh: async () => {},
    newest: async (moment) =>
      heads
        .filter((head) => isWithin(moment, { ...head, marketCents: null, lowestCents: null }))
        .sort((a, b) => a.observedAtMs - b.observedAtMs)
        .at(-1) ?? null,
    prices: async (productId, moment) =>
      ofProduct(productId, moment).map((sku) => ({ sku, price: pricesOf(sku, moment).sort(byTime).at(-1) ?? null })),
    history: async (productId, fromMs, moment) =>
      ofProduct(productId, moment).flatMap((sku) => {
        const prices = pricesOf(sku, moment)
          .sort(byTime)
          .filter(({ observedAtMs }) => observedAtMs >= fromMs)
        return prices.length === 0 ? [] : [{ sku, prices }]
      }),
    firstObservedAtMs: async (productId) => {
      const times = observations.filter(({ sku }) => sku.productId === productId).map(({ price }) => price.observedAtMs)
      return times.length === 0 ? null : Math.min(...times)
    },
    productRecord: async () => null,
    hasProductRecords: async () => false,
    close: () => {},
  }
}
