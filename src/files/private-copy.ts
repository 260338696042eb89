import { randomBytes } from 'node:crypto'
import { constants, copyFile, open, rm } from 'node:fs/promises'

/** A copy of a file that has no name: nobody can write to it, and it is gone with the last process that has it open. */
export interface PrivateCopy {
  /** Where processes of the same user open it, as long as this one holds it (Linux). */
  readonly path: string
  readonly close: () => Promise<void>
}

/** Copies a file beside itself and takes the copy's name away. */
export const makePrivateCopy = async (file: string): Promise<PrivateCopy> => {
  const named = `${file}.${randomBytes(4).toString('hex')}.tmp`
  try {
    // On a file system that can, both share their blocks.
    await copyFile(file, named, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    const handle = await open(named, 'r')
    return { path: `/proc/${process.pid}/fd/${handle.fd}`, close: () => handle.close() }
  } finally {
    await rm(named, { force: true })
  }
}
