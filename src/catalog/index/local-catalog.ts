import { ServiceError } from '../../contract/errors.ts'
import { missingFile, signatureOf } from '../../files/file-signature.ts'
import type { ObservedSource } from '../../market/ports.ts'
import { errorMessage } from '../error-message.ts'
import type { CatalogSource } from '../ports.ts'
import { type CatalogIndex, openIndexInSteps } from './catalog-index.ts'
import { IndexFileError } from './format/index-file.ts'
import { type ReadIndexFile, readIndexFile } from './format/read-index-file.ts'
import { createIndexSource } from './index-source.ts'

export type LocalCatalogEvent =
  | { readonly event: 'opened'; readonly products: number; readonly fetchedAt: string }
  | { readonly event: 'refused'; readonly reason: string; readonly keptOld: boolean }

export interface LocalCatalogOptions {
  readonly file: string
  /** Reads the file, where another way than into this process's own memory is better. */
  readonly read?: (file: string) => Promise<ReadIndexFile>
  /** How a missing index comes to be, for operator and client. */
  readonly whenMissing?: string
  /** How often the file is checked for a change. */
  readonly pollMs?: number
  readonly onEvent?: (event: LocalCatalogEvent) => void
}

/** The catalogue of an index file, which follows the file. */
export interface LocalCatalog {
  readonly source: ObservedSource<CatalogSource>
  readonly index: () => CatalogIndex | null
  /**
   * Version of the index in use, which belongs into the key of whatever is kept of its products; empty while there is
   * none.
   */
  readonly version: () => string
  /**
   * Why there is none, or why the newest file was refused, in words that a client may see; `null` when neither is so.
   */
  readonly problem: () => string | null
  /** Checks the file now instead of at the next poll. */
  readonly refresh: () => Promise<void>
  readonly close: () => void
}

/**
 * Opens the index file and follows it: a new import is swapped in whole, a bad one is refused and the old one stays.
 */
export const openLocalCatalog = async ({
  file,
  read = readIndexFile,
  whenMissing = 'run `catalog import` or `catalog sync`.',
  pollMs = 1000,
  onEvent,
}: LocalCatalogOptions): Promise<LocalCatalog> => {
  let index: CatalogIndex | null = null
  let problem: string | null = null
  /** The newest refusal in full, for the log. */
  let refusal: string | null = null
  let seen = ''
  let running: Promise<void> | null = null

  /** What a listener throws is a defect of its own: it says nothing about the file and ends nothing here. */
  const emit = (event: LocalCatalogEvent): void => {
    try {
      onEvent?.(event)
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }

  /**
   * A file that cannot be read now may be readable soon, as it is: only what was read, or found to be no index, is not
   * read again.
   */
  const refuse = (found: string, error: unknown): LocalCatalogEvent | null => {
    const before = refusal
    refusal = found === missingFile ? `There is none yet; ${whenMissing}` : errorMessage(error)
    if (found === missingFile || error instanceof IndexFileError) {
      seen = found
      problem = refusal
    } else problem = 'It cannot be read; the log of the service says why.'
    // What fails again with every poll is told once.
    return refusal === before && found !== seen ? null : { event: 'refused', reason: refusal, keptOld: index !== null }
  }

  const openChanged = async (): Promise<void> => {
    const found = await signatureOf(file)
    if (found === seen) return
    let event: LocalCatalogEvent | null
    try {
      const { buffer, checksum } = await read(file)
      index = await openIndexInSteps(buffer, checksum)
      seen = found
      problem = null
      refusal = null
      event = { event: 'opened', products: index.productCount, fetchedAt: index.fetchedAt }
    } catch (error) {
      event = refuse(found, error)
    }
    if (event !== null) emit(event)
  }

  const refresh = (): Promise<void> => {
    running ??= openChanged().finally(() => {
      running = null
    })
    return running
  }

  const current = (): CatalogIndex => {
    if (index === null)
      throw new ServiceError('service_unavailable', `The catalogue index cannot be used. ${problem ?? ''}`.trim())
    return index
  }

  await refresh()
  const timer = setInterval(refresh, pollMs)
  timer.unref()
  return {
    source: createIndexSource(current),
    index: () => index,
    version: () => index?.version ?? '',
    problem: () => problem,
    refresh,
    close: () => clearInterval(timer),
  }
}
