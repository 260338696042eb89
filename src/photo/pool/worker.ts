import { parentPort, workerData } from 'node:worker_threads'
import { ServiceError } from '../../contract/errors.ts'
import type { Photo } from '../../identification/ports.ts'
import { decode } from '../image/decode.ts'
import { wipe } from '../image/raster.ts'
import type { ReaderParts } from '../look.ts'
import { openLexicon } from '../match/lexicon.ts'
import { loadModels, type Models } from '../model/models.ts'
import type { InferenceSession } from '../model/runtime.ts'
import { readCard } from '../read-card.ts'
import type { FullPhotoReading } from '../reading.ts'
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts'
import { callThroughGate } from './native-gate.ts'

const start: WorkerStart = workerData
const post = (message: FromWorker): void => parentPort?.postMessage(message)
const callNative = <T>(call: () => Promise<T>): Promise<T> => callThroughGate(start.gate, call)

/** The session with every run going through the gate. */
const gated = (session: InferenceSession): InferenceSession => {
  const run = session.run.bind(session)
  return Object.assign(session, { run: (feeds: InferenceSession.FeedsType) => callNative(() => run(feeds)) })
}

const loadGated = async (): Promise<Models> => {
  const models = await callNative(() => loadModels(start.threads))
  const recognizer = gated(models.recognizer)
  const isShared = models.pageRecognizer === models.recognizer
  return {
    ...models,
    detector: gated(models.detector),
    recognizer,
    pageRecognizer: isShared ? recognizer : gated(models.pageRecognizer),
    orientationModel: gated(models.orientationModel),
  }
}

let parts: ReaderParts = { models: await loadGated(), lexicon: start.lexicon && openLexicon(start.lexicon) }

const read = async ({ bytes }: Photo, leftMs: number): Promise<FullPhotoReading> => {
  const untilMs = performance.now() + leftMs
  const picture = await callNative(() => decode(bytes))
  try {
    return await readCard({ ...parts, leftMs: () => untilMs - performance.now() }, picture)
  } finally {
    // Nothing of a picture outlives its reading.
    wipe(picture)
    bytes.fill(0)
  }
}

const onMessage = async (message: ToWorker): Promise<void> => {
  if (message.kind === 'lexicon') {
    parts = { ...parts, lexicon: message.lexicon && openLexicon(message.lexicon) }
    return
  }
  try {
    post({ kind: 'read', id: message.id, reading: await read(message.photo, message.leftMs) })
  } catch (error) {
    post({
      kind: 'failed',
      id: message.id,
      code: error instanceof ServiceError ? error.code : null,
      message: error instanceof Error ? error.message : String(error),
    })
  }
}

parentPort?.on('message', onMessage)
post({ kind: 'ready' })
