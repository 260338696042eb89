import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { giveToFolderOwner } from './folder-owner.ts'

/**
 * Makes a folder that only its owner may enter, and those above it, one by one: Node's own recursive form never returns
 * where none can be made, such as below /proc.
 * @throws what the file system says when it cannot be made
 */
export const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
    giveToFolderOwner(folder)
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error
  }
}
