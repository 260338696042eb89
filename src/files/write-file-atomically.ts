import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { giveToFolderOwner } from './folder-owner.ts'

/** Writes a file so that at any instant either the old or the whole new one is there, also after a loss of power. */
export const writeFileAtomically = async (file: string, bytes: Uint8Array): Promise<void> => {
  const temporary = `${file}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    giveToFolderOwner(temporary)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
