import { readCsvRows } from '../../../catalog/import/csv.ts'
import type { JsonObject } from '../../../contract/json-object.ts'
import { FileFormatError } from './file-format-error.ts'

/** A CSV twin of a list: where each column stands, which differs from set to set, and the rows behind the header. */
export interface Twin {
  readonly header: readonly string[]
  readonly columns: ReadonlyMap<string, number>
  /** Rows with their number, from 1 on; `null` for one that has more or fewer fields than the header. */
  readonly rows: readonly (readonly [number, readonly string[] | null])[]
}

/** Why a row of a twin is left out where it is `null`: its values may stand in the wrong columns. */
export const unfitting = 'has more or fewer fields than the header'

const readRows = (text: string): readonly string[][] => {
  try {
    return [...readCsvRows(text)]
  } catch (error) {
    if (error instanceof SyntaxError) throw new FileFormatError(`not valid CSV, or cut off: ${error.message}`)
    throw error
  }
}

/** @throws FileFormatError for a text that is no CSV file, or one with an ambiguous header */
export const readTwin = (text: string): Twin => {
  const [first, ...lines] = readRows(text)
  if (first === undefined) throw new FileFormatError('is empty')
  const header = first.map((name) => name.trim())
  const columns = new Map<string, number>()
  for (const [at, name] of header.entries()) {
    if (name === '' || columns.has(name))
      throw new FileFormatError(name === '' ? 'has a column without a name' : 'has a column twice')
    columns.set(name, at)
  }
  const isBlank = (line: readonly string[]): boolean => line.length === 1 && line[0] === ''
  const rows = lines.flatMap((line, at) =>
    isBlank(line) ? [] : [[at + 1, line.length === header.length ? line : null] as const],
  )
  return { header, columns, rows }
}

/** A row of a twin as the JSON list would have it: its facts, `extNumber` and the like, are extended data. */
export const twinRowAsJson = ({ header }: Twin, fields: readonly string[]): JsonObject => ({
  ...Object.fromEntries(header.map((name, at) => [name, fields[at]])),
  extendedData: header.flatMap((name, at) =>
    name.startsWith('ext') ? [{ name: name.slice('ext'.length), value: fields[at] }] : [],
  ),
})
