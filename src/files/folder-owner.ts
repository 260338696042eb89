import { closeSync, constants, fchownSync, fstatSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** A user and a group, by their numbers. */
interface Owner {
  readonly uid: number
  readonly gid: number
}

/** Whom root makes files for in a folder: its owner; `null` where this is not root, or the folder root's own. */
const ownerForRoot = (folder: string): Owner | null => {
  if (process.getuid?.() !== 0) return null
  const { uid, gid } = statSync(folder)
  return uid === 0 ? null : { uid, gid }
}

/**
 * Gives a file or a folder to a user, and nothing else that the owner of its folder may have put in its place
 * meanwhile: neither what a link points to nor what has another name too.
 */
const giveTo = ({ uid, gid }: Owner, path: string): void => {
  const handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const status = fstatSync(handle)
    if (status.isDirectory() || (status.isFile() && status.nlink === 1)) fchownSync(handle, uid, gid)
  } finally {
    closeSync(handle)
  }
}

/**
 * What root makes in a folder of the service's user would be closed to the service, so it is given to the owner of the
 * folder, as SQLite does with its log. To be called on what was just made. Where it cannot be given it stays as it is;
 * `doctor` names it.
 */
export const giveToFolderOwner = (path: string): void => {
  try {
    const owner = ownerForRoot(dirname(path))
    if (owner !== null) giveTo(owner, path)
  } catch {
    // A file system without owners, or a root that may give nothing away.
  }
}
