import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/**
 * Writes a file of any length piece by piece, so that under its name either what was there before or the whole new one is found, also after a loss of power. A slow disk slows the
 * writer down; nothing is left when it fails.
 */
export const writePiecesAtomically = async <T>(
  file: string,
  write: (sink: (bytes: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> => {
  const temporary = `${file}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      const result = await write((bytes) => handle.writeFile(bytes))
      await handle.sync()
      await handle.close()
      await rename(temporary, file)
      return result
    } catch (error) {
      await handle.close().catch(() => {})
      throw error
    }
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
