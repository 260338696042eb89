import { errorMessage } from '../error-message.ts'
import { readCsvRows } from '../import/csv.ts'
import { ImportError, readInputLines, readInputText } from '../import/input-files.ts'
import type { createRejections } from '../import/rejections.ts'
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

/** Reads of the rows of a file, with the number of each; `null` for a row that is empty. */
type Rows = AsyncGenerator<(() => NameRecord) | null>

async function* csvRows(path: string): Rows {
  const text = await readInputText(path)
  let head: readonly (string | undefined)[] | null = null
  try {
    for (const cells of readCsvRows(text)) {
      if (head !== null) {
        const fields = head.flatMap((column, at) => (column === undefined ? [] : [[column, cells[at] ?? null]]))
        yield cells.every((cell) => cell === '') ? null : () => readOwnRow(Object.fromEntries(fields))
      } else {
        head = cells.map((cell) => columns.get(cell.trim().toLowerCase()))
        yield null
      }
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new ImportError(`${path}: not valid CSV (${errorMessage(error)})`, { cause: error })
  }
}

async function* jsonRows(path: string): Rows {
  for await (const line of readInputLines(path))
    yield line.trim() === '' ? null : () => readNameRow(asRow(JSON.parse(line)))
}

/**
 * Reads files of names, each as it is or gzipped, row by row; bad rows are left out and counted.
 * @throws ImportError naming a file that cannot be read or holds no name
 */
export async function* readNameFiles(
  paths: readonly string[],
  rejections: ReturnType<typeof createRejections>,
): AsyncGenerator<NameRecord> {
  for (const path of paths) {
    let row = 0
    let isEmpty = true
    for await (const read of /\.csv(?:\.gz)?$/i.test(path) ? csvRows(path) : jsonRows(path)) {
      row++
      const record = read && rejections.attempt(path, row, read)
      if (record === null) continue
      isEmpty = false
      yield record
    }
    if (!isEmpty) continue
    const first = rejections.summary().first.find(({ file }) => file === path)
    const why = first === undefined ? '' : ` (line ${first.row}: ${first.reason})`
    throw new ImportError(`${path}: holds no name that can be imported${why}; expected is ${expected}`)
  }
}
