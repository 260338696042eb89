const dayMs = 86_400_000

/** The UTC day of an instant, counted from 1970-01-01: the only notion of time that the model has. */
export const utcDay = (epochMs: number): number => Math.floor(epochMs / dayMs)

/** A day as `YYYY-MM-DD`. */
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** The first instant of a day in ISO 8601. */
export const dayStart = (day: number): string => new Date(day * dayMs).toISOString()

/** The day that a date text begins with, or `null` when it is no date. */
export const parseDay = (text: string): number | null => {
  const ms = Date.parse(text.slice(0, 10))
  return Number.isNaN(ms) ? null : Math.floor(ms / dayMs)
}

/** Monday 0 to Sunday 6; 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7
