import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../app/config.ts'
import { compileCacheIn } from './compile-cache.ts'
import { error, type Finding, ok, warning } from './doctor-checks.ts'

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Checks that `DATA_DIR` is a folder that this user can write to, and that nobody else can enter it where a database lies there. Windows has no such modes. */
export const checkFolder = ({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): Finding => {
  const status = statSync(dataDir, { throwIfNoEntry: false })
  if (status === undefined) return warning('folder', `none at ${dataDir} yet`, 'the first start makes it; or run doctor --fix')
  if (!status.isDirectory()) return error('folder', `${dataDir} is no folder`, 'name a folder in DATA_DIR')
  if (!isWritable(dataDir))
    return error(
      'folder',
      `${dataDir} cannot be written by this user`,
      `run this as the user of the service; if it is that user, chown ${dataDir}`,
    )
  const mode = status.mode & 0o7777
  if (database.kind !== 'sqlite' || process.platform === 'win32' || (mode & 0o077) === 0) return ok('folder', dataDir)
  const close = `chmod 700 ${dataDir}`
  return warning(
    'folder',
    `others on this machine may look into ${dataDir} (mode ${mode.toString(8)})`,
    isSharedOnPurpose(mode) ? `name a folder of this service alone in DATA_DIR; or, where this is one, ${close}` : close,
  )
}

/** Nobody sets the sticky bit, or the one that hands a group on, by mistake. */
const isSharedOnPurpose = (mode: number): boolean => (mode & 0o7000) !== 0

/** Why `DATA_DIR` is not to be closed to others unasked; `null` when it is empty or holds what this service keeps. */
export const reasonToLeaveOpen = ({ dataDir, database, catalogFile }: Config): string | null => {
  if (isSharedOnPurpose(statSync(dataDir).mode)) return 'others share it, as its mode says'
  const files = [...(database.kind === 'sqlite' ? [database.file] : []), catalogFile].filter((file) => dirname(file) === dataDir)
  // Every command makes the folder of compiled code where it finds `DATA_DIR`.
  const names = readdirSync(dataDir).filter((name) => join(dataDir, name) !== compileCacheIn(dataDir))
  const isOurs = names.some((name) => name === 'tcgcsv' || files.some((file) => name.startsWith(basename(file))))
  return isOurs || names.length === 0 ? null : 'it holds nothing of this service'
}
