import type { BreakerState } from './breaker.ts'
import type { UpstreamCode, UpstreamError } from './upstream-error.ts'

/**
 * How a call ended. `absent`: the source has no such thing; `refused`: not sent, because the circuit is open or the
 * host rate-limits us; `aborted`: no caller was left.
 */
export type CallOutcome =
  | 'ok'
  | 'absent'
  | 'unavailable'
  | 'timeout'
  | 'rate_limited'
  | 'invalid'
  | 'refused'
  | 'aborted'

/** One call as metrics and log see it. */
export interface CallReport {
  readonly host: string
  readonly route: string
  readonly outcome: CallOutcome
  readonly ms: number
  /** The failure, with its cause. */
  readonly error: UpstreamError | null
}

export interface HostState {
  readonly host: string
  readonly breaker: BreakerState
  readonly coolDownLeftMs: number
  readonly inFlight: number
  readonly waiting: number
}

/** Called on what happens, for metrics and log. */
export interface UpstreamObserver {
  readonly onCall: (report: CallReport) => void
  readonly onBreaker: (host: string, state: BreakerState, because: UpstreamError | null) => void
}

const outcomes = {
  upstream_unavailable: 'unavailable',
  upstream_timeout: 'timeout',
  upstream_rate_limited: 'rate_limited',
  upstream_invalid_response: 'invalid',
} as const satisfies Record<UpstreamCode, CallOutcome>

export const outcomeOf = ({ code }: UpstreamError): CallOutcome => outcomes[code]
