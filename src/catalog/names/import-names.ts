import { readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { withFileLock } from '../../files/file-lock.ts'
import { makeFolder } from '../../files/make-folder.ts'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import { errorMessage } from '../error-message.ts'
import { type ImportReport, writeIndex } from '../import/import-catalog.ts'
import { createRejections, type Rejections } from '../import/rejections.ts'
import type { IndexInput } from '../index/build/index-input.ts'
import { readIndexInput } from '../index/read-index-input.ts'
import { keepNames, keptNamesFileOf } from './kept-names.ts'
import { readNameFiles } from './read-name-files.ts'

/** What an import or removal of names did to the catalogue; `catalog` is `null` where there is none to be used. */
export interface NamesImportReport {
  readonly catalog: Pick<ImportReport, 'file' | 'products' | 'sizeBytes' | 'names'> | null
  /** Why there is none; else `null`. */
  readonly problem: string | null
}

/** What the catalogue in use was built of, or why it cannot be used. */
const readCatalog = async (file: string): Promise<IndexInput | string> => {
  try {
    const bytes = await readFile(file)
    return readIndexInput(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? 'There is no catalogue yet.'
      : `The catalogue cannot be used: ${errorMessage(error)}`
  }
}

/** The bytes of a file, or `null` where there is none. */
const readIfThere = (file: string): Promise<Uint8Array | null> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

/** Replaces the names that are kept and builds the index in use anew with them; where that fails, all is as it was. */
const replaceNames = async (file: string, replaceKept: () => Promise<void>): Promise<NamesImportReport> => {
  const keptFile = keptNamesFileOf(file)
  const before = await readIfThere(keptFile)
  await replaceKept()
  const input = await readCatalog(file)
  if (typeof input === 'string') return { catalog: null, problem: input }
  try {
    const { products, sizeBytes, names } = await writeIndex(input, { file })
    return { catalog: { file, products, sizeBytes, names }, problem: null }
  } catch (error) {
    await (before === null ? rm(keptFile, { force: true }) : writeFileAtomically(keptFile, before))
    throw error
  }
}

/**
 * Replaces the other names of the catalogue by those of all files together. They are kept, and every later import joins
 * them again.
 * @throws ImportError naming a file that cannot be read; what was in use stays
 * @throws FileLockedError when an import or sync is at work on the index
 */
export const importNames = async (
  paths: readonly string[],
  file: string,
): Promise<NamesImportReport & { readonly refused: Rejections }> => {
  makeFolder(dirname(file))
  const rejections = createRejections()
  const report = await withFileLock(file, 'catalog names import', () =>
    replaceNames(file, () => keepNames(file, readNameFiles(paths, rejections))),
  )
  return { ...report, refused: rejections.summary() }
}

/** Takes all other names out of the catalogue. */
export const removeNames = async (file: string): Promise<NamesImportReport> => {
  makeFolder(dirname(file))
  return withFileLock(file, 'catalog names remove', () =>
    replaceNames(file, () => rm(keptNamesFileOf(file), { force: true })),
  )
}
