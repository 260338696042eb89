import { dirname } from 'node:path'
import type { CatalogProduct } from '../ports.ts'
import type { ImportAccumulator } from './import-accumulator.ts'
import { findFile, ImportError, modifiedAtMs, readInputLines, readJsonFile } from './input-files.ts'
import {
  asRow,
  type Row,
  RowRejected,
  readCentsField,
  readIdField,
  readOptionalTextField,
  readTextField,
} from './row-fields.ts'

const readAddressField = (row: Row, key: string): string | null => {
  const address = readOptionalTextField(row, key)
  return address !== null && /^https?:\/\//.test(address) ? address : null
}

/** @throws RowRejected */
const readJsonProduct = (value: unknown): CatalogProduct => {
  const row = asRow(value)
  return {
    productId: readIdField(row, 'productId'),
    name: readTextField(row, 'name'),
    imageUrl: readAddressField(row, 'imageUrl'),
    url: readAddressField(row, 'url'),
    categoryId: readIdField(row, 'categoryId'),
    categoryName: readTextField(row, 'categoryName'),
    setId: readIdField(row, 'groupId'),
    setName: readTextField(row, 'groupName'),
    setCode: readOptionalTextField(row, 'setCode'),
    number: readOptionalTextField(row, 'number'),
    rarity: readOptionalTextField(row, 'rarity'),
    sealed: row.sealed === true || row.sealed === 'true',
    marketPriceCents: readCentsField(row, 'marketPrice'),
    lowestPriceCents: readCentsField(row, 'lowestPrice'),
    // What this format does not say.
    categorySlug: null,
    setSlug: null,
    listingCount: null,
  }
}

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

const readSets = (value: unknown, path: string, accumulator: ImportAccumulator): void =>
  eachGoodRow(value, path, (row) =>
    accumulator.addSet({
      id: readIdField(row, 'groupId'),
      categoryId: readIdField(row, 'categoryId'),
      name: readTextField(row, 'name'),
      code: readOptionalTextField(row, 'abbreviation'),
      publishedOn: readOptionalTextField(row, 'publishedOn'),
    }),
  )

const readCategories = (value: unknown, path: string, accumulator: ImportAccumulator): void =>
  eachGoodRow(value, path, (row) =>
    accumulator.addCategory({ id: readIdField(row, 'categoryId'), name: readTextField(row, 'name') }),
  )

/** Reads the lists that lie beside a file of JSON lines, where they are present; the report names them. */
const readListsBeside = async (path: string, accumulator: ImportAccumulator): Promise<void> => {
  const categories = await findFile(dirname(path), 'categories.json')
  if (categories !== null) readCategories(await readJsonFile(categories), categories, accumulator)
  const groups = await findFile(dirname(path), 'groups.json')
  if (groups !== null) readSets(await readJsonFile(groups), groups, accumulator)
  for (const list of [categories, groups])
    if (list !== null && !accumulator.lists.includes(list)) accumulator.lists.push(list)
}

const expectedLines =
  'one JSON object a line with productId, name, categoryId, categoryName, groupId and groupName, ' +
  'as docs/catalogue-format.md has it'

const firstRejection = (accumulator: ImportAccumulator, path: string): string => {
  const first = accumulator.rejections().first.find(({ file }) => file === path)
  return first === undefined ? '' : ` (line ${first.row}: ${first.reason})`
}

/**
 * Imports one file of catalogue JSON lines, and the `categories.json` and `groups.json` beside it, plain or gzipped.
 */
export const importJsonLines = async (
  path: string,
  accumulator: ImportAccumulator,
  onRead?: (bytes: number) => void,
): Promise<void> => {
  await readListsBeside(path, accumulator)
  const before = accumulator.products.length
  let row = 0
  for await (const line of readInputLines(path, onRead)) {
    row++
    if (line.trim() === '') continue
    accumulator.add(path, row, () => readJsonProduct(JSON.parse(line)))
  }
  if (accumulator.products.length === before)
    throw new ImportError(
      `${path}: holds no product that can be imported${firstRejection(accumulator, path)}; ` +
        `expected is ${expectedLines}`,
    )
  accumulator.noteFetchedAt(await modifiedAtMs(path))
}
