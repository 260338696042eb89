import { productsPerPage } from '../months.ts'
import { type ByteWriter, createByteWriter } from './bytes.ts'
import { contentFormats, pack } from './packing.ts'
import type { PageChanges } from './page-changes.ts'
import { emptyLayout, layoutOf, lowestBit, marketBit, monthNumber, type PageLayout, type SectionHeader } from './page-sections.ts'

/** The numbers under which a page has series, in order of product and SKU. */
const sortedSeries = ({ productIds, skuIds }: PageLayout): readonly number[] => {
  const before = (a: number, b: number): number =>
    (productIds[a] as number) - (productIds[b] as number) || (skuIds[a] as number) - (skuIds[b] as number)
  const order = productIds.map((_, index) => index)
  const isSorted = order.every((index) => index === 0 || before(index - 1, index) < 0)
  return isSorted ? order : order.sort(before)
}

interface Entry {
  /** The series' number within the page. */
  readonly series: number
  /** Its place among the changes. */
  readonly at: number
}

/** Gives each changed series its number in the page; those that the page lacks are numbered on. */
const numberSeries = (
  layout: PageLayout,
  { productIds, skuIds }: PageChanges,
): { readonly entries: Entry[]; readonly added: number[] } => {
  const order = sortedSeries(layout)
  const entries: Entry[] = []
  const added: number[] = []
  let next = 0
  for (let at = 0; at < productIds.length; at++) {
    const productId = productIds[at] as number
    const skuId = skuIds[at] as number
    const compare = (series: number): number =>
      (layout.productIds[series] as number) - productId || (layout.skuIds[series] as number) - skuId
    while (next < order.length && compare(order[next] as number) < 0) next += 1
    const isKnown = next < order.length && compare(order[next] as number) === 0
    entries.push({ series: isKnown ? (order[next] as number) : order.length + added.length, at })
    if (!isKnown) added.push(at)
  }
  const isSorted = entries.every((entry, index) => index === 0 || (entries[index - 1] as Entry).series < entry.series)
  return { entries: isSorted ? entries : entries.sort((a, b) => a.series - b.series), added }
}

const writeSection = (
  out: ByteWriter,
  layout: PageLayout,
  header: SectionHeader,
  baseSequence: number | null,
  changes: PageChanges,
): void => {
  const before = layout.sections.at(-1)
  const baseIndex = baseSequence === null ? -1 : layout.sections.findIndex(({ sequence }) => sequence === baseSequence)
  out.byte((header.isComplete ? 1 : 0) | (baseIndex < 0 ? 0 : 2))
  out.unsigned(header.sequence - (before?.sequence ?? 0))
  out.signed(header.observedAtMs - (before?.observedAtMs ?? 0))
  out.signed(header.recordedAtMs - header.observedAtMs)
  if (baseIndex >= 0) out.unsigned(layout.sections.length - baseIndex)

  const { entries, added } = numberSeries(layout, changes)
  out.unsigned(added.length)
  let skuId = layout.skuIds.at(-1) ?? 0
  for (const at of added) {
    out.unsigned((changes.productIds[at] as number) % productsPerPage)
    out.signed((changes.skuIds[at] as number) - skuId)
    skuId = changes.skuIds[at] as number
  }
  let series = -1
  for (const entry of entries) {
    const mask = changes.masks[entry.at] as number
    out.unsigned((entry.series - series - 1) * 8 + mask)
    if ((mask & marketBit) !== 0) out.signed(changes.markets[entry.at] as number)
    if ((mask & lowestBit) !== 0) out.signed(changes.lowests[entry.at] as number)
    if (!header.isComplete) out.unsigned(changes.ages[entry.at] as number)
    series = entry.series
  }
}

/**
 * A raw page with one more section; what it had stays byte for byte.
 * @param raw `null` for a page that is not there yet
 */
export const appendSection = (
  raw: Uint8Array | null,
  page: number,
  month: string,
  header: SectionHeader,
  baseSequence: number | null,
  changes: PageChanges,
): Uint8Array => {
  const out = createByteWriter((raw?.length ?? 0) + 2048)
  if (raw === null) {
    out.unsigned(page)
    out.unsigned(monthNumber(month))
  } else out.bytes(raw)
  const section = createByteWriter()
  writeSection(section, raw === null ? emptyLayout : layoutOf(raw, page, month), header, baseSequence, changes)
  out.unsigned(section.length())
  out.bytes(section.view())
  return out.view()
}

export const packPage = (raw: Uint8Array): Uint8Array => pack(contentFormats.monthPage, raw)
