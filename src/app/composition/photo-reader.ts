import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { programUrl } from '../../concurrency/program-url.ts'
import { readingLimitMs } from '../../contract/identification.ts'
import type { CardReader } from '../../identification/ports.ts'
import type { OwnCatalog } from '../../sources/source-module.ts'
import type { Config } from '../configuration/config.ts'

/**
 * A reader of photos that can be given the names and numbers of a catalogue to match what it reads against. Until then
 * it reads no photo.
 */
export interface PhotoReader {
  readonly reader: CardReader
  /** `null` where the catalogue in use cannot be listed. */
  readonly useEntries: (entries: OwnCatalog['entries']) => Promise<void>
  /** Packs the names of an index file in a thread of its own. */
  readonly useIndexFile: (file: string) => void
}

/** Packs the names of an index file in a thread and passes them on; `null` when they cannot be packed. */
const packCardNames = (indexFile: string, use: (lexicon: SharedArrayBuffer | null) => void, log: Logger): void => {
  const onError = (err: unknown): void => {
    log.warn({ err }, 'photos are read without the names of the catalogue')
    use(null)
  }
  try {
    const worker = new Worker(programUrl('./card-names-worker', import.meta.url), { workerData: { file: indexFile } })
    worker.once('message', use)
    worker.once('error', onError)
    worker.unref()
  } catch (error) {
    onError(error)
  }
}

/**
 * Opens the reader of photos; turned off, nothing of it is loaded. `deadlineMs` is how long a photo may wait and be
 * read, instead of the contract's limit.
 */
export const openPhotoReader = async (
  { ocrWorkers, ocrStart }: Config,
  log: Logger,
  deadlineMs = readingLimitMs,
): Promise<PhotoReader> => {
  if (ocrWorkers === 0) {
    const { noReader } = await import('../../photo/pool/no-reader.ts')
    return { reader: noReader, useEntries: async () => {}, useIndexFile: () => {} }
  }
  const { createCardReader } = await import('../../photo/pool/pool.ts')
  const pool = createCardReader({
    workers: ocrWorkers,
    start: ocrStart,
    deadlineMs,
    // The first photo is not read without the names that the next one is read with.
    lexicon: 'later',
    // A second thread halves the wait where a core is left for it.
    threads: ocrWorkers < availableParallelism() ? 2 : 1,
    onReplaced: (reason) => log.warn({ reason }, 'photo reader replaced'),
  })
  return {
    reader: pool,
    useEntries: async (entries) => {
      if (entries === null) return pool.useLexicon(null)
      const { packLexicon } = await import('../../photo/match/lexicon.ts')
      pool.useLexicon(packLexicon(entries()))
    },
    useIndexFile: (file) => packCardNames(file, pool.useLexicon, log),
  }
}
