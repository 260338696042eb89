import { readFile, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import { errorMessage } from '../error-message.ts'
import { ImportError } from '../import/input-files.ts'
import type { NameRecord } from './name-record.ts'

/** The first line of the file: its format. */
const head = '{"otherNames":1}'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Where the names of a catalogue are kept, so that the next import joins them again. */
export const keptNamesFileOf = (catalogFile: string): string => `${catalogFile}.other-names.gz`

/** Keeps the records of names in the place of those kept before; `null` keeps none. */
export const keepNames = async (catalogFile: string, records: readonly NameRecord[] | null): Promise<void> => {
  const file = keptNamesFileOf(catalogFile)
  if (records === null) return rm(file, { force: true })
  const lines = [head, ...records.map((record) => JSON.stringify(record))]
  await writeFileAtomically(file, await pack(lines.join('\n')))
}

/**
 * Reads the names that are kept beside a catalogue; `null` where there are none.
 * @throws ImportError when the file is damaged or of another release
 */
export const readKeptNames = async (catalogFile: string): Promise<readonly NameRecord[] | null> => {
  const file = keptNamesFileOf(catalogFile)
  try {
    const [first, ...lines] = (await unpack(await readFile(file))).toString('utf8').split('\n')
    if (first !== head) throw new Error('it is of another release')
    return lines.map((line) => JSON.parse(line) as NameRecord)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new ImportError(
      `${file} cannot be used (${errorMessage(error)}); run catalog names import again, or catalog names remove.`,
      { cause: error },
    )
  }
}
