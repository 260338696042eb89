import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { writePiecesAtomically } from '../../files/write-file-atomically.ts'
import { errorMessage } from '../error-message.ts'
import { ImportError, readInputLines } from '../import/input-files.ts'
import type { NameRecord } from './name-record.ts'

/** The first line of the file: its format. */
const head = '{"otherNames":1}'
/** Records that are packed together, as a gzip member of their own, so that never all are in memory. */
const recordsPerPiece = 2_000

const pack = promisify(gzip)

/** Where the names of a catalogue are kept, so that the next import joins them again. */
export const keptNamesFileOf = (catalogFile: string): string => `${catalogFile}.other-names.gz`

/** Keeps the records of names in the place of those kept before, whole or not at all. */
export const keepNames = (catalogFile: string, records: AsyncIterable<NameRecord>): Promise<void> =>
  writePiecesAtomically(keptNamesFileOf(catalogFile), async (sink) => {
    let lines = [head]
    const writePiece = async (): Promise<void> => sink(await pack(lines.map((line) => `${line}\n`).join('')))
    for await (const record of records) {
      lines.push(JSON.stringify(record))
      if (lines.length < recordsPerPiece) continue
      await writePiece()
      lines = []
    }
    await writePiece()
  })

/**
 * Reads the names that are kept in a file, record by record.
 * @throws ImportError when the file is damaged or of another release
 */
export async function* readKeptNames(file: string): AsyncGenerator<NameRecord> {
  let isFirst = true
  try {
    for await (const line of readInputLines(file)) {
      if (!isFirst) yield JSON.parse(line) as NameRecord
      else if (line !== head) throw new Error('it is of another release')
      isFirst = false
    }
    if (isFirst) throw new Error('it is empty')
  } catch (error) {
    throw new ImportError(
      `${file} cannot be used (${errorMessage(error)}); run catalog names import again, or catalog names remove.`,
      { cause: error },
    )
  }
}
