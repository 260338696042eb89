import { type FoundPrice, laterOf, observationsOf } from './answers.ts'
import { followHead, type HeadOptions, type ReadingState } from './follow-head.ts'
import { readProduct, unpackPage } from './format/read-page.ts'
import { maxAgeMs, monthEndMs, monthStartMs, pageOf, recordPageOf } from './months.ts'
import { type ArchivedSeries, skuOf } from './ports.ts'
import type { ArchivedHistory, ArchivedPrice, Moment, PriceArchive, RecordedPrice } from './price-archive.ts'
import { recordInPage } from './record-pages.ts'

const priceOf = ({ marketCents, lowestCents, observedAtMs, recordedAtMs }: FoundPrice): RecordedPrice => ({
  marketCents,
  lowestCents,
  observedAtMs,
  recordedAtMs,
})

const isBefore = (limitMs: number | null, atMs: number): boolean => limitMs === null || atMs <= limitMs

/** Months that may hold an observation up to an instant, newest first: one may be older than its batch. */
const monthsUpTo = (months: readonly string[], asOfMs: number | null): readonly string[] =>
  (asOfMs === null ? months : months.filter((month) => monthStartMs(month) <= asOfMs + maxAgeMs)).toReversed()

const observationsIn = async (
  { store, source }: HeadOptions,
  month: string,
  productId: number,
  moment: Moment,
  upTo: number,
) => {
  const page = pageOf(productId)
  const content = await store.monthPage(source, month, page, upTo)
  return content === null ? null : observationsOf(readProduct(unpackPage(content), page, month, productId), moment)
}

const seriesOf = async (
  { store, source }: HeadOptions,
  productId: number,
  { knownAtMs }: Moment,
  upTo: number,
): Promise<readonly ArchivedSeries[]> => {
  const series = await store.series(source, productId, productId, upTo)
  return series
    .filter(({ firstRecordedAtMs }) => isBefore(knownAtMs, firstRecordedAtMs))
    .toSorted((a, b) => a.skuId - b.skuId)
}

/** The newest price of each SKU of a product. */
const readPrices = async (
  options: HeadOptions,
  { head, months }: ReadingState,
  productId: number,
  moment: Moment,
): Promise<readonly ArchivedPrice[]> => {
  const series = await seriesOf(options, productId, moment, head.sequence)
  const newest = new Map<number, FoundPrice>()
  /** Whether this month or one before it may hold a later observation; a month's batches hold none after its end. */
  const isOpen = ({ skuId, firstObservedAtMs }: ArchivedSeries, month: string): boolean =>
    isBefore(moment.asOfMs, firstObservedAtMs) &&
    Math.max(firstObservedAtMs, newest.get(skuId)?.observedAtMs ?? 0) < monthEndMs(month)
  for (const month of monthsUpTo(months, moment.asOfMs)) {
    if (!series.some((one) => isOpen(one, month))) break
    for (const [skuId, found] of (await observationsIn(options, month, productId, moment, head.sequence)) ?? [])
      newest.set(skuId, laterOf(newest.get(skuId) ?? null, found.at(-1) as FoundPrice))
  }
  return series.map((one) => {
    const price = newest.get(one.skuId)
    return { sku: skuOf(one), price: price === undefined ? null : priceOf(price) }
  })
}

/** The prices of each SKU of a product from an instant on, oldest first. */
const readHistory = async (
  options: HeadOptions,
  { head, months }: ReadingState,
  productId: number,
  fromMs: number,
  moment: Moment,
): Promise<readonly ArchivedHistory[]> => {
  const series = await seriesOf(options, productId, moment, head.sequence)
  const found = new Map<number, FoundPrice[]>()
  for (const month of monthsUpTo(months, moment.asOfMs)
    .filter((month) => monthEndMs(month) > fromMs)
    .toReversed())
    for (const [skuId, observed] of (await observationsIn(options, month, productId, moment, head.sequence)) ?? [])
      found.set(skuId, [...(found.get(skuId) ?? []), ...observed.filter(({ observedAtMs }) => observedAtMs >= fromMs)])
  return series.flatMap((one) => {
    const own = (found.get(one.skuId) ?? [])
      .sort((a, b) => a.observedAtMs - b.observedAtMs || a.sequence - b.sequence)
      .filter(({ observedAtMs }, index, all) => all[index + 1]?.observedAtMs !== observedAtMs)
    return own.length === 0 ? [] : [{ sku: skuOf(one), prices: own.map(priceOf) }]
  })
}

/** Opens what was kept of a source for reading. A poll follows the head; each answer reads up to its first head. */
export const openPriceArchive = async (options: HeadOptions): Promise<PriceArchive> => {
  const { store, source } = options
  const followed = await followHead(options)

  return {
    source,
    head: followed.head,
    refresh: followed.refresh,
    newest: (moment) => followed.read(null, ({ head }) => store.newest(source, head.sequence, moment)),
    prices: (productId, moment) => followed.read([], (head) => readPrices(options, head, productId, moment)),
    history: (productId, fromMs, moment) =>
      followed.read([], (head) => readHistory(options, head, productId, fromMs, moment)),
    firstObservedAtMs: (productId) =>
      followed.read(null, async ({ head }) => {
        const series = await store.series(source, productId, productId, head.sequence)
        return series.length === 0 ? null : Math.min(...series.map(({ firstObservedAtMs }) => firstObservedAtMs))
      }),
    productRecord: (productId) =>
      followed.read(null, async ({ head }) => {
        const content = await store.productPage(source, recordPageOf(productId), head.sequence)
        return content === null ? null : recordInPage(content, productId)
      }),
    hasProductRecords: () =>
      followed.read(false, async ({ head }) => {
        for await (const _ of store.productPages(source, head.sequence)) return true
        return false
      }),
    close: followed.close,
  }
}
