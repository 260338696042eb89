import { accessSync, constants, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../app/configuration/config.ts'
import { databaseNameIn, findWrongModes, isWorldWritable } from '../app/configuration/folder-modes.ts'
import { hasDeadHolder, holderSuffix } from '../files/file-lock.ts'
import { compileCacheIn, isWrittenByUsAlone } from './compile-cache.ts'
import { causeOf, checked, error, type Finding, ok, warning } from './doctor-checks.ts'

const statusOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })

/** Nobody sets the sticky bit, or the one that hands a group on, by mistake. */
const isSharedOnPurpose = (mode: number): boolean => (mode & 0o7000) !== 0

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * This user must be able to write there, nobody else to enter where a database lies, and not all users to write.
 * Windows has no such modes.
 */
export const checkFolder = ({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): Finding => {
  const status = statSync(dataDir, { throwIfNoEntry: false })
  if (status === undefined) return warning(`none at ${dataDir} yet`, 'the first start makes it')
  if (!status.isDirectory()) return error(`${dataDir} is no folder`, 'name a folder in DATA_DIR')
  if (!isWritable(dataDir))
    return error(
      `${dataDir} cannot be written by this user`,
      `run this as the user of the service; if it is that user, chown ${dataDir}`,
    )
  const mode = status.mode & 0o7777
  const isClosed = database.kind === 'sqlite' ? (mode & 0o077) === 0 : !isWorldWritable(mode)
  if (process.platform === 'win32' || isClosed) return ok(dataDir)
  const verb = isWorldWritable(mode) ? 'write to' : 'look into'
  const close = `chmod 700 ${dataDir}`
  return warning(
    `others on this machine may ${verb} ${dataDir} (mode ${mode.toString(8)})`,
    isSharedOnPurpose(mode)
      ? `name a folder of this service alone in DATA_DIR; or, where this is one, ${close}`
      : close,
  )
}

/** That the database, backups and keys in `DATA_DIR` are closed to other users, and all else to their writing. */
const modes = (config: Config, uid: number): Finding | null => {
  const wrong = findWrongModes(config, uid)
  return wrong && warning(wrong.detail, wrong.fix)
}

/** `hasDeadHolder`, with the name of the lock in its error: SQLite names none that it may not open. */
const isLeft = (file: string): boolean => {
  try {
    return hasDeadHolder(file)
  } catch (cause) {
    throw new Error(`${file}.lock: ${causeOf(cause)}`, { cause })
  }
}

const namedLocks = ({ dataDir, catalogFile }: Config): readonly string[] =>
  [...new Set([dataDir, dirname(catalogFile)])]
    .filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith(holderSuffix))
    .map((path) => path.slice(0, -holderSuffix.length))

/** Names that killed processes left beside locks; the lock of a living process is no finding. */
const locks = (config: Config): Finding | null => {
  const left = namedLocks(config).filter(isLeft)
  return left.length === 0
    ? null
    : warning(
        `left by a process that was killed: ${left.join(', ')}`,
        `rm ${left.map((file) => file + holderSuffix).join(' ')}; the next import does it too`,
      )
}

/** That nobody else can write the compiled code, which is run. */
const compiledCode = (folder: string, runner: number | undefined, uid: number | undefined): Finding | null =>
  statusOf(folder) === undefined || isWrittenByUsAlone(folder, uid)
    ? null
    : warning(
        `${folder} is no folder that ${runner === uid ? 'this user' : `user ${uid}`} alone can write to, ` +
          'so it is not used',
        `remove it: rm -r ${folder}`,
      )

const databaseParts = ['', '-wal', '-shm', '-journal', '-epoch']

/** What the service writes in `DATA_DIR`; backups and keys may be anybody's. */
const serviceFiles = (config: Config): readonly string[] => {
  const { dataDir, catalogFile } = config
  const databaseName = databaseNameIn(config)
  const catalogName = dirname(catalogFile) === dataDir ? basename(catalogFile) : null
  const isOurs = (name: string): boolean =>
    (databaseName !== null && databaseParts.some((part) => name === databaseName + part)) ||
    (catalogName !== null && name.startsWith(catalogName))
  return readdirSync(dataDir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dataDir, entry.name)
    if (entry.name === 'tcgcsv' && entry.isDirectory())
      return [path, ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))]
    return entry.isFile() && isOurs(entry.name) ? [path] : []
  })
}

const filesShown = 5

/**
 * That the service's files belong to the user whose folder `DATA_DIR` is, who may not be able to open others. A folder
 * of root's, as a volume of a cluster is, says nothing about who the service is.
 */
const owners = (config: Config): Finding | null => {
  const { dataDir } = config
  const owner = statusOf(dataDir)
  if (!owner?.isDirectory() || owner.uid === 0) return null
  const files = serviceFiles(config).filter((path) => (statusOf(path)?.uid ?? owner.uid) !== owner.uid)
  if (files.length === 0) return null
  const shown = files.slice(0, filesShown)
  const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : ''
  return error(
    `${dataDir} belongs to user ${owner.uid}, and not so ${shown.join(', ')}${more}: ` +
      'the service may not be able to open it',
    `as root: chown -h ${owner.uid}:${owner.gid} ${more ? `-R ${dataDir}` : shown.join(' ')}`,
  )
}

/** What is found in `DATA_DIR`, by the name of the check. Windows has neither modes nor owners as these. */
export const checkDataFolder = async (config: Config): Promise<Readonly<Record<string, Finding | null>>> => {
  const uid = process.getuid?.()
  // Root looks for the user of the service.
  const serviceUid = uid === 0 ? (statusOf(config.dataDir)?.uid ?? uid) : uid
  return {
    owners: uid === undefined ? null : await checked(() => owners(config)),
    folder: await checked(() => checkFolder(config)),
    modes: uid === undefined ? null : await checked(() => modes(config, uid)),
    locks: await checked(() => locks(config)),
    'compiled code': await checked(() => compiledCode(compileCacheIn(config.dataDir), uid, serviceUid)),
  }
}
