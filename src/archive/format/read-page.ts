import { ArchiveDamagedError } from '../damage.ts'
import { maxAgeMs } from '../months.ts'
import { createByteReader } from './bytes.ts'
import { contentFormats, unpack } from './packing.ts'
import { layoutOf, lowestBit, marketBit, type PageLayout, presenceBit, type SectionHeader } from './page-sections.ts'

/** No page of a month comes near. */
const maxPageBytes = 2 ** 26

export const unpackPage = (content: Uint8Array): Uint8Array => unpack(contentFormats.monthPage, content, maxPageBytes)

export interface SectionPrice {
  readonly skuId: number
  readonly marketCents: number | null
  readonly lowestCents: number | null
  readonly ageMs: number
}

/** What one segment of the month says of one product, in order of the page's series. */
export interface ProductSection extends SectionHeader {
  readonly prices: readonly SectionPrice[]
}

const damaged = (what: string): never => {
  throw new ArchiveDamagedError(`A month page ${what}.`)
}

interface SeriesState {
  isPresent: boolean
  market: number
  lowest: number
  ageMs: number
}

const absent: Readonly<SeriesState> = { isPresent: false, market: 0, lowest: 0, ageMs: 0 }

const stored = (value: number): number => (value >= 0 && value <= 2 ** 53 ? value : damaged('has a price that cannot be'))

const centsOf = (value: number): number | null => (value === 0 ? null : value - 1)

/** Applies the changes of one section to the states of the chosen series, which stand by their numbers in the page. */
const applyChanges = (
  raw: Uint8Array,
  { sections }: PageLayout,
  index: number,
  seriesCount: number,
  states: Map<number, Readonly<SeriesState>>,
  chosen: ReadonlySet<number>,
): void => {
  const { start, end, isComplete } = sections[index] as PageLayout['sections'][number]
  const input = createByteReader(raw, start, end)
  let series = -1
  while (!input.isAtEnd()) {
    const gapAndMask = input.unsigned()
    const mask = gapAndMask % 8
    series += Math.floor(gapAndMask / 8) + 1
    if (series >= seriesCount) damaged('has a change of no series')
    const market = (mask & marketBit) === 0 ? 0 : input.signed()
    const lowest = (mask & lowestBit) === 0 ? 0 : input.signed()
    const ageMs = isComplete ? 0 : input.atMost(maxAgeMs)
    if (!chosen.has(series)) continue
    const before = states.get(series) ?? absent
    const isPresent = before.isPresent !== ((mask & presenceBit) !== 0)
    if (!isPresent && (mask & (marketBit | lowestBit)) !== 0) damaged('has a price of an absent series')
    states.set(
      series,
      isPresent ? { isPresent, market: stored(before.market + market), lowest: stored(before.lowest + lowest), ageMs } : absent,
    )
  }
}

/**
 * What every section of a raw page says of one product.
 * @throws ArchiveDamagedError when these are not the bytes of that page
 */
export const readProduct = (raw: Uint8Array, page: number, month: string, productId: number): readonly ProductSection[] => {
  const layout = layoutOf(raw, page, month)
  const chosen = new Set<number>()
  for (const [series, id] of layout.productIds.entries()) if (id === productId) chosen.add(series)
  const statesOf: Map<number, Readonly<SeriesState>>[] = []
  let seriesCount = 0
  return layout.sections.map(({ sequence, observedAtMs, recordedAtMs, isComplete, baseIndex, seriesCount: added }, index) => {
    seriesCount += added
    const states = new Map(baseIndex === null ? [] : statesOf[baseIndex])
    applyChanges(raw, layout, index, seriesCount, states, chosen)
    statesOf.push(states)
    const prices: SectionPrice[] = []
    for (const [series, { isPresent, market, lowest, ageMs }] of states)
      if (isPresent)
        prices.push({ skuId: layout.skuIds[series] as number, marketCents: centsOf(market), lowestCents: centsOf(lowest), ageMs })
    return { sequence, observedAtMs, recordedAtMs, isComplete, prices }
  })
}
