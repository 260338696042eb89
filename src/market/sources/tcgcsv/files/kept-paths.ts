import { isDay } from '../../../day.ts'

/** What a file of a kept archive is. */
export type KeptKind = 'prices' | 'twin' | 'last-updated' | 'packed'

const prefix = '(?:[\\w.-]*[-_.])?'
const day = '(?:[-_.]\\d{4}-\\d\\d-\\d\\d)?'
const kinds: readonly (readonly [RegExp, KeptKind])[] = [
  [/^last-updated\.txt$/, 'last-updated'],
  [new RegExp(`^${prefix}prices${day}(?:\\.json)?(?:\\.gz)?$`), 'prices'],
  [new RegExp(`^${prefix}(?:ProductsAndPrices|[Pp]rices)${day}\\.csv(?:\\.gz)?$`), 'twin'],
  [/\.(?:tar|tgz|7z|zip|rar|xz|bz2|zst)$|\.tar\.\w+$/, 'packed'],
]

/** What a file is by its name; `null` for one that holds no prices. */
export const keptKindOf = (name: string): KeptKind | null => kinds.find(([pattern]) => pattern.test(name))?.[1] ?? null

/** The day that a name of a file or folder bears, such as `prices-2025-10-16`; `null` for none, or one that no calendar has. */
export const dayInName = (name: string): string | null => {
  const text = [...name.matchAll(/(?<!\d)(20\d\d-\d\d-\d\d)(?!\d)/g)].at(-1)?.[1]
  return text !== undefined && isDay(text) ? text : null
}

/** The mirror's build of a day is made about 20:00 UTC of it and holds until the next, so a file that says no more than its day was observed then. */
export const buildOfDayMs = (day: string): number => Date.parse(`${day}T20:00:00.000Z`)

/** The instant of a `last-updated.txt`, whose offset has no colon; `null` when it is none. */
export const readLastUpdatedMs = (text: string): number | null => {
  const instant = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d(?:\.\d{1,3})?)(Z|[+-]\d\d:?\d\d)$/.exec(text.trim())
  if (instant === null || !isDay(instant[1] as string)) return null
  const atMs = Date.parse(`${instant[1]}${instant[2]}${(instant[3] as string).replace(/^(...)(\d\d)$/, '$1:$2')}`)
  return Number.isNaN(atMs) ? null : atMs
}
