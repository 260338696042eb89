import type { Allowance } from './allowance.ts'
import { type ErrorCode, serviceErrorAdvice } from './operations.ts'

/**
 * Failures without an answer of the service: no connection, no answer in time, or an answer that is not the service's.
 */
export type TransportCode = 'connection_failed' | 'timed_out' | 'unexpected_answer'

/** What happened, and what to do next: sentences for a person or an agent. */
export interface ErrorAdvice {
  readonly meaning: string
  readonly advice: string
}

const advice: Readonly<Partial<Record<ErrorCode | TransportCode, ErrorAdvice>>> = {
  ...serviceErrorAdvice,
  connection_failed: {
    meaning: 'The service cannot be reached.',
    advice: 'Check its address and the connection, then try again.',
  },
  timed_out: { meaning: 'The service did not answer in time.', advice: 'Try again in a moment.' },
  unexpected_answer: {
    meaning: "The answer is not one of the service's.",
    advice: 'Check that the address is that of the service and that nothing between rewrites its answers.',
  },
}

/**
 * Meaning and advice of every `code` that a `CardMarketError` or a row can have. A newer service may answer a code that
 * has no entry here, not even one of every object such as `constructor`.
 */
export const errorAdvice: typeof advice = Object.assign(Object.create(null), advice)

export interface FailedCall {
  readonly code: ErrorCode | TransportCode
  readonly message: string
  readonly status: number | null
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  readonly allowance?: Allowance | null
  readonly cause?: unknown
}

/**
 * Every failure of a call: `code` decides what to do, `requestId` is for support. A call that was aborted throws the
 * signal's own reason instead.
 */
export class CardMarketError extends Error {
  override readonly name = 'CardMarketError'
  readonly code: ErrorCode | TransportCode
  /** HTTP status, `null` when there was no answer. */
  readonly status: number | null
  readonly requestId: string | null
  /** Whole seconds after which trying again may help, when the service said so. */
  readonly retryAfterSeconds: number | null
  /** What the account may ask for, when the service knew it; so a refusal for a spent window says when that ends. */
  readonly allowance: Allowance | null

  constructor({ code, message, status, requestId, retryAfterSeconds, allowance = null, cause }: FailedCall) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
    this.allowance = allowance
  }
}
