import { accessSync, constants, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../app/configuration/config.ts'
import { hasDeadHolder, holderSuffix } from '../files/file-lock.ts'
import { compileCacheIn, isWrittenByUsAlone } from './compile-cache.ts'
import { causeOf, checked, error, type Finding, ok, warning } from './doctor-checks.ts'

const statusOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })

const octal = (mode: number): string => mode.toString(8).padStart(3, '0')

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

/** This user must be able to write there, and nobody else to enter where a database lies. Windows has no such modes. */
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
  if (database.kind !== 'sqlite' || process.platform === 'win32' || (mode & 0o077) === 0) return ok(dataDir)
  const close = `chmod 700 ${dataDir}`
  return warning(
    `others on this machine may look into ${dataDir} (mode ${mode.toString(8)})`,
    isSharedOnPurpose(mode)
      ? `name a folder of this service alone in DATA_DIR; or, where this is one, ${close}`
      : close,
  )
}

/** Name of the database's file, where it lies in `DATA_DIR`. */
const databaseNameIn = (dataDir: string, database: Config['database']): string | null =>
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
 * What in `DATA_DIR` other users may read or write. A folder of another user, such as a volume of a cluster, is shared
 * with our group by design.
 */
const wrongModes = ({ dataDir, database }: Config, uid: number): readonly WrongMode[] => {
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (!folder?.isDirectory()) return []
  const isOurs = folder.uid === uid || uid === 0
  const databaseName = databaseNameIn(dataDir, database)
  return readdirSync(dataDir)
    .filter((name) => isPrivate(name, databaseName))
    .flatMap((name) => {
      const path = join(dataDir, name)
      const status = statusOf(path)
      if (!status?.isFile()) return []
      const mode = status.mode & 0o777
      const wanted = name === databaseName ? 0o600 : mode & 0o600
      return (isOurs ? mode : mode & 0o707) === wanted ? [] : [{ path, mode, wanted }]
    })
}

/** That the database, backups and keys in `DATA_DIR` are closed to other users. */
const modes = (config: Config, uid: number): Finding | null => {
  const wrong = wrongModes(config, uid)
  if (wrong.length === 0) return null
  const named = wrong.map(({ path, mode, wanted }) => `${path} has mode ${octal(mode)}, not ${octal(wanted)}`)
  const commands = wrong.map(({ path, wanted }) => `chmod ${octal(wanted)} ${path}`)
  return warning(named.join('; '), commands.join(' && '))
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
const serviceFiles = ({ dataDir, database, catalogFile }: Config): readonly string[] => {
  const databaseName = databaseNameIn(dataDir, database)
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
