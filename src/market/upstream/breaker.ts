import { UpstreamError } from './upstream-error.ts'

/**
 * `closed` lets all calls through. `open` lets a probe through each second, as a half-open circuit does. `rate_limited`
 * lets none through until the cool-down is over.
 */
export type BreakerState = 'closed' | 'open' | 'rate_limited'

export interface Ticket {
  readonly startedAt: number
  readonly isProbe: boolean
}

export interface Breaker {
  /** Lets a call through or throws at once. */
  readonly admit: () => Ticket
  /** Throws when the circuit opened while this call was queued. */
  readonly confirm: (ticket: Ticket) => void
  readonly succeeded: (ticket: Ticket) => void
  /** A failure that tells of the host's health: unreachable, late, 5xx or not JSON. */
  readonly failed: (ticket: Ticket, error: UpstreamError) => void
  /** The host asked us to slow down. */
  readonly limited: (ticket: Ticket, error: UpstreamError) => void
  readonly state: () => BreakerState
  /** How often in a row the host asked us to slow down; halves the pace each time. */
  readonly coolDownLevel: () => number
  readonly coolDownLeftMs: () => number
}

export const failuresToOpen = 10
/** An open circuit lets one probe through in this time, so that full service is back soon after the host is. */
export const probeEveryMs = 1_000
/** How long nothing is sent after the first, second, … rate-limit answer in a row. */
export const coolDownMs = [10_000, 60_000, 180_000, 600_000] as const
/** A longer `Retry-After` is cut to this. */
const maxRetryAfterMs = 900_000
/** After this time without a rate-limit answer, the next one counts as the first again. */
const forgetCoolDownMs = 600_000

/**
 * Creates the breaker, which also keeps the cool-down of a host that rate-limits us. Probes do not wait for each other:
 * the next may go a second later, so that a silent host is noticed as soon as it answers, and everyone else is refused
 * at once. `onChange` is called on every change of state.
 */
export const createBreaker = (
  now: () => number,
  onChange: (state: BreakerState, because: UpstreamError | null) => void,
): Breaker => {
  let failures = 0
  let because: UpstreamError | null = null
  let openedAt = Number.NEGATIVE_INFINITY
  let nextProbeAt = 0
  let coolDownEndsAt = Number.NEGATIVE_INFINITY
  let level = 0

  const levelNow = () => {
    if (level > 0 && now() >= coolDownEndsAt + forgetCoolDownMs) level = 0
    return level
  }
  const state = (): BreakerState => (now() < coolDownEndsAt ? 'rate_limited' : because === null ? 'closed' : 'open')

  const open = (error: UpstreamError, probeAt: number) => {
    because = error
    openedAt = now()
    nextProbeAt = probeAt
  }

  const refusal = (): UpstreamError => {
    const isLimited = because?.code === 'upstream_rate_limited'
    return new UpstreamError(
      isLimited ? 'upstream_rate_limited' : 'upstream_unavailable',
      isLimited
        ? 'The market source asked us to slow down; nothing is sent until its pause is over.'
        : 'The market source failed repeatedly; until it is healthy again it is only probed.',
      { upstreamStatus: because?.upstreamStatus ?? null, cause: because },
    )
  }

  return {
    admit: () => {
      const startedAt = now()
      if (because === null) return { startedAt, isProbe: false }
      if (startedAt < nextProbeAt) throw refusal()
      nextProbeAt = startedAt + probeEveryMs
      return { startedAt, isProbe: true }
    },
    confirm: ({ isProbe, startedAt }) => {
      if (because !== null && !(isProbe && startedAt >= openedAt)) throw refusal()
    },
    succeeded: ({ startedAt }) => {
      failures = 0
      // A success of a call from before the circuit opened proves nothing about now.
      if (because === null || startedAt < openedAt || now() < coolDownEndsAt) return
      because = null
      onChange('closed', null)
    },
    failed: (_, error) => {
      failures++
      if (because !== null || failures < failuresToOpen) return
      open(error, now() + probeEveryMs)
      onChange('open', error)
    },
    limited: ({ startedAt }, error) => {
      // Calls that were in flight together are rate-limited together, which counts once.
      if (startedAt < openedAt) return
      const before = levelNow()
      const step = coolDownMs[Math.min(before, coolDownMs.length - 1)] as number
      const requestedMs = error.retryAfterMs === null ? null : Math.min(error.retryAfterMs, maxRetryAfterMs)
      // The first Retry-After is honoured as it stands; a repeated one is at least the step.
      const pauseMs = requestedMs === null ? step : Math.max(requestedMs, before === 0 ? probeEveryMs : step)
      level++
      coolDownEndsAt = now() + pauseMs
      open(error, coolDownEndsAt)
      onChange('rate_limited', error)
    },
    state,
    coolDownLevel: levelNow,
    coolDownLeftMs: () => Math.max(0, coolDownEndsAt - now()),
  }
}
