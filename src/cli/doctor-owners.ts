import { lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../app/config.ts'
import { giveTo, type Owner } from '../files/folder-owner.ts'
import { error } from './doctor-checks.ts'
import type { Mendable } from './mend.ts'

/** The user that `DATA_DIR` belongs to; `null` where it is root's, as a volume of a cluster is, and its files whoever's the service is. */
const folderOwner = (dataDir: string): Owner | null => {
  const status = lstatSync(dataDir, { throwIfNoEntry: false })
  return status?.isDirectory() && status.uid !== 0 ? { uid: status.uid, gid: status.gid } : null
}

const databaseParts = ['', '-wal', '-shm', '-journal', '-epoch']

/** What the service writes in `DATA_DIR`; backups and keys may be anybody's. */
const serviceFiles = ({ dataDir, database, catalogFile }: Config): readonly string[] => {
  const databaseName = database.kind === 'sqlite' && dirname(database.file) === dataDir ? basename(database.file) : null
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

/** Gives what root wrote in the service's folder to its user, who could not open it. Only root can. */
export const owners = (config: Config): Mendable => {
  const { dataDir } = config
  const foreign = (owner: Owner): readonly string[] =>
    serviceFiles(config).filter((path) => {
      const status = lstatSync(path, { throwIfNoEntry: false })
      return status !== undefined && status.uid !== owner.uid
    })
  return {
    name: 'owners',
    check: () => {
      const owner = folderOwner(dataDir)
      const files = owner === null ? [] : foreign(owner)
      if (owner === null || files.length === 0) return null
      const shown = files.slice(0, filesShown)
      const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : ''
      return error(
        'owners',
        `${dataDir} belongs to user ${owner.uid}, and not so ${shown.join(', ')}${more}: the service may not be able to open it`,
        `as root: doctor --fix, or chown -h ${owner.uid}:${owner.gid} ${more ? `-R ${dataDir}` : shown.join(' ')}`,
      )
    },
    mend: () => {
      const owner = folderOwner(dataDir)
      if (owner === null) throw new Error(`${dataDir} is root’s now`)
      if (process.getuid?.() !== 0) throw new Error('only root can give files to another user')
      const given = foreign(owner).filter((path) => giveTo(owner, path))
      return `gave ${given.length === 1 ? given[0] : `${given.length} files`} to user ${owner.uid}`
    },
  }
}
