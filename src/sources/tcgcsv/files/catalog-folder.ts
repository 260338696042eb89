import { join } from 'node:path'
import type { ImportAccumulator } from '../../../catalog/import/import-accumulator.ts'
import type { FolderFormat } from '../../../catalog/import/import-catalog.ts'
import {
  findFile,
  ImportError,
  isFolder,
  listFolder,
  modifiedAtMs,
  numberOfFolder,
  readInputText,
  sizesOf,
} from '../../../catalog/import/input-files.ts'
import { RowRejected } from '../../../catalog/import/row-fields.ts'
import { openList } from '../format/envelope.ts'
import { FileFormatError } from '../format/file-format-error.ts'
import { readLastUpdatedMs } from '../format/last-updated.ts'
import { type MirrorLine, readCategoryList, readGroups } from '../format/read-lists.ts'
import { readPrices } from '../format/read-prices.ts'
import { readPricesTwin } from '../format/read-prices-twin.ts'
import { type ProductList, readProductRow } from '../format/read-products.ts'
import { readTwin, twinRowAsJson, unfitting } from '../format/read-twin.ts'
import { catalogProduct, type PricesByProduct, printingsByProduct } from '../product-record.ts'

/** A list given as JSON or as its CSV twin. */
interface ListFile {
  readonly path: string
  readonly text: string
  readonly isTwin: boolean
}

const findList = async (folder: string, json: string, csv: string): Promise<ListFile | null> => {
  const path = await findFile(folder, json, `${json}.json`)
  if (path !== null) return { path, text: await readInputText(path), isTwin: false }
  const twin = await findFile(folder, csv)
  return twin === null ? null : { path: twin, text: await readInputText(twin), isTwin: true }
}

/** Reads a file by its format. @throws ImportError naming the file that cannot be taken for one */
const readBy = <T>({ path, text }: ListFile, read: (text: string) => T): T => {
  try {
    return read(text)
  } catch (error) {
    if (error instanceof FileFormatError) throw new ImportError(`${path}: ${error.message}`, { cause: error })
    throw error
  }
}

const readJsonRows = (text: string): readonly unknown[] => {
  const { rows, reason } = openList(text)
  if (rows === null) throw new FileFormatError(reason)
  return rows
}

const readTwinRows = (text: string): readonly unknown[] => {
  const twin = readTwin(text)
  return twin.rows.map(([, fields]) => fields && twinRowAsJson(twin, fields))
}

const readRows = (list: ListFile | null): readonly unknown[] =>
  list === null ? [] : readBy(list, list.isTwin ? readTwinRows : readJsonRows)

const readPrintings = (list: ListFile | null): PricesByProduct =>
  printingsByProduct(list === null ? [] : readBy(list, list.isTwin ? readPricesTwin : readPrices).observations)

/** What holds for all lists of a folder. */
interface Context {
  readonly accumulator: ImportAccumulator
  /** When the whole was made at its origin, or `null` where only the files' own times are known. */
  readonly madeAtMs: number | null
  readonly lines: ReadonlyMap<number, MirrorLine>
  readonly onRead: (bytes: number) => void
}

const readSetFolder = async (folder: string, place: ProductList, context: Context): Promise<void> => {
  const { accumulator, madeAtMs } = context
  const list = await findList(folder, 'products', 'ProductsAndPrices.csv')
  if (list === null) return
  const printings = readPrintings(list.isTwin ? list : await findList(folder, 'prices', 'Prices.csv'))
  const seen = new Set<number>()
  for (const [at, row] of readRows(list).entries()) {
    const product = row === null && list.isTwin ? unfitting : readProductRow(row, place)
    // The CSV twin repeats a product for each of its printings.
    if (list.isTwin && typeof product !== 'string') {
      if (seen.has(product.productId)) continue
      seen.add(product.productId)
    }
    accumulator.add(list.path, at + 1, () => {
      if (typeof product === 'string') throw new RowRejected(product)
      return catalogProduct(product.productId, product.record, printings.get(product.productId) ?? [])
    })
  }
  accumulator.noteFetchedAt(madeAtMs ?? (await modifiedAtMs(list.path)))
}

const readLineFolder = async (folder: string, categoryId: number, context: Context): Promise<void> => {
  const { accumulator, madeAtMs, lines, onRead } = context
  const groups = readGroups(readRows(await findList(folder, 'groups', 'Groups.csv')), madeAtMs ?? Number.NaN)
  for (const { groupId: id, name, abbreviation: code, publishedOn } of groups.values())
    accumulator.addSet({ id, categoryId, name, code, publishedOn })
  const name = `Category ${categoryId}`
  const line = lines.get(categoryId) ?? { categoryId, name, displayName: null, slug: `category-${categoryId}` }
  accumulator.addCategory({ id: categoryId, name: line.name })
  for (const name of await listFolder(folder)) {
    const groupId = numberOfFolder(name)
    if (groupId === null || !(await isFolder(join(folder, name)))) continue
    const unlisted = { groupId, name: `Set ${groupId}`, abbreviation: null, isSupplemental: false, publishedOn: null }
    await readSetFolder(join(folder, name), { line, group: groups.get(groupId) ?? unlisted, groups }, context)
    onRead((await sizesOf([join(folder, name)]))[0] as number)
  }
}

/** Names of a folder that an error shows. */
const namesShown = 5

/** The layout that was expected of a folder, and what lies there. */
const layoutOf = async (path: string): Promise<string> => {
  const names = await listFolder(path)
  const more = names.length > namesShown ? ` and ${names.length - namesShown} more` : ''
  const found = names.length === 0 ? 'nothing' : `${names.slice(0, namesShown).join(', ')}${more}`
  return (
    'expected is a folder by number for each product line and in it one for each set, as 3/604/products and ' +
    `3/604/prices (JSON) or 3/604/ProductsAndPrices.csv (docs/catalogue-format.md); found ${found}`
  )
}

/**
 * Folders laid out like TCGCSV's addresses, for `catalog import`: the root, its `tcgplayer` folder, or one product
 * line. JSON or CSV, plain or gzipped.
 * @param categoryIds product lines to read of a root; all when left out
 */
export const tcgcsvFolders = (categoryIds?: ReadonlySet<number>): FolderFormat => ({
  sourceName: 'tcgcsv',
  read: async (path, accumulator, onRead) => {
    const updated = await findFile(path, 'last-updated.txt')
    const before = accumulator.products.length
    const inner = (await listFolder(path)).includes('tcgplayer') ? join(path, 'tcgplayer') : path
    const lines = readCategoryList(readRows(await findList(inner, 'categories', 'Categories.csv')))
    for (const { categoryId: id, name } of lines) accumulator.addCategory({ id, name })
    const context: Context = {
      accumulator,
      madeAtMs: updated === null ? null : readLastUpdatedMs(await readInputText(updated)),
      lines: new Map(lines.map((line) => [line.categoryId, line])),
      onRead,
    }
    const own = numberOfFolder(path)
    if (own !== null && (await findFile(path, 'groups', 'groups.json', 'Groups.csv')) !== null) {
      await readLineFolder(path, own, context)
    } else {
      for (const name of await listFolder(inner)) {
        const categoryId = numberOfFolder(name)
        const isWanted = categoryId !== null && (categoryIds === undefined || categoryIds.has(categoryId))
        if (isWanted && (await isFolder(join(inner, name))))
          await readLineFolder(join(inner, name), categoryId, context)
      }
    }
    if (accumulator.products.length === before)
      throw new ImportError(`${path}: holds no product in TCGCSV's layout; ${await layoutOf(path)}`)
  },
})
