import { join } from 'node:path'
import { mainPrices, type PrintingPrice } from '../../../cards/printings.ts'
import type { CatalogProduct } from '../../ports.ts'
import { readCsv } from '../csv.ts'
import type { ImportAccumulator } from '../import-accumulator.ts'
import {
  findFile,
  ImportError,
  isFolder,
  listFolder,
  modifiedAtMs,
  numberOfFolder,
  readInputText,
  readJsonFile,
  sizesOf,
} from '../input-files.ts'
import { asRow, type Row, readCentsField, readOptionalTextField, readSharedFields } from '../row-fields.ts'
import { readCategories, readSets } from '../set-lists.ts'

/** The rows inside TCGCSV's envelope; `success: false` with status 200 is an error, not an empty list. */
export const readEnvelope = (value: unknown, path: string): unknown[] => {
  if (typeof value !== 'object' || value === null) throw new ImportError(`${path}: not TCGCSV's envelope`)
  const { success, results } = value as { success?: unknown; results?: unknown }
  if (success === false) throw new ImportError(`${path}: the source reports a failure (success: false)`)
  if (!Array.isArray(results))
    throw new ImportError(`${path}: holds no results; expected is TCGCSV's {"success":true,"results":[…]}`)
  return results
}

const readCsvFile = async (path: string): Promise<Row[]> => {
  try {
    return [...readCsv(await readInputText(path))]
  } catch (error) {
    if (error instanceof SyntaxError) throw new ImportError(`${path}: not valid CSV (${error.message})`, { cause: error })
    throw error
  }
}

/** A list given as JSON or as its CSV twin. */
const readList = async (folder: string, json: string, csv: string): Promise<{ path: string; rows: Row[] } | null> => {
  const path = await findFile(folder, json, `${json}.json`)
  if (path !== null) return { path, rows: readEnvelope(await readJsonFile(path), path) as Row[] }
  const twin = await findFile(folder, csv)
  return twin === null ? null : { path: twin, rows: await readCsvFile(twin) }
}

/** Prices of the printings of one product. */
const addPrice = (prices: Map<number, PrintingPrice[]>, row: Row): void => {
  const productId = Number(row.productId)
  const price = {
    variant: typeof row.subTypeName === 'string' ? row.subTypeName : '',
    marketCents: readCentsField(row, 'marketPrice'),
    lowestCents: readCentsField(row, 'lowPrice'),
  }
  const known = prices.get(productId)
  if (known) known.push(price)
  else prices.set(productId, [price])
}

/** One value of a product's extended data, or its column in the CSV twin. */
const extended = (row: Row, name: string): string | null => {
  const entries = row.extendedData
  if (!Array.isArray(entries)) return readOptionalTextField(row, `ext${name}`)
  for (const entry of entries) {
    if (typeof entry === 'object' && entry !== null && (entry as { name?: unknown }).name === name) {
      return readOptionalTextField(entry as Row, 'value')
    }
  }
  return null
}

interface Place {
  /** When the whole was made at its origin, or `null` where only the files' own times are known. */
  readonly madeAtMs: number | null
  readonly categoryId: number
  readonly setId: number
}

const readProduct = (
  value: unknown,
  { categoryId, setId }: Place,
  accumulator: ImportAccumulator,
  prices: Map<number, PrintingPrice[]>,
): CatalogProduct => {
  const row = asRow(value)
  const shared = readSharedFields(row)
  const number = extended(row, 'Number')
  const rarity = extended(row, 'Rarity')
  const { marketCents, lowestCents } = mainPrices(prices.get(shared.productId) ?? [])
  return {
    ...shared,
    categoryId,
    categoryName: accumulator.categories.get(categoryId)?.name ?? `Category ${categoryId}`,
    setId,
    setName: accumulator.sets.get(`${categoryId}:${setId}`)?.name ?? `Set ${setId}`,
    setCode: null,
    number,
    rarity,
    // A card has a number or a rarity; what has neither is sealed or an accessory.
    sealed: number === null && rarity === null,
    marketPriceCents: marketCents,
    lowestPriceCents: lowestCents,
  }
}

