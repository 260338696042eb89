import { isDeepStrictEqual } from 'node:util'
import { ArchiveDamagedError } from './damage.ts'
import type { PageBuilder } from './format/append-section.ts'
import { listingOf } from './format/packing.ts'
import { unpackPage } from './format/read-page.ts'
import { maxProductId } from './format/series-table.ts'
import { recordPageOf } from './months.ts'
import type { ArchiveStore, MonthPage } from './ports.ts'
import { recordsOf } from './record-pages.ts'
import type { createReplayedSeries } from './replayed-index.ts'

/** What is wrong with a page, `null` for nothing. */
const pageFault = (content: Uint8Array, expected: PageBuilder | undefined): string | null => {
  if (expected === undefined) return 'is not in the log'
  try {
    const listing = listingOf(content)
    const isListed = listing === null || Buffer.compare(listing, expected.listing()) === 0
    return isListed && Buffer.compare(unpackPage(content), expected.raw()) === 0 ? null : 'is not what the log says'
  } catch (error) {
    if (error instanceof ArchiveDamagedError) return `cannot be read: ${error.message}`
    throw error
  }
}

/**
 * Where the pages of a month are not as they follow from the log.
 * @param allowsOthers whether there may be pages of a log that is about to be forgotten
 */
export const pageDamages = async function* (
  stored: AsyncIterable<MonthPage>,
  month: string,
  pages: ReadonlyMap<number, PageBuilder>,
  allowsOthers: boolean,
): AsyncGenerator<string> {
  const missing = new Set(pages.keys())
  for await (const { page, content } of stored) {
    missing.delete(page)
    if (allowsOthers && !pages.has(page)) continue
    const fault = pageFault(content, pages.get(page))
    if (fault !== null) yield `Page ${page} of ${month} ${fault}.`
  }
  for (const page of missing) yield `Page ${page} of ${month} is missing.`
}

const productsAtOnce = 2_000

/** Where the series that are kept are not those of the log. */
export const seriesDamages = async function* (
  store: ArchiveStore,
  source: string,
  upTo: number,
  series: ReturnType<typeof createReplayedSeries>,
  allowsOthers: boolean,
): AsyncGenerator<string> {
  const productIds = series.productIds()
  let first = 0
  for (let start = 0; start < productIds.length || first <= maxProductId; start += productsAtOnce) {
    const some = productIds.slice(start, start + productsAtOnce)
    // Ranges leave nothing out between them, and the last one ends where ids end.
    const last = start + productsAtOnce < productIds.length ? (some.at(-1) as number) : Number.MAX_SAFE_INTEGER
    const stored = Map.groupBy(await store.series(source, first, last, upTo), ({ productId }) => productId)
    for (const productId of new Set(allowsOthers ? some : [...some, ...stored.keys()]))
      if (!isDeepStrictEqual(stored.get(productId) ?? [], series.ofProduct(productId)))
        yield `The series of product ${productId} are not those of the log.`
    first = last + 1
  }
}

/** Records of products that cannot be read, or stand where nobody looks for them. */
export const recordDamages = async function* (
  store: ArchiveStore,
  source: string,
  upTo: number,
): AsyncGenerator<string> {
  for await (const { page, content } of store.productPages(source, upTo)) {
    try {
      const ids = recordsOf(content).map(({ productId }) => productId)
      if (ids.some((id, index) => recordPageOf(id) !== page || id <= (ids[index - 1] ?? 0)))
        yield `The records of products on page ${page} are out of place.`
    } catch (error) {
      if (!(error instanceof ArchiveDamagedError)) throw error
      yield `The records of products on page ${page} cannot be read: ${error.message}`
    }
  }
}
