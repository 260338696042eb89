import { dayMs } from './units.ts'

/** The UTC day of an instant, counted from 1970-01-01. */
export const utcDay = (epochMs: number): number => Math.floor(epochMs / dayMs)

/** A day as `YYYY-MM-DD`. */
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** The UTC day of an instant as `YYYY-MM-DD`. */
export const utcDayText = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10)

/** The first instant of a day in ISO 8601. */
export const dayStart = (day: number): string => new Date(day * dayMs).toISOString()

/** Whether a text is a day as `2025-10-16`. 30 February is none, although `Date.parse` reads it as 2 March. */
export const isDay = (text: string): boolean => {
  const atMs = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text)
}

/** The day that a date text begins with, or `null` when it is no date. */
export const parseDay = (text: string): number | null => {
  const ms = Date.parse(text.slice(0, 10))
  return Number.isNaN(ms) ? null : utcDay(ms)
}

/** Monday 0 to Sunday 6; 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7
