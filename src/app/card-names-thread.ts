import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { programUrl } from '../concurrency/program-url.ts'

/** Packs the names of an index file in a thread of its own, and passes them on when they are ready; `null` when they cannot be packed. */
export const packCardNamesInThread = (indexFile: string, use: (lexicon: SharedArrayBuffer | null) => void, log: Logger): void => {
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
