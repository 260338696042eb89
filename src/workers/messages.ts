import type { ErrorCode } from '../contract/errors.ts'
import type { Photo, PhotoReading } from '../identification/ports.ts'
import type { CatalogueFigures } from '../operator/overview.ts'
import type { ServiceSample } from '../telemetry/service-metrics.ts'

/** What a worker answers to each question. */
export interface Answers {
  /** With every metric, for a scrape. */
  readonly metrics: ServiceSample
  readonly sample: ServiceSample
  /** Whether what it had counted of requests is in the store. */
  readonly counts: boolean
  readonly catalogue: CatalogueFigures
}

export type Question = keyof Answers

/** From the parent to a worker. */
export type ParentMessage =
  | { readonly kind: 'stop' }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  /** Where a copy of the catalogue's index is to be mapped; `null` when there is none. */
  | { readonly kind: 'index copy'; readonly path: string | null }
  | PhotoReply

/** From a worker to the parent. */
export type WorkerMessage =
  | { readonly kind: 'serving'; readonly address: string }
  | WorkerAnswer
  /** What it has counted to its end. */
  | { readonly kind: 'last'; readonly sample: ServiceSample }
  | { readonly kind: 'copy index' }
  | PhotoRequest

/** From the process that reads photos to the parent. */
export type ReaderMessage = WorkerAnswer | PhotoReply

export interface WorkerAnswer {
  readonly kind: 'answer'
  readonly id: number
  readonly answer: Answers[Question]
}

/** A photo to be read, or one that nobody waits for any more. `id` is the asker's. */
export type PhotoRequest =
  | { readonly kind: 'read photo'; readonly id: number; readonly photo: Photo }
  | { readonly kind: 'withdraw photo'; readonly id: number }

/** How far the reading of a photo is. */
export type PhotoReply =
  | { readonly kind: 'photo started'; readonly id: number }
  | { readonly kind: 'photo read'; readonly id: number; readonly reading: PhotoReading }
  | {
      readonly kind: 'photo failed'
      readonly id: number
      readonly code: ErrorCode
      readonly message: string
      readonly retryAfterSeconds: number | null
    }
