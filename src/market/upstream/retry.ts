import { setTimeout as delay } from 'node:timers/promises'
import { ServiceError } from '../../contract/errors.ts'
import { UpstreamError } from './upstream-error.ts'

const attempts = 2
/** The second attempt comes after a random part of this, so that those who failed together do not come back together. */
const jitterMs = 300
/** How long after the first attempt began another one may begin at the latest. */
const retryWithinMs = 2_500

/** What a signal aborted with, as an error of the service. */
export const abortError = (signal: AbortSignal): unknown =>
  signal.reason instanceof ServiceError
    ? signal.reason
    : new UpstreamError('upstream_timeout', 'The market source did not answer in time.', { cause: signal.reason })

/**
 * Does the work once more where that may help: after a passing failure, while there is time, and while `mayRetry` says so. A wish to wait that the source expressed is kept, or else
 * nothing is tried again.
 */
export const withRetry = async <T>(
  work: () => Promise<T>,
  { mayRetry, random, signal }: { mayRetry: () => boolean; random: () => number; signal: AbortSignal },
): Promise<T> => {
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isPassing = error instanceof UpstreamError && error.isTransient
      if (!isPassing || attempt >= attempts || signal.aborted || !mayRetry()) throw error
      const waitMs = Math.max(error.retryAfterMs ?? 0, random() * jitterMs)
      if (performance.now() + waitMs - startedAt > retryWithinMs) throw error
      await delay(waitMs, undefined, { signal }).catch(() => {
        throw abortError(signal)
      })
    }
  }
}
