import { setImmediate as nextIteration } from 'node:timers/promises'
import type { RecordedProduct } from '../../../archive/recording.ts'
import { emptyList, openList } from '../format/envelope.ts'
import { type MirrorLine, readGroups } from '../format/read-lists.ts'
import { readPrices } from '../format/read-prices.ts'
import { readProductRow } from '../format/read-products.ts'
import { groupsAddress, pricesAddress, productsAddress } from '../mirror/pull-lists.ts'
import { SyncError } from '../mirror/sync-error.ts'
import type { BuildFolder } from '../mirror/work-folder.ts'
import { createDayReader, type MirrorDay } from './day.ts'

/** A file that was there when the pull ended cannot be read: the disk has lost it. */
export class DamagedFolderError extends SyncError {}

const readBody = async (folder: BuildFolder, address: string): Promise<string> => {
  const body = await folder.read(address)
  if (body === null)
    throw new DamagedFolderError(`${folder.path}${address}.gz is damaged; the next sync fetches it again.`)
  return body
}

const readRows = async (folder: BuildFolder, address: string): Promise<readonly unknown[]> => {
  const { rows, reason } = openList(await readBody(folder, address))
  if (rows === null) throw new DamagedFolderError(`${folder.path}${address}.gz cannot be read (${reason}).`)
  return rows
}

export interface DayFolderOptions {
  readonly lines: readonly MirrorLine[]
  readonly knownLine: (productId: number) => number | null
  readonly onProgress: (done: number, total: number) => void
}

/** The sets of a product line with the rows of their products. */
async function* eachList(folder: BuildFolder, line: MirrorLine) {
  const groups = readGroups(await readRows(folder, groupsAddress(line.categoryId)), Date.parse(folder.build))
  for (const group of groups.values()) {
    const address = productsAddress(line.categoryId, group.groupId)
    yield { line, group, groups, products: await readRows(folder, address) }
    await nextIteration()
  }
}

/** Reads the day that a folder holds, in steps between which other work goes on. */
export const readDayFolder = async (folder: BuildFolder, options: DayFolderOptions): Promise<MirrorDay> => {
  const { lines, knownLine, onProgress } = options
  const reader = createDayReader(knownLine)
  for (const [done, line] of lines.entries()) {
    onProgress(done, lines.length)
    reader.addLine(line)
    for await (const list of eachList(folder, line)) {
      const address = pricesAddress(line.categoryId, list.group.groupId)
      // Where there are no products no prices were asked for.
      const hasProducts = list.products.length > 0
      const prices = hasProducts ? await readBody(folder, address) : emptyList
      reader.add({ ...list, prices: readPrices(prices), isWithoutPrices: hasProducts && prices === emptyList })
    }
  }
  onProgress(lines.length, lines.length)
  return reader.finish()
}

/** The records of a day's products, each once, from the list that has it; read anew, one list at a time. */
export async function* readDayRecords(
  folder: BuildFolder,
  lines: readonly MirrorLine[],
  { products: places }: Pick<MirrorDay, 'products'>,
): AsyncGenerator<RecordedProduct> {
  const given = new Set<number>()
  for (const line of lines) {
    for await (const list of eachList(folder, line)) {
      for (const row of list.products) {
        const product = readProductRow(row, list)
        if (typeof product === 'string') continue
        const { productId, record } = product
        const place = places.get(productId)
        const isHere = place?.categoryId === line.categoryId && place.listedIn === list.group.groupId
        if (!isHere || place.groupId !== record.group.groupId || given.has(productId)) continue
        given.add(productId)
        yield product
      }
    }
  }
}
