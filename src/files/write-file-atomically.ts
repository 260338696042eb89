import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { giveToFolderOwner } from './folder-owner.ts'

/** What writes a file piece by piece; a slow disk slows it down. */
type Write<T> = (sink: (bytes: Uint8Array) => Promise<void>) => Promise<T>

/** As `writeFileAtomically`, for a file of any length. Nothing is left when it fails. */
export const writePiecesAtomically = async <T>(file: string, write: Write<T>): Promise<T> => {
  const temporary = `${file}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    let result: T
    try {
      result = await write((bytes) => handle.writeFile(bytes))
      await handle.sync()
    } finally {
      await handle.close()
    }
    giveToFolderOwner(temporary)
    await rename(temporary, file)
    return result
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Writes a file so that at any instant either the old or the whole new one is there, also after a loss of power. */
export const writeFileAtomically = (file: string, bytes: Uint8Array): Promise<void> =>
  writePiecesAtomically(file, (sink) => sink(bytes))
