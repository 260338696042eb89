/** A cell; an unknown value is an empty one. */
export type CsvCell = string | number | null | undefined

/**
 * A cell that a spreadsheet would run: it begins with a sign, also in full width, or with a control character.
 */
const startsFormula = /^'*[\s\p{Cc}]*[=+\-@＝＋－＠]|^'*\p{Cc}/u
const isNumber = /^-?\d+(?:\.\d+)?$/
/** Breaks, and what some program parts cells by: a semicolon where the comma is the decimal point. */
const separators = /[;|\t\n\v\f\r\u0085\u2028\u2029]/
const needsQuotes = /[",]/
/** Separators, blanks and quotes, and the sign behind them that may begin a formula; any sign, so that it is linear. */
const gaps = /([;|\s\p{Cc}"']+)([=+\-@＝＋－＠]?)/gu

/**
 * Changes what stands before a sign and has a separator in it: a program that parts lines by that heeds a quote at the
 * start of its own cells only, so that the sign would begin one.
 */
const changeGaps = (cell: string, change: (gap: string) => string): string =>
  separators.test(cell)
    ? cell.replace(gaps, (all, gap: string, sign: string) =>
        sign !== '' && separators.test(gap) ? `${change(gap)}${sign}` : all,
      )
    : cell

/** A cell without the apostrophes that keep it from being run. */
export const unescapeCell = (cell: string): string => {
  const text = changeGaps(cell, (gap) => gap.replace(/'$/, ''))
  return text.startsWith("'") && startsFormula.test(text) ? text.slice(1) : text
}

/** A cell as CSV has it. What a spreadsheet would run as a formula gets an apostrophe, so that it stays text. */
export const csvCell = (value: CsvCell): string => {
  const text = value === null || value === undefined ? '' : String(value)
  const start = startsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text
  const safe = changeGaps(start, (gap) => `${gap}'`)
  return needsQuotes.test(safe) || separators.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}

/** Rows as CSV (RFC 4180). */
export const writeCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
