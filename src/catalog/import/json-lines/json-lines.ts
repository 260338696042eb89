import { dirname } from 'node:path'
import type { Gathering } from '../gather.ts'
import { findFile, ImportError, readJsonFile, readLines, writtenAt } from '../import-files.ts'
import { asRow, RowRefused, readId, readJsonProduct, readOptionalText, readText } from '../rows.ts'

/** Rows of a list in which bad ones are left out. */
const tolerant = (value: unknown, path: string, read: (row: Readonly<Record<string, unknown>>) => void): void => {
  if (!Array.isArray(value)) throw new ImportError(`${path}: not a list`)
  for (const entry of value) {
    try {
      read(asRow(entry))
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error
    }
  }
}

/** Sets as catalogue JSON lines and TCGCSV list them. */
export const readSets = (value: unknown, path: string, gathering: Gathering, categoryId: number | null): void =>
  tolerant(value, path, (row) =>
    gathering.addSet({
      id: readId(row, 'groupId'),
      categoryId: categoryId ?? readId(row, 'categoryId'),
      name: readText(row, 'name'),
      code: readOptionalText(row, 'abbreviation'),
      publishedOn: readOptionalText(row, 'publishedOn'),
    }),
  )

/** Product lines as catalogue JSON lines and TCGCSV list them. */
export const readCategories = (value: unknown, path: string, gathering: Gathering): void =>
  tolerant(value, path, (row) => gathering.addCategory({ id: readId(row, 'categoryId'), name: readText(row, 'name') }))

/** Reads one file of catalogue JSON lines, and the lists of sets and product lines beside it where there are any. */
export const readJsonLines = async (path: string, gathering: Gathering, onRow: () => void): Promise<void> => {
  const folder = dirname(path)
  const categories = await findFile(folder, 'categories.json')
  if (categories !== null) readCategories(await readJsonFile(categories), categories, gathering)
  const groups = await findFile(folder, 'groups.json')
  if (groups !== null) readSets(await readJsonFile(groups), groups, gathering, null)
  const before = gathering.products.length
  let row = 0
  for await (const line of readLines(path)) {
    row++
    if (line.trim() === '') continue
    gathering.take(path, row, () => readJsonProduct(JSON.parse(line)))
    onRow()
  }
  if (gathering.products.length === before) throw new ImportError(`${path}: holds no product that can be taken`)
  gathering.fetched(await writtenAt(path))
}
