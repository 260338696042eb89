/**
 * Cells of separated text, line by line; quotes may hold separators and line ends, and two of them are one.
 * @param {string} text
 * @param {string} separator
 * @returns {string[][] | null} `null` when a quote never ends
 */
const parse = (text, separator) => {
  /** @type {string[][]} */
  const lines = []
  /** @type {string[]} */
  let cells = []
  let cell = ''
  let isQuoted = false
  const endLine = () => {
    lines.push([...cells, cell.trim()])
    cells = []
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"' && isQuoted && text[at + 1] === '"') {
      cell += '"'
      at++
    } else if (character === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (isQuoted) cell += character
    else if (character === separator) {
      cells.push(cell.trim())
      cell = ''
    } else if (character === '\n') endLine()
    else cell += character
  }
  endLine()
  return isQuoted ? null : lines
}

/**
 * Splits text into lines of cells, without empty lines. A quote that never ends spoils its own line only.
 * @param {string} text
 * @param {string} separator
 */
export const readCsv = (text, separator) => {
  const plain = text.replaceAll(/\r\n?/g, '\n')
  const lines =
    parse(plain, separator) ??
    plain.split('\n').flatMap((line) => parse(line, separator) ?? parse(line.replaceAll('"', ''), separator) ?? [])
  return lines.filter((cells) => cells.some((cell) => cell !== ''))
}

/** @typedef {string | number | null | undefined} CsvCell */

/** What makes a spreadsheet run a cell: the sign it begins with, also in full width, or a control character before it. */
const startsFormula = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^\p{Cc}/u
const isNumber = /^-?\d+(?:\.\d+)?$/

/** @param {CsvCell} value text that a spreadsheet would run as a formula gets an apostrophe, so that it stays text */
const escapeCell = (value) => {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = startsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Rows as CSV (RFC 4180); unknown is an empty cell.
 * @param {readonly (readonly CsvCell[])[]} rows
 */
export const writeCsv = (rows) => `${rows.map((row) => row.map(escapeCell).join(',')).join('\r\n')}\r\n`

/**
 * The text of a file as spreadsheets save it: UTF-8, UTF-16 by its mark, or else the Windows code page of Western Europe.
 * @param {Blob} file
 */
export const textOfFile = async (file) => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
