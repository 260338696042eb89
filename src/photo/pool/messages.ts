import type { ErrorCode } from '../../contract/errors.ts'
import type { Photo } from '../../identification/ports.ts'
import type { FullReading } from '../reading.ts'
import type { NativeGate } from './native-gate.ts'

/** What a worker is started with. */
export interface WorkerStart {
  lexicon: SharedArrayBuffer | null
  /** Threads that the detector may use. */
  threads: number
  /** What every native call of the worker goes through. */
  gate: NativeGate
}

/** From the pool to a worker: a photo to read, or another lexicon to match against from now on. */
export type ToWorker = { kind: 'read'; id: number; photo: Photo } | { kind: 'lexicon'; lexicon: SharedArrayBuffer | null }

/** From a worker to the pool. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'read'; id: number; reading: FullReading }
  | { kind: 'failed'; id: number; code: ErrorCode | null; message: string }
