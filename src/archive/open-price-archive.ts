import { type FoundPrice, laterOf, observationsOf } from './answers.ts'
import { type FollowedHead, followHead, type HeadOptions } from './follow-head.ts'
import { readProduct, unpackPage } from './format/read-page.ts'
import { maxAgeMs, monthEndMs, monthStartMs, pageOf, recordPageOf } from './months.ts'
import type { ArchivedSeries, ArchivedSku, ArchiveHead } from './ports.ts'
import type { ArchivedHistory, ArchivedPrice, Moment, PriceArchive, RecordedPrice } from './price-archive.ts'
import { recordInPage } from './record-pages.ts'

const skuOf = ({ productId, skuId, condition, variant, language }: ArchivedSeries): ArchivedSku => ({
  productId,
  skuId,
  condition,
  variant,
  language,
})

const priceOf = ({ marketCents, lowestCents, observedAtMs, recordedAtMs }: FoundPrice): RecordedPrice => ({
  marketCents,
  lowestCents,
  observedAtMs,
  recordedAtMs,
})

const isBefore = (limitMs: number | null, atMs: number): boolean => limitMs === null || atMs <= limitMs

/** Opens what was kept of a source for reading. The head is followed by a poll, and each answer reads up to the head with which it began. */
export const openPriceArchive = async (options: HeadOptions): Promise<PriceArchive> => {
  const { store, source } = options
  const followed: FollowedHead = await followHead(options)

  /** Months that may hold what was observed up to an instant, newest first: an observation may be older than its batch. */
  const monthsUpTo = (months: readonly string[], asOfMs: number | null): readonly string[] =>
    (asOfMs === null ? months : months.filter((month) => monthStartMs(month) <= asOfMs + maxAgeMs)).toReversed()

  const observationsIn = async (month: string, productId: number, moment: Moment, upTo: number) => {
    const page = pageOf(productId)
    const content = await store.monthPage(source, month, page, upTo)
    return content === null ? null : observationsOf(readProduct(unpackPage(content), page, month, productId), moment)
  }

  const seriesOf = async (productId: number, { knownAtMs }: Moment, upTo: number): Promise<readonly ArchivedSeries[]> => {
    const series = await store.series(source, productId, productId, upTo)
    return series.filter(({ firstRecordedAtMs }) => isBefore(knownAtMs, firstRecordedAtMs)).toSorted((a, b) => a.skuId - b.skuId)
  }

  const prices = (productId: number, moment: Moment): Promise<readonly ArchivedPrice[]> =>
    followed.read([], async ({ head, months }) => {
      const series = await seriesOf(productId, moment, head.sequence)
      const newest = new Map<number, FoundPrice>()
      /** Whether a month, or one before it, may hold a later observation than was found: batches of a month hold none from after its end. */
      const isOpen = ({ skuId, firstObservedAtMs }: ArchivedSeries, month: string): boolean =>
        isBefore(moment.asOfMs, firstObservedAtMs) &&
        Math.max(firstObservedAtMs, newest.get(skuId)?.observedAtMs ?? 0) < monthEndMs(month)
      for (const month of monthsUpTo(months, moment.asOfMs)) {
        if (!series.some((one) => isOpen(one, month))) break
        for (const [skuId, found] of (await observationsIn(month, productId, moment, head.sequence)) ?? [])
          newest.set(skuId, laterOf(newest.get(skuId) ?? null, found.at(-1) as FoundPrice))
      }
      return series.map((one) => {
        const price = newest.get(one.skuId)
        return { sku: skuOf(one), price: price === undefined ? null : priceOf(price) }
      })
    })

  const history = (productId: number, fromMs: number, moment: Moment): Promise<readonly ArchivedHistory[]> =>
    followed.read([], async ({ head, months }) => {
      const series = await seriesOf(productId, moment, head.sequence)
      const found = new Map<number, FoundPrice[]>()
      for (const month of monthsUpTo(months, moment.asOfMs)
        .filter((month) => monthEndMs(month) > fromMs)
        .toReversed())
        for (const [skuId, observed] of (await observationsIn(month, productId, moment, head.sequence)) ?? [])
          found.set(skuId, [...(found.get(skuId) ?? []), ...observed.filter(({ observedAtMs }) => observedAtMs >= fromMs)])
      return series.flatMap((one) => {
        const own = (found.get(one.skuId) ?? [])
          .sort((a, b) => a.observedAtMs - b.observedAtMs || a.sequence - b.sequence)
          .filter(({ observedAtMs }, index, all) => all[index + 1]?.observedAtMs !== observedAtMs)
        return own.length === 0 ? [] : [{ sku: skuOf(one), prices: own.map(priceOf) }]
      })
    })

  const newest = (moment: Moment): Promise<ArchiveHead | null> =>
    followed.read(null, ({ head }) => store.newest(source, head.sequence, moment))

  return {
    source,
    head: followed.head,
    refresh: followed.refresh,
    newest,
    prices,
    history,
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
