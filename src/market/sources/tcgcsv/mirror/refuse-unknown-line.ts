import { openList } from './bodies.ts'
import { chooseLines, readMirrorLines } from './choose-lines.ts'
import { categoriesAddress } from './pull-lists.ts'
import { SyncError } from './sync-error.ts'
import type { WorkFolders } from './work-folder.ts'

/** How long a list of product lines is taken for complete: the market gets a new one a few times a year. */
const listTrustedMs = 7 * 86_400_000

/**
 * Refuses a product line that the list of the build in the work folder lacks, so that a mistyped word asks the mirror for nothing.
 * @throws SyncError naming what is near it
 */
export const refuseUnknownLine = async (folders: WorkFolders, word: string, nowMs: number): Promise<void> => {
  const folder = await folders.newest()
  if (folder === null || nowMs - Date.parse(folder.build) > listTrustedMs) return
  const { rows } = openList((await folder.read(categoriesAddress)) ?? '')
  if (!rows?.length) return
  try {
    chooseLines(readMirrorLines(rows), [word])
  } catch (error) {
    if (!(error instanceof SyncError)) throw error
    throw new SyncError(`${error.message} This is by its list of ${folder.build}; nothing was fetched.`)
  }
}
