import { isDay } from '../../../time/utc-day.ts'

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

/** The day in a name of a file or folder, such as `prices-2025-10-16`; `null` for none that a calendar has. */
export const dayInName = (name: string): string | null => {
  const text = [...name.matchAll(/(?<!\d)(20\d\d-\d\d-\d\d)(?!\d)/g)].at(-1)?.[1]
  return text !== undefined && isDay(text) ? text : null
}

/** A day's build is made about 20:00 UTC and holds until the next, so a file that says only its day is of then. */
export const buildOfDayMs = (day: string): number => Date.parse(`${day}T20:00:00.000Z`)
