import { type FoundPrice, knownSections, laterOf, observationsOf } from './answers.ts'
import { followHead, type HeadOptions, type ReadingState } from './follow-head.ts'
import { mayList } from './format/listed-skus.ts'
import { readProduct, unpackPage } from './format/read-page.ts'
import { maxAgeMs, monthEndMs, monthOf, monthStartMs, pageOf, recordPageOf } from './months.ts'
import { type ArchivedSeries, goneAtMs, type SegmentHeader, skuOf } from './ports.ts'
import type { ArchivedHistory, ArchivedPrice, Moment, PriceArchive, RecordedPrice } from './price-archive.ts'
import { recordInPage, recordsOf } from './record-pages.ts'

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

/** Months of a page that are read at once, at some kilobytes each. */
const monthsAtOnce = 12

/**
 * What is stored of a product in some months, in their order.
 * @param count how many months are read first; the others are read if they are asked for
 */
async function* contentsIn(
  { store, source }: Pick<HeadOptions, 'store' | 'source'>,
  months: readonly string[],
  productId: number,
  upTo: number,
  count = monthsAtOnce,
): AsyncGenerator<readonly [month: string, content: Uint8Array | undefined]> {
  for (let start = 0, end = count; start < months.length; start = end, end += monthsAtOnce) {
    const some = months.slice(start, end)
    const contents = await store.monthsOfPage(source, some, pageOf(productId), upTo)
    for (const month of some) yield [month, contents.get(month)]
  }
}

const observationsIn = (content: Uint8Array, month: string, productId: number, moment: Moment) =>
  observationsOf(readProduct(unpackPage(content), pageOf(productId), month, productId), moment)

/** What is read of the archive by one process. */
interface Reader extends Pick<HeadOptions, 'store' | 'source'> {
  /** Withdrawals up to a sequence, in order. */
  readonly withdrawals: (upTo: number) => Promise<readonly SegmentHeader[]>
}

/** Reads withdrawals, of which there are few, as the head goes on. */
const createWithdrawals = ({ store, source }: Pick<HeadOptions, 'store' | 'source'>): Reader['withdrawals'] => {
  let known: { readonly upTo: number; readonly found: readonly SegmentHeader[] } = { upTo: 0, found: [] }
  return async (upTo) => {
    // A log that was purged begins anew.
    const before = known.upTo <= upTo ? known : { upTo: 0, found: [] }
    if (before.upTo < upTo)
      known = { upTo, found: [...before.found, ...(await store.withdrawals(source, before.upTo, upTo))] }
    return known.found
  }
}

/** When each SKU was first observed by segments that were known at an instant and have been withdrawn since. */
const observedBeforeWithdrawal = async (
  { store, source, withdrawals }: Reader,
  productId: number,
  knownAtMs: number,
  upTo: number,
): Promise<ReadonlyMap<number, number>> => {
  const first = new Map<number, number>()
  for (const { sequence, observedAtMs } of (await withdrawals(upTo)).filter((one) => one.recordedAtMs > knownAtMs)) {
    const month = monthOf(observedAtMs)
    const page = pageOf(productId)
    const content = await store.monthPage(source, month, page, upTo)
    const sections = content === null ? [] : readProduct(unpackPage(content), page, month, productId)
    for (const section of knownSections(sections, knownAtMs))
      if (section.observedAtMs === observedAtMs && section.sequence < sequence)
        for (const { skuId, ageMs } of section.prices)
          first.set(skuId, Math.min(first.get(skuId) ?? observedAtMs, observedAtMs - ageMs))
  }
  return first
}

