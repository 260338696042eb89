import type { LedgerSession } from '../mirror/ledger-session.ts'
import { SyncError } from '../mirror/sync-error.ts'
import type { BuildFolder, WorkFolders } from '../mirror/work-folder.ts'

/** A build that failed validation; what was taken before it serves on. */
export class RefusedBuildError extends SyncError {}

/**
 * Puts a build aside for inspection and has the ledger say so, so that the mirror is not asked for it again.
 * @param remedy what serves on, and which command takes the build at this path after all
 */
export const refuseBuild = async (
  { session, folders, at }: { readonly session: LedgerSession; readonly folders: WorkFolders; readonly at: string },
  folder: BuildFolder,
  reasons: readonly string[],
  remedy: (path: string) => string,
): Promise<RefusedBuildError> => {
  const reason = reasons.join('; ')
  const path = await folders.refuse(folder)
  await session.update({ refused: { build: folder.build, reason, folder: path, at } })
  return new RefusedBuildError(`The build of ${folder.build} was refused: ${reason}. ${remedy(path)}`)
}