const readSetFolder = async (folder: string, place: Place, accumulator: ImportAccumulator): Promise<void> => {
  const list = await readList(folder, 'products', 'ProductsAndPrices.csv')
  if (list === null) return
  const prices = new Map<number, PrintingPrice[]>()
  const twin = list.path.includes('ProductsAndPrices.csv')
  const priceRows = twin ? list.rows : ((await readList(folder, 'prices', 'Prices.csv'))?.rows ?? [])
  for (const row of priceRows) if (typeof row === 'object' && row !== null) addPrice(prices, row)
  const seen = new Set<unknown>()
  for (const [at, row] of list.rows.entries()) {
    // The CSV twin repeats a product for each of its finishes.
    if (twin && seen.has(row.productId)) continue
    if (twin) seen.add(row.productId)
    accumulator.add(list.path, at + 1, () => readProduct(row, place, accumulator, prices))
  }
  accumulator.noteFetchedAt(place.madeAtMs ?? (await modifiedAtMs(list.path)))
}

const readCategoryFolder = async (
  folder: string,
  { categoryId, madeAtMs }: Omit<Place, 'setId'>,
  accumulator: ImportAccumulator,
  onRead: (bytes: number) => void,
): Promise<void> => {
  const groups = await readList(folder, 'groups', 'Groups.csv')
  if (groups !== null) readSets(groups.rows, groups.path, accumulator, categoryId)
  accumulator.addCategory({ id: categoryId, name: `Category ${categoryId}` })
  for (const name of await listFolder(folder)) {
    const setId = numberOfFolder(name)
    if (setId !== null && (await isFolder(join(folder, name)))) {
      await readSetFolder(join(folder, name), { madeAtMs, categoryId, setId }, accumulator)
      onRead((await sizesOf([join(folder, name)]))[0] as number)
    }
  }
}

/** When TCGCSV's data was made, as its `last-updated.txt` says, or `null`. */
export const readLastUpdated = (text: string): number | null => {
  const atMs = Date.parse(text.trim().replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  return Number.isNaN(atMs) ? null : atMs
}

/** Names of a folder that an error shows. */
const namesShown = 5

/** What was expected of a folder, and what lies there. */
const layoutOf = async (path: string): Promise<string> => {
  const names = await listFolder(path)
  const more = names.length > namesShown ? ` and ${names.length - namesShown} more` : ''
  const found = names.length === 0 ? 'nothing' : `${names.slice(0, namesShown).join(', ')}${more}`
  return `expected is a folder by number for each product line and in it one for each set, as 3/604/products and 3/604/prices (JSON) or 3/604/ProductsAndPrices.csv (docs/catalogue-format.md); found ${found}`
}

/** Reads a folder laid out like TCGCSV's addresses: the root, its `tcgplayer` folder, or one product line. JSON or CSV, plain or gzipped. */
export const importTcgcsvFolder = async (
  path: string,
  accumulator: ImportAccumulator,
  categoryIds?: ReadonlySet<number>,
  onRead: (bytes: number) => void = () => {},
): Promise<void> => {
  const updated = await findFile(path, 'last-updated.txt')
  const madeAtMs = updated === null ? null : readLastUpdated(await readInputText(updated))
  const before = accumulator.products.length
  const inner = (await listFolder(path)).includes('tcgplayer') ? join(path, 'tcgplayer') : path
  const categories = await readList(inner, 'categories', 'Categories.csv')
  if (categories !== null) readCategories(categories.rows, categories.path, accumulator)
  const own = numberOfFolder(path)
  if (own !== null && (await findFile(path, 'groups', 'groups.json', 'Groups.csv')) !== null) {
    await readCategoryFolder(path, { categoryId: own, madeAtMs }, accumulator, onRead)
  } else {
    for (const name of await listFolder(inner)) {
      const categoryId = numberOfFolder(name)
      const isWanted = categoryId !== null && (categoryIds === undefined || categoryIds.has(categoryId))
      if (isWanted && (await isFolder(join(inner, name)))) {
        await readCategoryFolder(join(inner, name), { categoryId, madeAtMs }, accumulator, onRead)
      }
    }
  }
  if (accumulator.products.length === before)
    throw new ImportError(`${path}: holds no product in TCGCSV's layout; ${await layoutOf(path)}`)
}