/** The series of a product that a moment knows, by SKU id. */
const seriesOf = async (
  reader: Reader,
  productId: number,
  { knownAtMs }: Moment,
  upTo: number,
): Promise<readonly ArchivedSeries[]> => {
  const { store, source } = reader
  const withdrawn = knownAtMs === null ? null : await observedBeforeWithdrawal(reader, productId, knownAtMs, upTo)
  const series = await store.series(source, productId, productId, upTo, withdrawn !== null && withdrawn.size > 0)
  return series
    .filter(
      ({ skuId, firstRecordedAtMs }) =>
        withdrawn?.has(skuId) === true || (firstRecordedAtMs !== goneAtMs && isBefore(knownAtMs, firstRecordedAtMs)),
    )
    .map((one) => {
      const firstMs = withdrawn?.get(one.skuId) ?? one.firstObservedAtMs
      return firstMs < one.firstObservedAtMs ? { ...one, firstObservedAtMs: firstMs } : one
    })
    .toSorted((a, b) => a.skuId - b.skuId)
}

/** The newest price of each SKU of a product. */
const readPrices = async (
  options: Reader,
  { head, months }: ReadingState,
  productId: number,
  moment: Moment,
): Promise<readonly ArchivedPrice[]> => {
  const series = await seriesOf(options, productId, moment, head.sequence)
  const newest = new Map<number, FoundPrice>()
  /** Those of which what was observed before an instant may be later; a month's batches hold none after its end. */
  const openBefore = (endMs: number): readonly ArchivedSeries[] =>
    series.filter(
      ({ skuId, firstObservedAtMs }) =>
        isBefore(moment.asOfMs, firstObservedAtMs) &&
        Math.max(firstObservedAtMs, newest.get(skuId)?.observedAtMs ?? 0) < endMs,
    )
  const searched = monthsUpTo(months, moment.asOfMs).filter((month) => openBefore(monthEndMs(month)).length > 0)
  // One that begins after the instant may hold observations that are older than their batch, and mostly holds none.
  const count = moment.asOfMs !== null && monthStartMs(searched[0] ?? '') > moment.asOfMs ? 2 : 1
  for await (const [month, content] of contentsIn(options, searched, productId, head.sequence, count)) {
    const skuIds = openBefore(monthEndMs(month)).map(({ skuId }) => skuId)
    if (content !== undefined && mayList(content, productId, skuIds))
      for (const [skuId, found] of observationsIn(content, month, productId, moment))
        newest.set(skuId, laterOf(newest.get(skuId) ?? null, found.at(-1) as FoundPrice))
    if (openBefore(monthStartMs(month)).length === 0) break
  }
  return series.map((one) => {
    const price = newest.get(one.skuId)
    return { sku: skuOf(one), price: price === undefined ? null : priceOf(price) }
  })
}

/** The prices of each SKU of a product from an instant on, oldest first. */
const readHistory = async (
  options: Reader,
  { head, months }: ReadingState,
  productId: number,
  fromMs: number,
  moment: Moment,
): Promise<readonly ArchivedHistory[]> => {
  const series = await seriesOf(options, productId, moment, head.sequence)
  const found = new Map<number, FoundPrice[]>()
  const searched = monthsUpTo(months, moment.asOfMs)
    .filter((month) => monthEndMs(month) > fromMs)
    .toReversed()
  for await (const [month, content] of contentsIn(options, searched, productId, head.sequence)) {
    if (content === undefined) continue
    for (const [skuId, observed] of observationsIn(content, month, productId, moment))
      found.set(skuId, [...(found.get(skuId) ?? []), ...observed.filter(({ observedAtMs }) => observedAtMs >= fromMs)])
  }
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
  const reader: Reader = { store, source, withdrawals: createWithdrawals(options) }

  return {
    source,
    head: followed.head,
    refresh: followed.refresh,
    newest: (moment) => followed.read(null, ({ head }) => store.newest(source, head.sequence, moment)),
    prices: (productId, moment) => followed.read([], (head) => readPrices(reader, head, productId, moment)),
    history: (productId, fromMs, moment) =>
      followed.read([], (head) => readHistory(reader, head, productId, fromMs, moment)),
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
        // Those of a build that was withdrawn leave empty pages.
        for await (const { content } of store.productPages(source, head.sequence))
          if (recordsOf(content).length > 0) return true
        return false
      }),
    close: followed.close,
  }
}
