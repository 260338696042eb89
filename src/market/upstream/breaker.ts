import { UpstreamError } from './upstream-error.ts'

/** `closed` lets calls through, `open` only a probe a second, `cooling` nothing at all until the source's wish is kept. */
export type BreakerState = 'closed' | 'open' | 'cooling'

/** A call that was let through. */
export interface Ticket {
  readonly startedAt: number
  readonly isProbe: boolean
}

/** Decides whether a host may be asked at this moment. */
export interface Breaker {
  /** Lets a call through or throws at once. */
  readonly admit: () => Ticket
  /** Throws when the host was found ill while this call waited for its turn. */
  readonly confirm: (ticket: Ticket) => void
  readonly succeeded: (ticket: Ticket) => void
  /** A failure that speaks of the host: unreachable, late, 5xx or no JSON. */
  readonly failed: (ticket: Ticket, error: UpstreamError) => void
  /** The host asked us to slow down. */
  readonly limited: (ticket: Ticket, error: UpstreamError) => void
  readonly state: () => BreakerState
  /** How often in a row the host asked us to slow down; halves the pace each time. */
  readonly coolDownLevel: () => number
  readonly coolDownLeftMs: () => number
}

/** Failures in a row after which a host is taken for ill. */
export const failuresToOpen = 10
/** An open breaker lets one call through in this time, so that full service is back soon after the host is. */
export const probeEveryMs = 1_000
/** How long nothing is sent after the first, second, … wish to slow down. */
export const coolDownMs = [10_000, 60_000, 180_000, 600_000] as const
/** The longest wish that is kept to the letter. */
const longestRetryAfterMs = 900_000
/** Without such a wish for this long, the next one counts as the first again. */
const forgetCoolDownMs = 600_000

/**
 * Creates the breaker of one host, which also keeps its cool-down. A probe is not waited for: the next may go a second later, so that a host that was silent is noticed as
 * soon as it speaks, and everyone else is refused at once. `onChange` is told of every change of state.
 */
export const createBreaker = ({
  now,
  onChange,
}: {
  now: () => number
  onChange: (state: BreakerState, because: UpstreamError | null) => void
}): Breaker => {
  let failures = 0
  let because: UpstreamError | null = null
  let openedAt = Number.NEGATIVE_INFINITY
  let nextProbeAt = 0
  let coolUntil = Number.NEGATIVE_INFINITY
  let level = 0

  const levelNow = () => {
    if (level > 0 && now() >= coolUntil + forgetCoolDownMs) level = 0
    return level
  }
  const state = (): BreakerState => (now() < coolUntil ? 'cooling' : because === null ? 'closed' : 'open')

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
        : 'The market source failed repeatedly and is asked only now and then until it is well.',
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
      // An answer to a question from before proves nothing about now.
      if (because === null || startedAt < openedAt || now() < coolUntil) return
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
      // Calls that were under way together are told together; that is one wish, not many.
      if (startedAt < openedAt) return
      const before = levelNow()
      const step = coolDownMs[Math.min(before, coolDownMs.length - 1)] as number
      const asked = error.retryAfterMs === null ? null : Math.min(error.retryAfterMs, longestRetryAfterMs)
      // The first time their word is enough; who has to say it again is given at least the step.
      const pauseMs = asked === null ? step : before === 0 ? Math.max(asked, probeEveryMs) : Math.max(asked, step)
      level++
      coolUntil = now() + pauseMs
      open(error, coolUntil)
      onChange('cooling', error)
    },
    state,
    coolDownLevel: levelNow,
    coolDownLeftMs: () => Math.max(0, coolUntil - now()),
  }
}
