import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { giveToFolderOwner } from './folder-owner.ts'
import { makeFile } from './make-file.ts'
import { makeFolder } from './make-folder.ts'

/** A file that another process is at work on; the message says which. */
export class FileLockedError extends Error {
  override readonly name = 'FileLockedError'
  readonly exitStatus = 1
}

/** `SQLITE_BUSY`, the low byte of its extended codes too: another connection holds the lock. */
const isBusy = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === 5

interface Holder {
  readonly purpose: string
  readonly pid: number
  readonly since: string
}

const describeHolder = (path: string): string => {
  try {
    const { purpose, pid, since } = JSON.parse(readFileSync(path, 'utf8')) as Holder
    return `"${purpose}" of process ${pid}, begun ${since}`
  } catch {
    // It holds the lock and has not written its name yet.
    return 'another process'
  }
}

const lockFileOf = (file: string): string => `${file}.lock`

/** What the name of a file ends in that names the holder of a lock. */
export const holderSuffix = '.lock.holder'

/** Nothing is written, so there is nothing to keep in a journal. */
const takeLock = 'PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE'

/** Whether a killed process left its name beside the lock of `file`; no living process holds the lock meanwhile. */
export const hasDeadHolder = (file: string): boolean => {
  const holderFile = `${file}${holderSuffix}`
  // Without its lock file nobody can hold the lock; opening would make one.
  if (!existsSync(holderFile) || !existsSync(lockFileOf(file))) return false
  const lock = new DatabaseSync(lockFileOf(file))
  try {
    lock.exec(takeLock)
    return existsSync(holderFile)
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  } finally {
    lock.close()
  }
}

/**
 * Runs `work` while no other process of this machine runs under the lock of the same file; it does not wait for one
 * that does. The lock is SQLite's on `FILE.lock`, which the operating system releases when its holder ends in whatever
 * way, so that no lock is ever stale. The empty lock file stays: removing it would let two processes lock two files of
 * one name. `FILE.lock.holder` says who holds it, for the message alone.
 * @throws FileLockedError when another process holds the lock
 */
export const withFileLock = async <T>(file: string, purpose: string, work: () => Promise<T>): Promise<T> => {
  const lockFile = lockFileOf(file)
  const holderFile = `${file}${holderSuffix}`
  makeFolder(dirname(file))
  makeFile(lockFile)
  const lock = new DatabaseSync(lockFile)
  try {
    try {
      lock.exec(takeLock)
    } catch (error) {
      if (!isBusy(error)) throw error
      throw new FileLockedError(`${file} is in use by ${describeHolder(holderFile)}; try again when that has ended`)
    }
    const holder: Holder = { purpose, pid: process.pid, since: new Date().toISOString() }
    writeFileSync(holderFile, JSON.stringify(holder), { mode: 0o600 })
    giveToFolderOwner(holderFile)
    try {
      return await work()
    } finally {
      rmSync(holderFile, { force: true })
    }
  } finally {
    lock.close()
  }
}
