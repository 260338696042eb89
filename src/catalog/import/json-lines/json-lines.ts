import { dirname } from 'node:path'
import type { ImportAccumulator } from '../import-accumulator.ts'
import { findFile, ImportError, readInputLines, readJsonFile, writtenAt } from '../input-files.ts'
import { asRow, RowRejected, readIdField, readJsonProduct, readOptionalTextField, readTextField } from '../row-fields.ts'

/** Rows of a list in which bad ones are left out. */
const tolerant = (value: unknown, path: string, read: (row: Readonly<Record<string, unknown>>) => void): void => {
  if (!Array.isArray(value)) throw new ImportError(`${path}: not a list`)
  for (const entry of value) {
    try {
      read(asRow(entry))
    } catch (error) {
      if (!(error instanceof RowRejected)) throw error
    }
  }
}

/** Sets as catalogue JSON lines and TCGCSV list them. */
export const readSets = (value: unknown, path: string, accumulator: ImportAccumulator, categoryId: number | null): void =>
  tolerant(value, path, (row) =>
    accumulator.addSet({
      id: readIdField(row, 'groupId'),
      categoryId: categoryId ?? readIdField(row, 'categoryId'),
      name: readTextField(row, 'name'),
      code: readOptionalTextField(row, 'abbreviation'),
      publishedOn: readOptionalTextField(row, 'publishedOn'),
    }),
  )

/** Product lines as catalogue JSON lines and TCGCSV list them. */
export const readCategories = (value: unknown, path: string, accumulator: ImportAccumulator): void =>
  tolerant(value, path, (row) =>
    accumulator.addCategory({ id: readIdField(row, 'categoryId'), name: readTextField(row, 'name') }),
  )

/** Reads one file of catalogue JSON lines, and the lists of sets and product lines beside it where there are any. */
export const importJsonLines = async (path: string, accumulator: ImportAccumulator, onRow: () => void): Promise<void> => {
  const folder = dirname(path)
  const categories = await findFile(folder, 'categories.json')
  if (categories !== null) readCategories(await readJsonFile(categories), categories, accumulator)
  const groups = await findFile(folder, 'groups.json')
  if (groups !== null) readSets(await readJsonFile(groups), groups, accumulator, null)
  const before = accumulator.products.length
  let row = 0
  for await (const line of readInputLines(path)) {
    row++
    if (line.trim() === '') continue
    accumulator.take(path, row, () => readJsonProduct(JSON.parse(line)))
    onRow()
  }
  if (accumulator.products.length === before) throw new ImportError(`${path}: holds no product that can be taken`)
  accumulator.fetched(await writtenAt(path))
}
