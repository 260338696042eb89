import { closeSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup } from 'node:sqlite'
import { ServiceError } from '../contract/errors.ts'
import { isSqliteFull, openSqlite, type SqliteOptions } from './sqlite-database.ts'
import { BackupError } from './store.ts'

/** Why a copy cannot be written to a file, as a person says it. */
const reasonOf = (target: string, error: unknown): string => {
  if (isSqliteFull(error)) return 'the disk has no room for it'
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'EEXIST':
      return 'it exists already'
    case 'ENOENT':
      return `the folder ${dirname(target)} does not exist`
    case 'ENOTDIR':
      return `${dirname(target)} is no folder`
    case 'EACCES':
    case 'EPERM':
      return `this user may not write to ${dirname(target)}`
    case 'EROFS':
      return `${dirname(target)} is read-only`
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk has no room for it'
    default:
      return message
  }
}

/** Writes a consistent copy of an open database, or removes it. @throws BackupError when it cannot be written */
export const backupSqlite = async (options: SqliteOptions, target: string): Promise<void> => {
  const failAt = (cause: unknown): BackupError =>
    new BackupError(`No backup was written: ${target}: ${reasonOf(target, cause)}.`, { cause })
  try {
    // Made first, so that no other account of the machine can read it even while it grows.
    closeSync(openSync(target, 'wx', 0o600))
  } catch (error) {
    throw failAt(error)
  }
  try {
    await copy(options, target)
  } catch (error) {
    for (const part of ['', '-journal']) rmSync(target + part, { force: true })
    throw failAt(error instanceof ServiceError ? error.cause : error)
  }
}

const copy = async (options: SqliteOptions, target: string): Promise<void> => {
  const source = await openSqlite(options)
  try {
    // In one step: between several, each write of another connection would begin the copy anew.
    await backup(source, target, { rate: 2 ** 31 - 1 })
  } finally {
    source.close()
  }
}
