import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { openIndex } from './catalog/index/lookup.ts'
import { packLexicon } from './ocr/lexicon.ts'

// A thread of its own: packing the names of a large catalogue takes longer than the event loop may stand still.
const { file } = workerData as { file: string }
const bytes = readFileSync(file)
const index = openIndex(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer)
parentPort?.postMessage(packLexicon(index.entries()))
