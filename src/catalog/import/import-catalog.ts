import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { withFileLock } from '../../files/file-lock.ts'
import { makeFolder } from '../../files/make-folder.ts'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import { errorMessage } from '../error-message.ts'
import { buildIndex } from '../index/build/build-index.ts'
import type { IndexInput } from '../index/build/index-input.ts'
import { type CatalogIndex, openIndex } from '../index/catalog-index.ts'
import { joinNames, type NamesReport } from '../names/join-names.ts'
import { keptNamesFileOf, readKeptNames } from '../names/kept-names.ts'
import { createImportAccumulator, type ImportAccumulator } from './import-accumulator.ts'
import { ImportError, isFolder, sizesOf } from './input-files.ts'
import { importJsonLines } from './json-lines.ts'
import type { Rejections } from './rejections.ts'

export interface ImportProgress {
  readonly step: 'read' | 'build' | 'write'
  /** Input being read, or the index file. */
  readonly path: string
  readonly rows: number
  /** Bytes of the inputs read so far, and in all; both 0 where that is not known. */
  readonly readBytes: number
  readonly totalBytes: number
}

/** Reads folders that are given as inputs; which layout they have is the caller's to say. */
export interface FolderFormat {
  /** Name of the source in the index when nothing but such folders is imported. */
  readonly sourceName: string
  /** `onRead` is told how many bytes were read. @throws ImportError */
  readonly read: (path: string, accumulator: ImportAccumulator, onRead: (bytes: number) => void) => Promise<void>
}

/** Throws for an index that must not replace the one in use. */
export type JudgeIndex = (index: CatalogIndex) => Promise<void>

export interface ImportOptions {
  /** The index file; replaced whole at the end or left as it is. */
  readonly file: string
  readonly now: () => Date
  readonly folders: FolderFormat
  readonly judge?: JudgeIndex | undefined
  readonly onProgress?: (progress: ImportProgress) => void
}

export interface ImportReport {
  readonly file: string
  readonly sourceName: string
  readonly fetchedAt: string
  readonly products: number
  /** Product lines and sets that hold products. */
  readonly categories: number
  readonly sets: number
  readonly sizeBytes: number
  /** Lists of sets and product lines that lay beside the inputs and were read. */
  readonly lists: readonly string[]
  readonly refused: Rejections
  /** How the other names joined that are kept beside the index; `null` where there are none. */
  readonly names: NamesReport | null
}

const reportEvery = 5000

/** Removes what a killed import left beside the index. */
const removeLeftovers = async (file: string): Promise<void> => {
  const prefix = `${basename(file)}.`
  for (const name of await readdir(dirname(file))) {
    if (name.startsWith(prefix) && /^[0-9a-f]{8}\.tmp$/.test(name.slice(prefix.length)))
      await rm(join(dirname(file), name), { force: true })
  }
}

/**
 * Builds one index out of all inputs and puts it in the place of the one in use; bad rows are left out and reported.
 * @throws ImportError naming an input that cannot be read; the index in use stays as it was, as it does when the disk
 * is full or the process is killed
 * @throws FileLockedError when another import or sync is at work on the index
 */
export const importCatalog = async (paths: readonly string[], options: ImportOptions): Promise<ImportReport> => {
  const { file } = options
  try {
    // The data directory is not there before the first start.
    makeFolder(dirname(file))
  } catch (error) {
    throw new ImportError(`${file}: ${errorMessage(error)}`, { cause: error })
  }
  return withFileLock(file, 'catalog import', () => replaceIndex(paths, options))
}

/** What `importCatalog` does; the caller holds the lock of the index. */
export const replaceIndex = async (paths: readonly string[], options: ImportOptions): Promise<ImportReport> => {
  const { file, now, folders, judge, onProgress } = options
  if (paths.length === 0) throw new ImportError('Name at least one file or folder to import.')
  let rows = 0
  let onlyFolders = true
  let path = ''
  const sizes = onProgress ? await sizesOf(paths) : paths.map(() => 0)
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0)
  let bytesBefore = 0
  let bytesOfInput = 0
  const report = (): void =>
    onProgress?.({ step: 'read', path, rows, readBytes: Math.min(totalBytes, bytesBefore + bytesOfInput), totalBytes })
  const accumulator = createImportAccumulator(() => {
    rows++
    if (rows % reportEvery === 0) report()
  })
  const onRead = (bytes: number): void => {
    bytesOfInput += bytes
  }
  for (const [at, input] of paths.entries()) {
    path = input
    report()
    if (await isFolder(path)) await folders.read(path, accumulator, onRead)
    else {
      onlyFolders = false
      await importJsonLines(path, accumulator, onRead)
    }
    bytesBefore += sizes[at] as number
    bytesOfInput = 0
  }
  const sourceName = onlyFolders ? folders.sourceName : 'local'
  const fetchedAt = new Date(Math.min(accumulator.fetchedAtMs() || now().getTime(), now().getTime())).toISOString()
  const written = await writeIndex(
    {
      sourceName,
      fetchedAt,
      products: accumulator.products,
      categories: [...accumulator.categories.values()],
      sets: [...accumulator.sets.values()],
    },
    { file, judge, onStep: (step) => onProgress?.({ step, path: file, rows, readBytes: totalBytes, totalBytes }) },
  )
  return { ...written, lists: accumulator.lists, refused: accumulator.rejections() }
}

/**
 * Builds an index, with the other names that are kept beside it, and puts it in the place of the one in use, whole or
 * not at all; the caller holds the lock of the index.
 */
export const writeIndex = async (
  input: IndexInput,
  {
    file,
    judge,
    onStep,
  }: Pick<ImportOptions, 'file' | 'judge'> & { readonly onStep?: (step: 'build' | 'write') => void },
): Promise<Omit<ImportReport, 'lists' | 'refused'>> => {
  onStep?.('build')
  const keptFile = keptNamesFileOf(file)
  const joined = existsSync(keptFile) ? await joinNames(readKeptNames(keptFile), input) : null
  const buffer = buildIndex(joined === null ? input : { ...input, otherNames: joined.otherNames })
  // It has to prove itself before it may replace the one in use.
  const index = openIndex(buffer)
  if (index.productCount !== input.products.length)
    throw new ImportError('The index that was built is not whole; the one in use stays.')
  await judge?.(index)
  onStep?.('write')
  try {
    await removeLeftovers(file)
    await writeFileAtomically(file, new Uint8Array(buffer))
  } catch (error) {
    throw new ImportError(`${file}: ${errorMessage(error)}; the index in use stays.`, { cause: error })
  }
  return {
    file,
    sourceName: input.sourceName,
    fetchedAt: input.fetchedAt,
    products: index.productCount,
    categories: index.lineCount,
    sets: index.setCount,
    sizeBytes: buffer.byteLength,
    names: joined?.report ?? null,
  }
}
