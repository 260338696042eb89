import { existsSync, lstatSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { dataFolderOf } from '../app/configuration/data-folder.ts'
import { makeFolder } from '../files/make-folder.ts'

export const compileCacheIn = (dataFolder: string): string => join(dataFolder, 'compile-cache')

/** Whether nobody else can write there: we run that code. Windows keeps `DATA_DIR` apart by its own rights. */
export const isWrittenByUsAlone = (folder: string, uid: number | undefined): boolean => {
  const status = lstatSync(folder)
  return status.isDirectory() && (uid === undefined || (status.uid === uid && (status.mode & 0o022) === 0))
}

/**
 * Keeps compiled code in `DATA_DIR`, so that the next start takes a third less time. Only `serve` makes that folder;
 * where it is missing, read-only or somebody else's the code is compiled anew.
 */
export const keepCompiledCode = (
  env: Readonly<Record<string, string | undefined>>,
  command: string | undefined,
): void => {
  const dataFolder = dataFolderOf(env)
  const uid = process.getuid?.()
  if (command !== 'serve' && !existsSync(dataFolder)) return
  try {
    makeFolder(dataFolder)
    // Made by an administrator, it would be closed to the service.
    if (uid === 0 && lstatSync(dataFolder).uid !== 0) return
    const folder = compileCacheIn(dataFolder)
    makeFolder(folder)
    if (isWrittenByUsAlone(folder, uid)) enableCompileCache(folder)
  } catch {
    // It saves time, no more.
  }
}
