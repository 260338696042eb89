import type { ExtendedDatum, ProductRecord } from '../product-record.ts'
import { asListRow, idOf, linesOf, textOf } from './fields.ts'
import type { MirrorGroup, MirrorLine } from './read-lists.ts'

/** A product as one list shows it. */
export interface MirrorProduct {
  readonly productId: number
  readonly record: ProductRecord
}

/** Longest name or address that a catalogue holds. */
const maxTextLength = 1000
const maxExtended = 100
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
    const text = typeof row.value === 'number' ? String(row.value) : linesOf(row.value)
    return name === null || text === null ? [] : [{ name, displayName: textOf(row.displayName, 200), value: text }]
  })

/** Where a list of products stands. */
export interface ProductList {
  readonly line: MirrorLine
  /** The set that the list is of. */
  readonly group: MirrorGroup
  /** All sets of the line. */
  readonly groups: ReadonlyMap<number, MirrorGroup>
}

/** Why a row is left out that names another product line than the one of its list. */
export const foreignRow = 'product of another product line'

/**
 * Reads one row of a list of products. A row says itself which set of the line it belongs to; where it names none, it
 * is the one of the list.
 * @returns why it is left out, in a few words that many rows share, where it cannot be taken
 */
export const readProductRow = (value: unknown, { line, group, groups }: ProductList): MirrorProduct | string => {
  const row = asListRow(value)
  if (row === null) return 'row that is none'
  const { categoryId } = row
  if (categoryId !== undefined && categoryId !== null && idOf(categoryId) !== line.categoryId) return foreignRow
  const productId = idOf(row.productId)
  if (productId === null) return 'product without an id'
  const name = textOf(row.name, maxTextLength)
  if (name === null) return 'product without a name'
  return {
    productId,
    record: {
      category: { categoryId: line.categoryId, name: line.name, displayName: line.displayName },
      group: groups.get(idOf(row.groupId) ?? 0) ?? group,
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
