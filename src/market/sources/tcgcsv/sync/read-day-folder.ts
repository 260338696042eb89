import { setImmediate as nextIteration } from 'node:timers/promises'
import { readPrices } from '../files/read-prices.ts'
import { emptyList, openList } from '../mirror/bodies.ts'
import type { MirrorLine } from '../mirror/choose-lines.ts'
import { groupsAddress, pricesAddress, productsAddress, readGroupIds } from '../mirror/pull-lists.ts'
import { SyncError } from '../mirror/sync-error.ts'
import type { BuildFolder } from '../mirror/work-folder.ts'
import { createDayReader, type MirrorDay } from './day.ts'
import { readGroups } from './read-products.ts'

/** A file that was there when the pull ended cannot be read: the disk has lost it. */
export class DamagedFolderError extends SyncError {}

const readBody = async (folder: BuildFolder, address: string): Promise<string> => {
  const body = await folder.read(address)
  if (body === null) throw new DamagedFolderError(`${folder.path}${address}.gz is damaged; the next sync fetches it again.`)
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

/** Reads the day that a folder holds, in steps between which other work goes on. */
export const readDayFolder = async (folder: BuildFolder, options: DayFolderOptions): Promise<MirrorDay> => {
  const { lines, knownLine, onProgress } = options
  const reader = createDayReader(knownLine)
  const buildMs = Date.parse(folder.build)
  for (const [done, line] of lines.entries()) {
    onProgress(done, lines.length)
    reader.addLine(line)
    const rows = await readRows(folder, groupsAddress(line.categoryId))
    const groups = readGroups(rows, buildMs)
    for (const { groupId } of readGroupIds(rows)) {
      const group = groups.get(groupId)
      if (group === undefined) continue
      const products = await readRows(folder, productsAddress(line.categoryId, groupId))
      // Where there are no products no prices were asked for.
      const prices = products.length === 0 ? emptyList : await readBody(folder, pricesAddress(line.categoryId, groupId))
      reader.add({ line, group, groups, products, prices: readPrices(prices) })
      await nextIteration()
    }
  }
  onProgress(lines.length, lines.length)
  return reader.finish()
}
