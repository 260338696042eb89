import { errorMessage } from '../error-message.ts'
import { readCsvRows } from '../import/csv.ts'
import { ImportError, readInputLines, readInputText } from '../import/input-files.ts'
import { createRejections, type Rejections } from '../import/rejections.ts'
import { asRow } from '../import/row-fields.ts'
import type { NameRecord } from './name-record.ts'
import { readNameRow, readOwnRow } from './read-record.ts'

/** Columns of a CSV file by their names without case; others are passed over. */
const columns = new Map(
  ['name', 'number', 'set', 'productId', 'category', 'language', 'otherName'].map((name) => [name.toLowerCase(), name]),
)

const expected =
  'JSON Lines of TCGdex or YGOJSON, or CSV or JSON Lines with name, language and otherName, ' +
  'as docs/catalogue-format.md has them'

type Rows = (add: (row: number, read: () => NameRecord) => void) => Promise<void>

const csvRows =
  (path: string): Rows =>
  async (add) => {
    const text = await readInputText(path)
    try {
      let head: readonly (string | undefined)[] | null = null
      let row = 0
      for (const cells of readCsvRows(text)) {
        row++
        if (head === null) head = cells.map((cell) => columns.get(cell.trim().toLowerCase()))
        else if (cells.some((cell) => cell !== '')) {
          const fields = head.flatMap((column, at) => (column === undefined ? [] : [[column, cells[at] ?? null]]))
          add(row, () => readOwnRow(Object.fromEntries(fields)))
        }
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      throw new ImportError(`${path}: not valid CSV (${errorMessage(error)})`, { cause: error })
    }
  }

const jsonRows =
  (path: string): Rows =>
  async (add) => {
    let row = 0
    for await (const line of readInputLines(path)) {
      row++
      if (line.trim() !== '') add(row, () => readNameRow(asRow(JSON.parse(line))))
    }
  }

/** The records of all files, and the rows that could not be read. */
export interface NameFiles {
  readonly records: readonly NameRecord[]
  readonly refused: Rejections
}

/**
 * Reads files of names, each as it is or gzipped; bad rows are left out and counted.
 * @throws ImportError naming a file that cannot be read or holds no name
 */
export const readNameFiles = async (paths: readonly string[]): Promise<NameFiles> => {
  const records: NameRecord[] = []
  const rejections = createRejections()
  for (const path of paths) {
    const before = records.length
    const rowsOf = /\.csv(?:\.gz)?$/i.test(path) ? csvRows(path) : jsonRows(path)
    await rowsOf((row, read) => {
      rejections.attempt(path, row, () => records.push(read()))
    })
    if (records.length > before) continue
    const first = rejections.summary().first.find(({ file }) => file === path)
    const why = first === undefined ? '' : ` (line ${first.row}: ${first.reason})`
    throw new ImportError(`${path}: holds no name that can be imported${why}; expected is ${expected}`)
  }
  return { records, refused: rejections.summary() }
}
