import { setTimeout as delay } from 'node:timers/promises'
import { UpstreamError } from './upstream-error.ts'

const maxAttempts = 2
/** The second attempt comes after a random part of this, so that failed calls do not return together. */
const jitterMs = 300
/** The second attempt begins within this time of the first, however long that was queued, or not at all. */
const retryWindowMs = 2_500

/**
 * Retries once after a transient failure, with full jitter, if `mayRetry` allows it. Honours `Retry-After`, and gives
 * up if it exceeds the retry window. `work` says when its turn has come.
 */
export const withRetry = async <T>(
  work: (onStart: () => void) => Promise<T>,
  {
    mayRetry,
    random,
    steadyNow,
    signal,
  }: {
    readonly mayRetry: () => boolean
    readonly random: () => number
    readonly steadyNow: () => number
    readonly signal: AbortSignal
  },
): Promise<T> => {
  let startedAt = steadyNow()
  for (let attempt = 1; ; attempt++) {
    const onStart = () => {
      if (attempt === 1) startedAt = steadyNow()
    }
    try {
      return await work(onStart)
    } catch (error) {
      const isTransient = error instanceof UpstreamError && error.isTransient
      if (!isTransient || attempt >= maxAttempts || signal.aborted || !mayRetry()) throw error
      const waitMs = Math.max(error.retryAfterMs ?? 0, random() * jitterMs)
      if (steadyNow() + waitMs - startedAt > retryWindowMs) throw error
      await delay(waitMs, undefined, { signal }).catch(() => {
        throw signal.reason
      })
    }
  }
}
