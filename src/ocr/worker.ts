import { parentPort, workerData } from 'node:worker_threads'
import { ServiceError } from '../contract/errors.ts'
import type { Photo } from '../identification/ports.ts'
import { decode } from './decode.ts'
import { openLexicon } from './lexicon.ts'
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts'
import { loadModels } from './models.ts'
import { wipe } from './raster.ts'
import { type ReaderParts, readCard } from './read-card.ts'

const start: WorkerStart = workerData
const say = (message: FromWorker): void => parentPort?.postMessage(message)
const parts: ReaderParts = { models: await loadModels(start.threads), lexicon: start.lexicon && openLexicon(start.lexicon) }

const read = async ({ bytes }: Photo) => {
  const picture = await decode(bytes)
  try {
    return await readCard(parts, picture)
  } finally {
    // Nothing of a picture outlives its reading.
    wipe(picture)
    bytes.fill(0)
  }
}

const answer = async (message: ToWorker): Promise<void> => {
  if (message.kind === 'lexicon') {
    parts.lexicon = message.lexicon && openLexicon(message.lexicon)
    return
  }
  try {
    say({ kind: 'read', id: message.id, reading: await read(message.photo) })
  } catch (error) {
    const known = error instanceof ServiceError ? error : null
    say({
      kind: 'failed',
      id: message.id,
      code: known?.code ?? null,
      message: error instanceof Error ? error.message : String(error),
    })
  }
}

parentPort?.on('message', answer)
say({ kind: 'ready' })
