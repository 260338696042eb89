import { setImmediate as nextIteration } from 'node:timers/promises'
import { readPrices } from '../files/read-prices.ts'
import { emptyList, openList } from '../mirror/bodies.ts'
import type { MirrorLine } from '../mirror/choose-lines.ts'
import { groupsAddress, pricesAddress, productsAddress, readGroupIds } from '../mirror/pull-lists.ts'
import { SyncError } from '../mirror/sync-error.ts'
import type { BuildFolder } from '../mirror/work-folder.ts'
import { createDayReader, type MirrorDay } from './day.ts'
import { readGroups } from './read-products.ts'

const readRows = async (folder: BuildFolder, address: string): Promise<readonly unknown[]> => {
  const body = await folder.read(address)
  if (body === null) return []
  const { rows, reason } = openList(body)
  if (rows === null) throw new SyncError(`${folder.path}${address}.gz cannot be read (${reason}).`)
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
      reader.add({
        line,
        group,
        groups,
        products: await readRows(folder, productsAddress(line.categoryId, groupId)),
        prices: readPrices((await folder.read(pricesAddress(line.categoryId, groupId))) ?? emptyList),
      })
      await nextIteration()
    }
  }
  onProgress(lines.length, lines.length)
  return reader.finish()
}
