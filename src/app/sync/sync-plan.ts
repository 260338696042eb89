import { dayMs, hourMs, minuteMs } from '../../time/units.ts'
import type { SyncEnd } from './sync-messages.ts'

/** How often the operator's own mirror is looked at. */
const ownMirrorMs = minuteMs
/** How often a public one is asked again that has not renewed itself when it was due. */
const unrenewedMs = 15 * minuteMs
const busyMs = 30_000
/** Time of the UTC day at which the mirror has renewed itself: about 20:05. */
const renewedMs = 20 * hourMs + 10 * minuteMs
/**
 * A pull that could begin no longer before that than this waits for it, once: from then on each day is had when it is
 * made.
 */
const maxWaitForRenewalMs = 12 * hourMs
const firstRetryMs = minuteMs
const maxRetryMs = hourMs
/**
 * Spreads the machines of operators whose pulls were put off to one moment. Small, since no pull begins earlier after
 * the one before than a day: whatever is waited here moves all later pulls, until they pass the hour of the mirror's
 * build and a build is missed. So that is once in some ten years.
 */
const maxJitterMs = 30_000

export interface SyncOutcome {
  readonly end: SyncEnd
  /** Failures in a row, this one included. */
  readonly failures: number
  /** Whether the mirror is the operator's own, so that no etiquette binds. */
  readonly isOwnMirror: boolean
  readonly nowMs: number
  /** From 0 up to 1. */
  readonly random: number
}

/** Moves the instant at which a pull may begin to the mirror's next renewal, where that is near. */
const atRenewal = (dueMs: number): number => {
  const nextMs = dueMs + ((renewedMs - (dueMs % dayMs) + dayMs) % dayMs)
  return nextMs - dueMs <= maxWaitForRenewalMs ? nextMs : dueMs
}

/** How long to wait before the next sync is started. It asks the ledger first, so that one too early costs nothing. */
export const nextSyncInMs = ({ end, failures, isOwnMirror, nowMs, random }: SyncOutcome): number => {
  const until = (instant: string | null): number => (instant === null ? 0 : Math.max(0, Date.parse(instant) - nowMs))
  const jitterMs = random * maxJitterMs
  if (end?.kind === 'busy') return busyMs
  if (end?.kind === 'synced') return isOwnMirror ? ownMirrorMs : unrenewedMs
  if (end?.kind === 'current') {
    if (isOwnMirror) return ownMirrorMs
    if (end.nextAt === null) return unrenewedMs
    const dueMs = Date.parse(end.nextAt)
    const beginMs = dueMs > nowMs ? atRenewal(dueMs) : nowMs
    return Math.min(dayMs + maxWaitForRenewalMs, beginMs - nowMs + jitterMs)
  }
  const pauseMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.max(0, failures - 1))
  return Math.max(pauseMs, Math.min(dayMs, until(end?.retryAt ?? null)))
}
