import { closeSync, existsSync, openSync } from 'node:fs'
import { giveToFolderOwner } from './folder-owner.ts'

/**
 * Makes an empty file that only its owner may read, unless there is one. For what SQLite locks this is done before it
 * opens the file: closing it later in this process would release SQLite's locks.
 */
export const makeFile = (file: string): void => {
  if (existsSync(file)) return
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw error
  }
  giveToFolderOwner(file)
}
