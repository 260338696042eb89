import { stat } from 'node:fs/promises'

/** The signature of a file that is not there. */
export const missingFile = 'missing'

/** Changes whenever the file is replaced. */
export const signatureOf = async (file: string): Promise<string> => {
  try {
    const { mtimeMs, size, ino } = await stat(file)
    return `${mtimeMs} ${size} ${ino}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? missingFile : 'unreadable'
  }
}
