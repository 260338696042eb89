/**
 * A cell that a spreadsheet would run: it begins with a sign, also in full width, or with a control character.
 */
const startsFormula = /^'*[\s\p{Cc}]*[=+\-@＝＋－＠]|^'*\p{Cc}/u;
const isNumber = /^-?\d+(?:\.\d+)?$/;
/** Quotes, breaks, and what some program parts cells by: a semicolon where the comma is the decimal point. */
const needsQuotes = /[",;|\t\n\v\f\r\u0085\u2028\u2029]/;
/** A cell without the apostrophe that keeps it from being run. */
export const unescapeCell = (cell) => cell.startsWith("'") && startsFormula.test(cell) ? cell.slice(1) : cell;
/** A cell as CSV has it. Text that a spreadsheet would run as a formula gets an apostrophe, so that it stays text. */
export const csvCell = (value) => {
    const text = value === null || value === undefined ? '' : String(value);
    const safe = startsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text;
    return needsQuotes.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
};
/** Rows as CSV (RFC 4180). */
export const writeCsv = (rows) => rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
