import { slugOf } from '../../../cards/fold.ts'
import { dayMs } from '../../../time/units.ts'
import type { ProductRecord } from '../product-record.ts'
import { asListRow, idOf, textOf } from './fields.ts'

/** A product line as the mirror lists it. */
export interface MirrorLine {
  readonly categoryId: number
  readonly name: string
  readonly displayName: string | null
  readonly slug: string
}

/** A set of a product line. */
export type MirrorGroup = ProductRecord['group']

/** Product lines of `categories`, each once. */
export const readCategoryList = (rows: readonly unknown[]): readonly MirrorLine[] => {
  const lines = new Map<number, MirrorLine>()
  for (const row of rows) {
    const { categoryId, name, displayName } = asListRow(row) ?? {}
    const id = idOf(categoryId)
    const text = textOf(name, 200)
    if (id === null || text === null || lines.has(id)) continue
    lines.set(id, {
      categoryId: id,
      name: text,
      displayName: textOf(displayName, 200),
      slug: slugOf(text) || `category-${id}`,
    })
  }
  return [...lines.values()]
}

/** Longest name of a set that a catalogue holds. */
const maxNameLength = 1000
/** Sets without a date bear the moment of the mirror's own call, a little before its build. */
const callMs = 3 * dayMs

/** A date without a zone, as it stands; `null` where it is the moment of the call. */
const readPublishedOn = (value: unknown, buildMs: number): string | null => {
  const text = textOf(value, 40)
  if (text === null || !/^\d{4}-\d\d-\d\d/.test(text)) return null
  const time = text.slice(11, 19)
  if (time === '' || time === '00:00:00') return text
  return Math.abs(Date.parse(`${text.slice(0, 19)}Z`) - buildMs) < callMs ? null : text
}

/** Sets of `groups` by their id; `buildMs` is the instant of the build, NaN where it is not known. */
export const readGroups = (rows: readonly unknown[], buildMs: number): ReadonlyMap<number, MirrorGroup> => {
  const groups = new Map<number, MirrorGroup>()
  for (const value of rows) {
    const row = asListRow(value) ?? {}
    const groupId = idOf(row.groupId)
    if (groupId === null || groups.has(groupId)) continue
    groups.set(groupId, {
      groupId,
      name: textOf(row.name, maxNameLength) ?? `Set ${groupId}`,
      abbreviation: textOf(row.abbreviation, 100),
      isSupplemental: row.isSupplemental === true,
      publishedOn: readPublishedOn(row.publishedOn, buildMs),
    })
  }
  return groups
}
