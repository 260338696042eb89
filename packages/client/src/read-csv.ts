import { unescapeCell } from './write-csv.ts'

/** One record of separated text. */
export interface CsvRecord {
  /** Number of the line it begins on. */
  readonly line: number
  /** As it is written. */
  readonly text: string
  readonly cells: readonly string[]
  /** False where its quotes do not pair, so that cells may be parted at the wrong places. */
  readonly isWellFormed: boolean
}

interface Table {
  readonly text: string
  readonly separator: string
  /**
   * Quotes from which, met within a cell, no record comes to an end: a cell may hold line breaks, so that the next
   * lines lead to them again, each in linear time.
   */
  readonly deadEnds: Set<number>
}

interface Parsed {
  readonly cells: readonly string[]
  readonly end: number
}

/** End of a line: its line break, or the end of the text. */
const lineEnd = (text: string, from: number): number => {
  const at = text.indexOf('\n', from)
  return at === -1 ? text.length : at
}

/**
 * Reads a quoted cell whose quote opens at `from`: quotes in it are doubled, and nothing but spaces stands between the
 * closing one and the separator. `null` where that is not so. `met` gets the quotes in it.
 */
const readQuoted = (
  { text, separator, deadEnds }: Table,
  from: number,
  met: number[],
): { readonly cell: string; readonly end: number } | null => {
  let cell = ''
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at)
    if (quote === -1 || deadEnds.has(quote)) return null
    met.push(quote)
    cell += text.slice(at, quote)
    if (text[quote + 1] === '"') {
      cell += '"'
      at = quote + 2
      continue
    }
    let end = quote + 1
    while (text[end] === ' ') end++
    return end === text.length || text[end] === '\n' || text[end] === separator ? { cell, end } : null
  }
}

/** Reads one record that begins at `from`; `null` when its quotes do not pair. */
const readRecord = (table: Table, from: number): Parsed | null => {
  const { text, separator, deadEnds } = table
  const cells: string[] = []
  const met: number[] = []
  let lineEnds = lineEnd(text, from)
  for (let at = from; ; at++) {
    while (text[at] === ' ') at++
    if (text[at] === '"') {
      const quoted = readQuoted(table, at, met)
      if (quoted === null) {
        for (const quote of met) deadEnds.add(quote)
        return null
      }
      cells.push(unescapeCell(quoted.cell.trim()))
      at = quoted.end
      if (at > lineEnds) lineEnds = lineEnd(text, at)
    } else {
      const [cell = ''] = text.slice(at, lineEnds).split(separator, 1)
      cells.push(unescapeCell(cell.trim()))
      at += cell.length
    }
    if (at >= lineEnds) return { cells, end: lineEnds }
  }
}

/**
 * Reads separated text (RFC 4180) with its line breaks as `\n`. Quotes may hold separators and line breaks; a quote
 * that never closes spoils its own line only. Lines without a word are left out.
 */
export const readCsv = (text: string, separator: string): CsvRecord[] => {
  const records: CsvRecord[] = []
  const table = { text, separator, deadEnds: new Set<number>() }
  let line = 1
  for (let from = 0; from < text.length; ) {
    const record = readRecord(table, from)
    const end = record?.end ?? lineEnd(text, from)
    const written = text.slice(from, end)
    const cells = record?.cells ?? written.split(separator).map((cell) => cell.replaceAll('"', '').trim())
    if (cells.some((cell) => cell !== '')) records.push({ line, text: written, cells, isWellFormed: record !== null })
    line += written.split('\n').length
    from = end + 1
  }
  return records
}
