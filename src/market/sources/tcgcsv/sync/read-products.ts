import { asListRow, idOf, type ListRow, textOf } from '../mirror/bodies.ts'
import type { MirrorLine } from '../mirror/choose-lines.ts'
import type { ExtendedDatum, ProductRecord } from '../product-record.ts'
import type { RefusalCounter } from './refusals.ts'

export type MirrorGroup = ProductRecord['group']

/** A product as one list shows it. */
export interface MirrorProduct {
  readonly productId: number
  readonly record: ProductRecord
}

/** Longest name or address that a catalogue holds. */
const maxTextLength = 1000
const maxExtended = 100
/** Sets without a date bear the moment of the mirror's own call, a little before its build. */
const callMs = 3 * 24 * 3_600_000

/** A date without a zone, as it stands; `null` where it is the moment of the call. */
const readPublishedOn = (value: unknown, buildMs: number): string | null => {
  const text = textOf(value, 40)
  if (text === null || !/^\d{4}-\d\d-\d\d/.test(text)) return null
  const time = text.slice(11, 19)
  if (time === '' || time === '00:00:00') return text
  return Math.abs(Date.parse(`${text.slice(0, 19)}Z`) - buildMs) < callMs ? null : text
}

/** Sets of a product line by their id. */
export const readGroups = (rows: readonly unknown[], buildMs: number): ReadonlyMap<number, MirrorGroup> => {
  const groups = new Map<number, MirrorGroup>()
  for (const value of rows) {
    const row = asListRow(value) ?? {}
    const groupId = idOf(row.groupId)
    if (groupId === null || groups.has(groupId)) continue
    groups.set(groupId, {
      groupId,
      name: textOf(row.name, maxTextLength) ?? `Set ${groupId}`,
      abbreviation: textOf(row.abbreviation, 100),
      isSupplemental: row.isSupplemental === true,
      publishedOn: readPublishedOn(row.publishedOn, buildMs),
    })
  }
  return groups
}

const addressOf = (value: unknown): string | null => {
  const text = textOf(value, maxTextLength)
  return text !== null && /^https?:\/\//.test(text) ? text : null
}

const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1_000_000 ? value : null

const readPresale = (value: unknown): ProductRecord['presaleInfo'] => {
  const row = asListRow(value)
  return row && typeof row.isPresale === 'boolean'
    ? { isPresale: row.isPresale, releasedOn: textOf(row.releasedOn, 40), note: textOf(row.note, maxTextLength) }
    : null
}

const readExtended = (value: unknown): readonly ExtendedDatum[] =>
  (Array.isArray(value) ? value.slice(0, maxExtended) : []).flatMap((entry: unknown) => {
    const row = asListRow(entry) ?? {}
    const name = textOf(row.name, 100)
    const text = typeof row.value === 'number' ? String(row.value) : textOf(row.value)
    return name === null || text === null ? [] : [{ name, displayName: textOf(row.displayName, 200), value: text }]
  })

const readRow = (row: ListRow, line: MirrorLine, group: MirrorGroup, refusals: RefusalCounter): MirrorProduct | null => {
  const productId = idOf(row.productId)
  if (productId === null) return refusals.add('product without an id')
  const name = textOf(row.name, maxTextLength)
  if (name === null) return refusals.add('product without a name')
  return {
    productId,
    record: {
      category: { categoryId: line.categoryId, name: line.name, displayName: line.displayName },
      group,
      name,
      cleanName: textOf(row.cleanName, maxTextLength),
      imageUrl: addressOf(row.imageUrl),
      url: addressOf(row.url),
      imageCount: countOf(row.imageCount),
      presaleInfo: readPresale(row.presaleInfo),
      extendedData: readExtended(row.extendedData),
      modifiedOn: textOf(row.modifiedOn, 40),
    },
  }
}

export interface ReadProducts {
  readonly products: readonly MirrorProduct[]
  /** Rows that name another product line. */
  readonly foreign: number
}

/** Reads the rows of one list of products. A row says itself which set of the line it belongs to; where it names none, it is the one of the list. */
export const readProductRows = (
  rows: readonly unknown[],
  line: MirrorLine,
  listed: MirrorGroup,
  groups: ReadonlyMap<number, MirrorGroup>,
  refusals: RefusalCounter,
): ReadProducts => {
  const products: MirrorProduct[] = []
  let foreign = 0
  for (const value of rows) {
    const row = asListRow(value)
    if (row === null) refusals.add('row that is none')
    else if (row.categoryId !== undefined && row.categoryId !== null && idOf(row.categoryId) !== line.categoryId) {
      foreign++
      refusals.add('product of another product line')
    } else {
      const product = readRow(row, line, groups.get(idOf(row.groupId) ?? 0) ?? listed, refusals)
      if (product) products.push(product)
    }
  }
  return { products, foreign }
}
