import { ArchiveDamagedError } from './damage.ts'
import { createByteReader } from './format/bytes.ts'
import { layoutOf, lowestBit, marketBit, type PageLayout, presenceBit } from './format/page-sections.ts'
import { unpackPage } from './format/read-page.ts'
import { monthEndMs, monthOf, monthStartMs } from './months.ts'
import type { ArchiveStore, SegmentHeader } from './ports.ts'

/** The market price of one SKU in two segments. */
export interface PriceMove {
  readonly productId: number
  readonly skuId: number
  readonly fromCents: number
  readonly toCents: number
}

export interface MovesRequest {
  readonly store: ArchiveStore
  readonly source: string
  /** Complete segments of one source, in whatever order they were recorded. */
  readonly from: SegmentHeader
  readonly to: SegmentHeader
  readonly limit: number
  /** What makes a move big. */
  readonly by: 'cents' | 'percent'
}

/** A segment and those of its month that it is written as changes against. */
type Chain = ReadonlySet<number>

const chainOf = async (store: ArchiveStore, source: string, segment: SegmentHeader): Promise<Chain> => {
  const month = monthOf(segment.observedAtMs)
  const headers = await store.headers(source, { fromMs: monthStartMs(month), toMs: monthEndMs(month) - 1 })
  const baseOf = new Map(headers.map(({ sequence, baseSequence }) => [sequence, baseSequence]))
  const chain = new Set<number>()
  for (let next: number | null = segment.sequence; next !== null; next = baseOf.get(next) ?? null) {
    if (chain.has(next)) throw new ArchiveDamagedError(`Segment ${next} is its own base.`)
    chain.add(next)
  }
  return chain
}

/** Market prices as a page stores them (cents and one more, 0 where there is none), by the series' number in the page. */
const createPageState = (capacity: number) => {
  const markets = new Float64Array(capacity)
  const isPresent = new Uint8Array(capacity)

  const applySection = (raw: Uint8Array, { start, end, isComplete }: PageLayout['sections'][number]): void => {
    const input = createByteReader(raw, start, end)
    let series = -1
    while (!input.isAtEnd()) {
      const gapAndMask = input.unsigned()
      series += (gapAndMask >>> 3) + 1
      if (series >= capacity) throw new ArchiveDamagedError('A month page has a change of no series.')
      if ((gapAndMask & presenceBit) !== 0) {
        isPresent[series] = 1 - (isPresent[series] as number)
        markets[series] = 0
      }
      if ((gapAndMask & marketBit) !== 0) markets[series] = (markets[series] as number) + input.signed()
      if ((gapAndMask & lowestBit) !== 0) input.signed()
      if (!isComplete) input.unsigned()
    }
  }
  return { markets, applySection }
}

/** Market prices of a page in the last segment of a chain. */
const marketsOf = (raw: Uint8Array, layout: PageLayout, chain: Chain): Float64Array => {
  const { markets, applySection } = createPageState(layout.productIds.length)
  for (const section of layout.sections) if (chain.has(section.sequence)) applySection(raw, section)
  return markets
}

const sizeOf = ({ fromCents, toCents }: PriceMove, by: MovesRequest['by']): number =>
  Math.abs(toCents - fromCents) / (by === 'percent' ? fromCents : 1)

/** Keeps the biggest so far, the biggest first. */
const createRanking = ({ limit, by }: Pick<MovesRequest, 'limit' | 'by'>) => {
  const ranked: { readonly move: PriceMove; readonly size: number }[] = []
  const add = (move: PriceMove): void => {
    const size = sizeOf(move, by)
    if (ranked.length === limit && size <= (ranked.at(-1)?.size ?? 0)) return
    const place = ranked.findLastIndex((other) => other.size >= size) + 1
    ranked.splice(place, 0, { move, size })
    if (ranked.length > limit) ranked.pop()
  }
  return { add, moves: (): readonly PriceMove[] => ranked.map(({ move }) => move) }
}

interface Page {
  readonly layout: PageLayout
  readonly raw: Uint8Array
}

const compareOnePage = ({ layout, raw }: Page, before: Chain, after: Chain, add: (move: PriceMove) => void): void => {
  const from = marketsOf(raw, layout, before)
  const to = marketsOf(raw, layout, after)
  for (let series = 0; series < from.length; series++) addMove(layout, series, from[series], to[series], add)
}

/** Stored prices are cents and one more. */
const addMove = (layout: PageLayout, series: number, from = 0, to = 0, add: (move: PriceMove) => void): void => {
  if (from <= 1 || to <= 1 || from === to) return
  const [productId, skuId] = [layout.productIds[series] as number, layout.skuIds[series] as number]
  add({ productId, skuId, fromCents: from - 1, toCents: to - 1 })
}

const compareTwoPages = (first: Page, before: Chain, second: Page, after: Chain, add: (move: PriceMove) => void): void => {
  const from = marketsOf(first.raw, first.layout, before)
  const to = marketsOf(second.raw, second.layout, after)
  const { skuIds } = second.layout
  // Both pages number nearly all series in the same order; only what came later stands elsewhere.
  let other = -1
  for (let series = 0; series < from.length; series++) {
    const skuId = first.layout.skuIds[series] as number
    const found = skuIds[other + 1] === skuId ? other + 1 : skuIds.indexOf(skuId)
    if (found === -1) continue
    other = found
    addMove(first.layout, series, from[series], to[other], add)
  }
}

/**
 * The biggest moves of the market price over all series between two segments, the biggest first. Reads each page of their months once and keeps nothing, and lets others take their turn
 * between portions of pages.
 * @throws ArchiveDamagedError
 */
export const biggestMoves = async ({ store, source, from, to, limit, by }: MovesRequest): Promise<readonly PriceMove[]> => {
  const { add, moves } = createRanking({ limit, by })
  const [before, after] = [await chainOf(store, source, from), await chainOf(store, source, to)]
  const [fromMonth, toMonth] = [monthOf(from.observedAtMs), monthOf(to.observedAtMs)]
  // Of a page only the newest version is kept for long; it holds all sections of its month.
  const upTo = (await store.head(source))?.sequence ?? 0
  const opened = (content: Uint8Array, page: number, month: string): Page => {
    const raw = unpackPage(content)
    return { raw, layout: layoutOf(raw, page, month) }
  }
  if (fromMonth === toMonth) {
    for await (const { page, content } of store.monthPages(source, fromMonth, upTo))
      compareOnePage(opened(content, page, fromMonth), before, after, add)
    return moves()
  }
  const later = store.monthPages(source, toMonth, upTo)[Symbol.asyncIterator]()
  let next = await later.next()
  for await (const { page, content } of store.monthPages(source, fromMonth, upTo)) {
    while (!next.done && next.value.page < page) next = await later.next()
    if (next.done) break
    if (next.value.page > page) continue
    compareTwoPages(opened(content, page, fromMonth), before, opened(next.value.content, page, toMonth), after, add)
  }
  return moves()
}
