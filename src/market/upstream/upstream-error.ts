import { type ErrorCode, ServiceError, type ServiceErrorOptions } from '../../contract/errors.ts'

interface UpstreamErrorOptions extends ServiceErrorOptions {
  /** A retry may help. */
  readonly isTransient?: boolean
  /** How long the source asked us to wait, in milliseconds. */
  readonly retryAfterMs?: number | null
}

export type UpstreamCode = Extract<ErrorCode, `upstream_${string}`>

/** A failed call to the source, translated into an error of the service. */
export class UpstreamError extends ServiceError {
  declare readonly code: UpstreamCode
  readonly isTransient: boolean
  readonly retryAfterMs: number | null

  constructor(
    code: UpstreamCode,
    message: string,
    { isTransient = false, retryAfterMs = null, ...options }: UpstreamErrorOptions = {},
  ) {
    super(code, message, options)
    this.isTransient = isTransient
    this.retryAfterMs = retryAfterMs
  }
}

/** An answer that came whole but cannot be believed. `why` is for the log; the client learns only that it was so. */
export const invalidResponse = (why: string, options: UpstreamErrorOptions = {}): UpstreamError =>
  new UpstreamError('upstream_invalid_response', 'The market source answered something that cannot be trusted.', {
    cause: new Error(why),
    ...options,
  })
