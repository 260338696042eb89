import { maxAgeMs } from '../months.ts'
import { createByteReader } from './bytes.ts'
import { contentFormats, unpack } from './packing.ts'
import {
  damaged,
  layoutOf,
  lowestBit,
  marketBit,
  type PageSection,
  presenceBit,
  type SectionHeader,
} from './page-sections.ts'

/** No page of a month comes near. */
const maxPageBytes = 2 ** 26

const pageFormats = [contentFormats.closedMonthPage, contentFormats.unlistedMonthPage] as const

export const unpackPage = (content: Uint8Array): Uint8Array =>
  unpack(pageFormats.find((format) => format === content[0]) ?? contentFormats.monthPage, content, maxPageBytes)

export interface SectionPrice {
  readonly skuId: number
  readonly marketCents: number | null
  readonly lowestCents: number | null
  readonly ageMs: number
}

/** What one segment of the month says of one product, in order of the page's series. */
export interface ProductSection extends SectionHeader {
  /** Whether it takes back the sections of its time before it. */
  readonly isWithdrawal: boolean
  readonly prices: readonly SectionPrice[]
}

interface SeriesState {
  isPresent: boolean
  market: number
  lowest: number
  ageMs: number
}

const absent: Readonly<SeriesState> = { isPresent: false, market: 0, lowest: 0, ageMs: 0 }

const stored = (value: number): number =>
  value >= 0 && value <= 2 ** 53 ? value : damaged('has a price that cannot be')

const centsOf = (value: number): number | null => (value === 0 ? null : value - 1)

/** Series of one product: their numbers in the page, ascending; states stand by their place in this list. */
type Chosen = readonly number[]

/** How many numbers follow the mask of a change, by its bits of prices. */
const pricesOf = [0, 1, 1, 2]

/** Skips numbers without computing them, since most changes of a page are of other products. */
const skipNumbers = (raw: Uint8Array, start: number, count: number): number => {
  let position = start
  for (let left = count; left > 0; left--) {
    while ((raw[position] as number) >= 0x80) position += 1
    position += 1
  }
  return position
}

/**
 * Applies the changes of one section to the states of the chosen series. Series stand in order, so what follows the
 * last of them is not read.
 */
const applyChanges = (
  raw: Uint8Array,
  { start, end, isComplete }: PageSection,
  seriesCount: number,
  states: Readonly<SeriesState>[],
  chosen: Chosen,
): void => {
  let series = -1
  let place = 0
  for (let position = start; position < end; ) {
    let gapAndMask = raw[position++] as number
    if (gapAndMask >= 0x80) {
      const input = createByteReader(raw, position - 1, end)
      gapAndMask = input.unsigned()
      position = input.position()
    }
    const mask = gapAndMask % 8
    series += Math.floor(gapAndMask / 8) + 1
    if (series >= seriesCount) damaged('has a change of no series')
    while (place < chosen.length && (chosen[place] as number) < series) place += 1
    if (place === chosen.length) return
    if (chosen[place] !== series) {
      position = skipNumbers(raw, position, (pricesOf[mask & (marketBit | lowestBit)] as number) + (isComplete ? 0 : 1))
      if (position > end) damaged('ends early')
      continue
    }
    const input = createByteReader(raw, position, end)
    const market = (mask & marketBit) === 0 ? 0 : input.signed()
    const lowest = (mask & lowestBit) === 0 ? 0 : input.signed()
    const ageMs = isComplete ? 0 : input.atMost(maxAgeMs)
    position = input.position()
    const before = states[place] as SeriesState
    const isPresent = before.isPresent !== ((mask & presenceBit) !== 0)
    if (!isPresent && (mask & (marketBit | lowestBit)) !== 0) damaged('has a price of an absent series')
    states[place] = isPresent
      ? { isPresent, market: stored(before.market + market), lowest: stored(before.lowest + lowest), ageMs }
      : absent
  }
}

/**
 * What every section of a raw page says of one product.
 * @throws ArchiveDamagedError when these are not the bytes of that page
 */
export const readProduct = (
  raw: Uint8Array,
  page: number,
  month: string,
  productId: number,
): readonly ProductSection[] => {
  const layout = layoutOf(raw, page, month)
  const chosen: number[] = []
  for (let series = 0; series < layout.productIds.length; series++)
    if (layout.productIds[series] === productId) chosen.push(series)
  const nothing = chosen.map(() => absent)
  const statesOf: Readonly<SeriesState>[][] = []
  let seriesCount = 0
  return layout.sections.map((section) => {
    const { sequence, observedAtMs, recordedAtMs, isComplete, isWithdrawal, baseIndex } = section
    seriesCount += section.seriesCount
    const states = (baseIndex === null || isWithdrawal ? nothing : (statesOf[baseIndex] as SeriesState[])).slice()
    applyChanges(raw, section, seriesCount, states, chosen)
    statesOf.push(states)
    const prices: SectionPrice[] = []
    for (const [place, { isPresent, market, lowest, ageMs }] of states.entries())
      if (isPresent)
        prices.push({
          skuId: layout.skuIds[chosen[place] as number] as number,
          marketCents: centsOf(market),
          lowestCents: centsOf(lowest),
          ageMs,
        })
    return { sequence, observedAtMs, recordedAtMs, isComplete, isWithdrawal, prices }
  })
}
