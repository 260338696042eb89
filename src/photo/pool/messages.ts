import type { ErrorCode } from '../../contract/errors.ts'
import type { Photo } from '../../identification/ports.ts'
import type { FullPhotoReading } from '../reading.ts'
import type { NativeGate } from './native-gate.ts'

/** The `workerData` that a worker is started with. */
export interface WorkerStart {
  readonly lexicon: SharedArrayBuffer | null
  /** Threads that the detector may use. */
  readonly threads: number
  /** Every native call of the worker goes through it. */
  readonly gate: NativeGate
}

/** From the pool to a worker: a photo to read, or the lexicon to match against from now on. */
export type ToWorker =
  | { readonly kind: 'read'; readonly id: number; readonly photo: Photo; readonly leftMs: number }
  | { readonly kind: 'lexicon'; readonly lexicon: SharedArrayBuffer | null }

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly id: number; readonly reading: FullPhotoReading }
  | { readonly kind: 'failed'; readonly id: number; readonly code: ErrorCode | null; readonly message: string }
