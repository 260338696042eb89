import { linesWithoutControls } from '../cards/control-characters.ts'
import { isDay } from '../time/utc-day.ts'

// Readers of the values that a source sends: lenient about form – floats for integers, numbers as texts, thousands
// separators, missing keys, unknown words – and never turning what is not there into a number. What they cannot read is
// null.

const numeral = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i

/** A finite number, also when it is written as text: `113.0`, `"264"`, `"$1,147.24"`. */
export const readNumber = (value: unknown): number | null => {
  let number = Number.NaN
  if (typeof value === 'number') number = value
  else if (typeof value === 'string') {
    const text = value.trim().replace(/^\$\s*/, '')
    if (text.length <= 32 && numeral.test(text)) number = Number(text.replaceAll(',', ''))
  }
  return Number.isFinite(number) ? number : null
}

/** A whole number from 0 on. */
export const readCount = (value: unknown): number | null => {
  const count = readNumber(value)
  return count !== null && Number.isSafeInteger(count) && count >= 0 ? Math.abs(count) : null
}

/** A text that says something, without control characters; a number is taken for its digits. */
export const readFilledText = (value: unknown): string | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  return typeof value === 'string' ? linesWithoutControls(value).trim() || null : null
}

/** The day of a date or instant as `YYYY-MM-DD`. */
export const readDay = (value: unknown): string | null => {
  const day = /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(readFilledText(value) ?? '')?.[0]
  return day !== undefined && isDay(day) ? day : null
}
