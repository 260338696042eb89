/** A cell; an unknown value is an empty one. */
export type CsvCell = string | number | null | undefined

/**
 * A cell that a spreadsheet would run: it begins with a sign, also in full width, or with a control character.
 */
const startsFormula = /^'*[\s\p{Cc}]*[=+\-@＝＋－＠]|^'*\p{Cc}/u
const isNumber = /^-?\d+(?:\.\d+)?$/

/** A cell without the apostrophe that keeps it from being run. */
export const unescapeCell = (cell: string): string =>
  cell.startsWith("'") && startsFormula.test(cell) ? cell.slice(1) : cell

/** Text that a spreadsheet would run as a formula gets an apostrophe, so that it stays text. */
const escapeCell = (value: CsvCell): string => {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = startsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}

/** Rows as CSV (RFC 4180). */
export const writeCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(escapeCell).join(',')}\r\n`).join('')
