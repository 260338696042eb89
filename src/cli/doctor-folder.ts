import { chmodSync, lstatSync, readdirSync, renameSync, rmSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../app/config.ts'
import { holderSuffix, withDeadHolder } from '../files/file-lock.ts'
import { makeFolder } from '../files/make-folder.ts'
import { compileCacheIn, isWrittenByUsAlone } from './compile-cache.ts'
import { causeOf, warning } from './doctor-checks.ts'
import { checkFolder, reasonToLeaveOpen } from './folder-check.ts'
import type { Mendable } from './mend.ts'

const statusOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })

const octal = (mode: number): string => mode.toString(8).padStart(3, '0')

/** Makes `DATA_DIR`, or closes it to others where it is this service's alone. */
const dataFolder = (config: Config): Mendable => ({
  name: 'folder',
  check: () => checkFolder(config),
  mend: () => {
    const { dataDir } = config
    const status = statSync(dataDir, { throwIfNoEntry: false })
    if (status === undefined) {
      makeFolder(dataDir)
      return `made ${dataDir}`
    }
    if (!status.isDirectory()) throw new Error('something of another kind is there')
    const reason = reasonToLeaveOpen(config)
    if (reason !== null) throw new Error(reason)
    chmodSync(dataDir, 0o700)
    return `${dataDir} had mode ${octal(status.mode & 0o777)} and has 700`
  },
})

/** Databases, backups and keys; what is written beside a database is named after it. */
const isPrivate = (name: string, database: string | null): boolean =>
  /\.(?:db|key|pem)(?:[-.]|$)/.test(name) || (database !== null && name.startsWith(database))

interface WrongMode {
  readonly path: string
  readonly mode: number
  readonly wanted: number
}

/** What in `DATA_DIR` other users may read or write. A folder of another user, such as a volume of a cluster, is shared with our group by design. */
const wrongModes = ({ dataDir, database }: Config, uid: number): readonly WrongMode[] => {
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (!folder?.isDirectory()) return []
  const isOurs = folder.uid === uid || uid === 0
  const databaseName = database.kind === 'sqlite' && dirname(database.file) === dataDir ? basename(database.file) : null
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

/** Closes the database, backups and keys in `DATA_DIR` to other users. */
const modes = (config: Config, uid: number): Mendable => ({
  name: 'modes',
  check: () => {
    const wrong = wrongModes(config, uid)
    if (wrong.length === 0) return null
    const named = wrong.map(({ path, mode, wanted }) => `${path} has mode ${octal(mode)}, not ${octal(wanted)}`)
    const commands = wrong.map(({ path, wanted }) => `chmod ${octal(wanted)} ${path}`)
    return warning('modes', named.join('; '), `run doctor --fix; or ${commands.join(' && ')}`)
  },
  mend: () => {
    const wrong = wrongModes(config, uid)
    for (const { path, wanted } of wrong) chmodSync(path, wanted)
    return wrong.map(({ path, mode, wanted }) => `${path} had mode ${octal(mode)} and has ${octal(wanted)}`).join('; ')
  },
})

/** The files whose lock has the name of a holder beside it. */
const namedLocks = ({ dataDir, catalogFile }: Config): readonly string[] =>
  [...new Set([dataDir, dirname(catalogFile)])]
    .filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith(holderSuffix))
    .map((path) => path.slice(0, -holderSuffix.length))

/** `withDeadHolder`; what SQLite says of a lock that it may not open names no file. */
const isLeft: typeof withDeadHolder = (file, work) => {
  try {
    return withDeadHolder(file, work)
  } catch (cause) {
    throw new Error(`${file}.lock: ${causeOf(cause)}`, { cause })
  }
}

/** Removes what processes that were killed have left beside locks. The lock itself went with them, and that of a living process stays. */
const locks = (config: Config): Mendable => ({
  name: 'locks',
  check: () => {
    const left = namedLocks(config).filter((file) => isLeft(file, () => {}))
    return left.length === 0
      ? null
      : warning('locks', `left by a process that was killed: ${left.join(', ')}`, 'run doctor --fix; the next import does too')
  },
  mend: () => {
    const cleared = namedLocks(config).filter((file) => isLeft(file, (holderFile) => rmSync(holderFile)))
    return `removed what a process that was killed had left at the lock of ${cleared.join(', ')}`
  },
})

/** Makes the folder of compiled code anew: what others could write there is not to be run, whatever its modes are made to be. */
const compiledCode = ({ dataDir }: Config, runner: number | undefined): Mendable => {
  const folder = compileCacheIn(dataDir)
  // Root looks for the user of the service.
  const uid = runner === 0 ? (statusOf(dataDir)?.uid ?? runner) : runner
  return {
    name: 'compiled code',
    check: () =>
      statusOf(folder) === undefined || isWrittenByUsAlone(folder, uid)
        ? null
        : warning(
            'compiled code',
            `${folder} is no folder that ${runner === uid ? 'this user' : `user ${uid}`} alone can write to, so it is not used`,
            `run doctor --fix; or remove it: rm -r ${folder}`,
          ),
    mend: () => {
      // A file may be anything; a folder or a link of this name is ours.
      if (statusOf(folder)?.isFile()) renameSync(folder, `${folder}.aside-${Date.now()}`)
      else rmSync(folder, { recursive: true })
      makeFolder(folder)
      return `made ${folder} anew and empty`
    },
  }
}

/** What `DATA_DIR` itself needs, in the order in which it is mended. Windows has no modes. */
export const folderChecks = (config: Config): readonly Mendable[] => {
  const uid = process.getuid?.()
  return [dataFolder(config), ...(uid === undefined ? [] : [modes(config, uid)]), locks(config), compiledCode(config, uid)]
}

/** The user that `DATA_DIR` belongs to, when an administrator runs this for another: what an administrator makes there would be closed to the service. */
export const ownerInstead = ({ dataDir }: Config): number | null => {
  if (process.getuid?.() !== 0) return null
  const owner = statusOf(dataDir)?.uid ?? 0
  return owner === 0 ? null : owner
}
