import { monthEndMs, productsPerPage } from '../months.ts'
import { type ByteWriter, createByteWriter } from './bytes.ts'
import { listedSkus } from './listed-skus.ts'
import { contentFormats, pack } from './packing.ts'
import { createPageChanges, type PageChanges } from './page-changes.ts'
import { layoutOf, lowestBit, marketBit, monthNumber, type SectionHeader } from './page-sections.ts'

/** A month page that grows: section after section, and what it had stays byte for byte. */
export interface PageBuilder {
  /** @param baseSequence the segment that the changes apply to; a page that has no section of it had no series then */
  readonly append: (header: SectionHeader, baseSequence: number | null, changes: PageChanges) => void
  /** Takes back the sections of the header's time. @returns false, and nothing has changed, when there is none */
  readonly withdraw: (header: SectionHeader) => boolean
  /** A view that the next section may change. */
  readonly raw: () => Uint8Array
  readonly listing: () => Uint8Array
  /** The page as it is stored: packed once its month is over, by the segment that it was last written for. */
  readonly pack: (header: SectionHeader) => Uint8Array
}

/** The series of a page, in the order in which they came. */
interface PageSeries {
  readonly productIds: number[]
  readonly skuIds: number[]
  /** Their numbers in order of product and SKU; `null` until it is asked for. */
  order: readonly number[] | null
}

const sortSeries = ({ productIds, skuIds }: PageSeries): readonly number[] => {
  const compare = (a: number, b: number): number =>
    (productIds[a] as number) - (productIds[b] as number) || (skuIds[a] as number) - (skuIds[b] as number)
  const order = productIds.map((_, series) => series)
  const isSorted = order.every((series) => series === 0 || compare(series - 1, series) < 0)
  return isSorted ? order : order.sort(compare)
}

/** Numbers of the changed series; those that the page lacks are numbered on from its last. */
const numberSeries = (page: PageSeries, { productIds, skuIds }: PageChanges): readonly number[] => {
  page.order ??= sortSeries(page)
  const { order } = page
  let added = order.length
  let next = 0
  return productIds.map((productId, at) => {
    const skuId = skuIds[at] as number
    for (; next < order.length; next++) {
      const series = order[next] as number
      const difference = (page.productIds[series] as number) - productId || (page.skuIds[series] as number) - skuId
      if (difference === 0) return series
      if (difference > 0) break
    }
    return added++
  })
}

const writeSeries = (out: ByteWriter, page: PageSeries, changes: PageChanges, numbers: readonly number[]): void => {
  const known = page.skuIds.length
  const added = numbers.flatMap((series, at) => (series >= known ? [at] : []))
  out.unsigned(added.length)
  let before = page.skuIds.at(-1) ?? 0
  for (const at of added) {
    const productId = changes.productIds[at] as number
    const skuId = changes.skuIds[at] as number
    out.unsigned(productId % productsPerPage)
    out.signed(skuId - before)
    before = skuId
    page.productIds.push(productId)
    page.skuIds.push(skuId)
  }
  if (added.length > 0) page.order = null
}

const writeChanges = (
  out: ByteWriter,
  { masks, markets, lowests, ages }: PageChanges,
  numbers: readonly number[],
  hasAges: boolean,
): void => {
  let order: readonly number[] | null = null
  if (numbers.some((series, at) => at > 0 && series < (numbers[at - 1] as number)))
    order = numbers.map((_, at) => at).sort((a, b) => (numbers[a] as number) - (numbers[b] as number))
  let before = -1
  for (let index = 0; index < numbers.length; index++) {
    const at = order === null ? index : (order[index] as number)
    const series = numbers[at] as number
    const mask = masks[at] as number
    out.unsigned((series - before - 1) * 8 + mask)
    if ((mask & marketBit) !== 0) out.signed(markets[at] as number)
    if ((mask & lowestBit) !== 0) out.signed(lowests[at] as number)
    if (hasAges) out.unsigned(ages[at] as number)
    before = series
  }
}

/** A month counts as over this long before its end, so that its last daily file leaves packed pages behind. */
const closingMs = 30 * 3_600_000

/**
 * @param raw the page as it is; `null` for one that is not there yet. @throws ArchiveDamagedError when these are the
 * bytes of no page or another
 */
export const openMonthPage = (raw: Uint8Array | null, page: number, month: string): PageBuilder => {
  const out = createByteWriter((raw?.length ?? 0) + 1024)
  const section = createByteWriter(256)
  const series: PageSeries = { productIds: [], skuIds: [], order: null }
  const sequences: number[] = []
  const times: number[] = []
  if (raw === null) {
    out.unsigned(page)
    out.unsigned(monthNumber(month))
  } else {
    const layout = layoutOf(raw, page, month)
    out.bytes(raw)
    series.productIds.push(...layout.productIds)
    series.skuIds.push(...layout.skuIds)
    for (const { sequence, observedAtMs } of layout.sections) {
      sequences.push(sequence)
      times.push(observedAtMs)
    }
  }

  const add = (header: SectionHeader, baseIndex: number, changes: PageChanges): void => {
    const { sequence, observedAtMs, recordedAtMs, isComplete } = header
    section.clear()
    section.byte((isComplete ? 1 : 0) | (baseIndex < 0 ? 0 : 2))
    section.unsigned(sequence - (sequences.at(-1) ?? 0))
    section.signed(observedAtMs - (times.at(-1) ?? 0))
    section.signed(recordedAtMs - observedAtMs)
    if (baseIndex >= 0) section.unsigned(sequences.length - baseIndex)
    const numbers = numberSeries(series, changes)
    writeSeries(section, series, changes, numbers)
    writeChanges(section, changes, numbers, !isComplete)
    out.unsigned(section.length())
    out.bytes(section.view())
    sequences.push(sequence)
    times.push(observedAtMs)
  }

  return {
    append: (header, baseSequence, changes) =>
      add(header, baseSequence === null ? -1 : sequences.lastIndexOf(baseSequence), changes),
    withdraw: (header) => {
      const newest = times.lastIndexOf(header.observedAtMs)
      if (newest >= 0) add(header, newest, createPageChanges())
      return newest >= 0
    },
    raw: out.view,
    listing: () => listedSkus(series),
    pack: ({ observedAtMs, recordedAtMs }) =>
      Math.max(observedAtMs, recordedAtMs) < monthEndMs(month) - closingMs
        ? pack(contentFormats.monthPage, out.view())
        : pack(contentFormats.closedMonthPage, out.view(), listedSkus(series)),
  }
}
