import { CardMarketError } from './error.ts'

/** When a failed call is sent again. */
export interface RetryTerms {
  /** Maximum number of repeats. */
  readonly retries: number
  /** Longest wait in milliseconds. */
  readonly maxRetryAfterMs: number
  readonly retryFailures: boolean
}

/** Codes after which a repeat answers the same: the month is spent, or there is nothing to be had. */
const lasting: ReadonlySet<string> = new Set(['quota_exceeded', 'not_offered_by_source', 'service_unavailable'])

/** Whether the month is spent too: then waiting for the next minute does not help. */
const isMonthSpent = ({ allowance }: CardMarketError): boolean =>
  allowance !== null && allowance.month.remaining === 0 && allowance.month.resetsAt > allowance.minute.resetsAt

/** Whether a failure is transient: the source, a proxy or the connection failed. */
const isPassing = ({ code, status }: CardMarketError): boolean =>
  code === 'connection_failed' || status === 502 || status === 503 || status === 504

const firstBackoffMs = 500

/**
 * Exponential backoff with equal jitter: half of it is chance, so that apps which failed together do not come back
 * together.
 */
const backoffMs = (attempt: number): number =>
  Math.round(firstBackoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2))

/**
 * Milliseconds until a failed call is sent again; `null` where it is not. `attempt` counts those that failed, from 1.
 */
export const waitMsAfter = (error: unknown, attempt: number, terms: RetryTerms): number | null => {
  if (!(error instanceof CardMarketError) || attempt > terms.retries || lasting.has(error.code)) return null
  const { code, status, retryAfterSeconds } = error
  if (code === 'rate_limited' && isMonthSpent(error)) return null
  if (
    retryAfterSeconds !== null &&
    (code === 'rate_limited' || status === 503 || (terms.retryFailures && isPassing(error)))
  ) {
    const ms = retryAfterSeconds * 1000
    return ms > terms.maxRetryAfterMs ? null : ms
  }
  return terms.retryFailures && isPassing(error) ? Math.min(terms.maxRetryAfterMs, backoffMs(attempt)) : null
}
