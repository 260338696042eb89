import { ArchiveDamagedError } from '../damage.ts'
import { productsPerPage } from '../months.ts'
import { type ByteReader, createByteReader } from './bytes.ts'

/** What changed of a series in a section: its two prices, and whether it is there at all. */
export const marketBit = 1
export const lowestBit = 2
export const presenceBit = 4

/** What a section of a month page says of its segment. */
export interface SectionHeader {
  readonly sequence: number
  readonly observedAtMs: number
  readonly recordedAtMs: number
  readonly isComplete: boolean
}

export interface PageSection extends SectionHeader {
  /** Whether it takes back the sections of its time before it; `baseIndex` is then the newest of them. */
  readonly isWithdrawal: boolean
  /** The section of this page whose state the changes apply to; `null`: nothing. */
  readonly baseIndex: number | null
  /** Series that occur for the first time, which are numbered on from those before. */
  readonly seriesCount: number
  /** Where the changes stand in the raw page. */
  readonly start: number
  readonly end: number
}

/** A page unpacked: its series in order of their first section, and where each section's changes are. */
export interface PageLayout {
  readonly productIds: readonly number[]
  readonly skuIds: readonly number[]
  readonly sections: readonly PageSection[]
}

/** @throws ArchiveDamagedError */
export const damaged = (what: string): never => {
  throw new ArchiveDamagedError(`A month page ${what}.`)
}

/** @param month as `2026-11` */
export const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1

const readSection = (
  input: ByteReader,
  before: SectionHeader | undefined,
  count: number,
): Omit<PageSection, 'start' | 'end' | 'seriesCount'> => {
  const flags = input.atMost(3)
  const isComplete = (flags & 1) !== 0
  const sequence = (before?.sequence ?? 0) + input.unsigned()
  if (sequence <= (before?.sequence ?? 0)) damaged('is out of order')
  const observedAtMs = (before?.observedAtMs ?? 0) + input.signed()
  const recordedAtMs = observedAtMs + input.signed()
  const back = (flags & 2) === 0 ? null : input.atMost(count)
  if (back === 0) damaged('has a section without a base')
  const baseIndex = back === null ? null : count - back
  return { sequence, observedAtMs, recordedAtMs, isComplete, isWithdrawal: !isComplete && back !== null, baseIndex }
}

/** @throws ArchiveDamagedError when these are not the bytes of that page */
export const layoutOf = (raw: Uint8Array, page: number, month: string): PageLayout => {
  const input = createByteReader(raw)
  if (input.unsigned() !== page || input.unsigned() !== monthNumber(month)) damaged('stands in the place of another')
  const productIds: number[] = []
  const skuIds: number[] = []
  const sections: PageSection[] = []
  while (!input.isAtEnd()) {
    const length = input.unsigned()
    const end = input.position() + length
    if (end > raw.length) damaged('ends early')
    const section = readSection(input, sections.at(-1), sections.length)
    const seriesCount = input.atMost(length)
    let skuId = skuIds.at(-1) ?? 0
    for (let index = 0; index < seriesCount; index++) {
      productIds.push(page * productsPerPage + input.atMost(productsPerPage - 1))
      skuId += input.signed()
      if (skuId < 0 || skuId > Number.MAX_SAFE_INTEGER) damaged('names a SKU that cannot be')
      skuIds.push(skuId)
    }
    const start = input.position()
    if (start > end) damaged('ends early')
    input.bytes(end - start)
    sections.push({ ...section, seriesCount, start, end })
  }
  return { productIds, skuIds, sections }
}
