import { parentPort, workerData } from 'node:worker_threads'
import { cardNamesOf } from './card-names.ts'

// A thread of its own: packing the names of a large catalogue takes longer than the event loop may stand still.
const { file } = workerData as { file: string }
parentPort?.postMessage(cardNamesOf(file))
