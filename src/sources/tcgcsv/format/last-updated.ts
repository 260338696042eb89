import { isDay } from '../../../time/utc-day.ts'

/**
 * Instant that a `last-updated.txt` names, in milliseconds since the epoch; its offset has no colon. `null` for every
 * other text: what a lenient parser makes of `7` or `July 4` is a day of 2001.
 */
export const readLastUpdatedMs = (text: string): number | null => {
  const instant = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d(?:\.\d{1,3})?)(Z|[+-]\d\d:?\d\d)$/.exec(text.trim())
  if (instant === null || !isDay(instant[1] as string)) return null
  const atMs = Date.parse(`${instant[1]}${instant[2]}${(instant[3] as string).replace(/^(...)(\d\d)$/, '$1:$2')}`)
  return Number.isNaN(atMs) ? null : atMs
}
