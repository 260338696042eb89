import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'

/** What a few transactions take in the log of a database. */
const reservedBytes = 262_144

/**
 * Runs `work` while a file holds some space of the disk, and releases it when that fails: so on a disk that has become
 * full meanwhile, what must be written then still can be. A disk without that space fails before anything is begun.
 */
export const withReservedSpace = async <T>(
  folder: string,
  work: (release: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  makeFolder(folder)
  const file = join(folder, 'reserved-space')
  const release = (): Promise<void> => rm(file, { force: true })
  try {
    await writeFile(file, Buffer.alloc(reservedBytes), { mode: 0o600 })
    return await work(release)
  } finally {
    await release()
  }
}
