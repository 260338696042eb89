import { accessSync, constants, statSync } from 'node:fs'
import type { Config } from '../app/config.ts'
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
  const mode = status.mode & 0o777
  if (database.kind === 'sqlite' && process.platform !== 'win32' && (mode & 0o077) !== 0)
    return warning('folder', `others on this machine may look into ${dataDir} (mode ${mode.toString(8)})`, `chmod 700 ${dataDir}`)
  return ok('folder', dataDir)
}
