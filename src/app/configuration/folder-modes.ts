import { lstatSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'

type Folder = Pick<Config, 'dataDir' | 'database'>

/** Of a folder into which any user of the machine may put files. */
export const isWorldWritable = (mode: number): boolean => (mode & 0o002) !== 0

/** Name of the database's file, where it lies in `DATA_DIR`. */
export const databaseNameIn = ({ dataDir, database }: Folder): string | null =>
  database.kind === 'sqlite' && dirname(database.file) === dataDir ? basename(database.file) : null

/** Databases, backups and keys; what is written beside a database is named after it. */
const isPrivate = (name: string, database: string | null): boolean =>
  /\.(?:db|key|pem)(?:[-.]|$)/.test(name) || (database !== null && name.startsWith(database))

interface WrongMode {
  readonly path: string
  readonly mode: number
  readonly wanted: number
}

/**
 * Databases, backups and keys in `DATA_DIR` that other users may read or write, and whatever else in it all of them may
 * write. A folder of another user than `uid`, such as a volume of a cluster, is shared with our group by design.
 */
const wrongModes = (config: Folder, uid: number): readonly WrongMode[] => {
  const { dataDir } = config
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (!folder?.isDirectory()) return []
  const isOurs = folder.uid === uid || uid === 0
  const databaseName = databaseNameIn(config)
  return readdirSync(dataDir).flatMap((name) => {
    const path = join(dataDir, name)
    const status = lstatSync(path, { throwIfNoEntry: false })
    if (!status?.isFile() && !status?.isDirectory()) return []
    const mode = status.mode & 0o777
    if (!status.isFile() || !isPrivate(name, databaseName))
      return isWorldWritable(mode) ? [{ path, mode, wanted: mode & ~0o022 }] : []
    const wanted = name === databaseName ? 0o600 : mode & 0o600
    return (isOurs ? mode : mode & 0o707) === wanted ? [] : [{ path, mode, wanted }]
  })
}

const octal = (mode: number): string => mode.toString(8).padStart(3, '0')

/** What is wrong with the modes of the files in `DATA_DIR`, and the commands that mend it; `null` when nothing is. */
export const findWrongModes = (
  config: Folder,
  uid: number,
): { readonly detail: string; readonly fix: string } | null => {
  const wrong = wrongModes(config, uid)
  if (wrong.length === 0) return null
  return {
    detail: wrong.map(({ path, mode, wanted }) => `${path} has mode ${octal(mode)}, not ${octal(wanted)}`).join('; '),
    fix: wrong.map(({ path, wanted }) => `chmod ${octal(wanted)} ${path}`).join(' && '),
  }
}

/** Tells at the start what of `DATA_DIR` is open to other users of this machine. Windows has no such modes. */
export const warnOfOpenFolder = (config: Folder, log: Pick<Logger, 'warn'>): void => {
  const uid = process.getuid?.()
  if (uid === undefined) return
  const { dataDir } = config
  try {
    const mode = statSync(dataDir).mode & 0o7777
    const fix = `chmod 700 ${dataDir}; or name a folder of this service alone in DATA_DIR`
    if (isWorldWritable(mode)) log.warn({ dataDir, mode: octal(mode), fix }, 'every user may write to the data folder')
    const wrong = findWrongModes(config, uid)
    if (wrong !== null) log.warn(wrong, 'other users may read or write files of the data folder')
  } catch {
    // What cannot be looked into `doctor` names; the start goes on.
  }
}
