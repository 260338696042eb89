import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import type { CardReader } from '../identification/ports.ts'
import type { OwnCatalog } from '../market/sources/source-module.ts'
import { packCardNamesInThread } from './card-names-thread.ts'
import type { Config } from './config.ts'

/** A reader of photos that can be given the names and numbers of a catalogue to match what it reads against. Until then it reads no photo. */
export interface PhotoReader {
  readonly reader: CardReader
  /** `null` where the catalogue in use cannot be listed. */
  readonly useEntries: (entries: OwnCatalog['entries']) => Promise<void>
  /** Packs the names of an index file in a thread of its own. */
  readonly useIndexFile: (file: string) => void
}

/** Opens the reader of photos; turned off, nothing of it is loaded. */
export const openPhotoReader = async ({ ocrWorkers, ocrStart }: Config, log: Logger): Promise<PhotoReader> => {
  if (ocrWorkers === 0) {
    const { noReader } = await import('../photo/pool/no-reader.ts')
    return { reader: noReader, useEntries: async () => {}, useIndexFile: () => {} }
  }
  const { createCardReader } = await import('../photo/pool/pool.ts')
  const pool = createCardReader({
    workers: ocrWorkers,
    start: ocrStart,
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
      const { packLexicon } = await import('../photo/match/lexicon.ts')
      pool.useLexicon(packLexicon(entries()))
    },
    useIndexFile: (file) => packCardNamesInThread(file, pool.useLexicon, log),
  }
}
