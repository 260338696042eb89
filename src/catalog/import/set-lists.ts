import type { ImportAccumulator } from './import-accumulator.ts'
import { ImportError } from './input-files.ts'
import { asRow, type Row, RowRejected, readIdField, readOptionalTextField, readTextField } from './row-fields.ts'

/** Reads the rows of a list; bad ones are left out, since products name their set and line themselves. */
const eachGoodRow = (value: unknown, path: string, read: (row: Row) => void): void => {
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
  eachGoodRow(value, path, (row) =>
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
  eachGoodRow(value, path, (row) =>
    accumulator.addCategory({ id: readIdField(row, 'categoryId'), name: readTextField(row, 'name') }),
  )
