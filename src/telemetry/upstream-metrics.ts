import type { Logger } from 'pino'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { CallOutcome, HostState, UpstreamObserver } from '../market/upstream/reports.ts'
import type { UpstreamHost } from '../market/upstream/upstream.ts'

/** What the operator sees of the source: numbers, and one line for each failed call. */
export interface UpstreamMetrics {
  readonly observer: UpstreamObserver
  /** Shows the state of these hosts from now on. */
  readonly watch: (hosts: readonly UpstreamHost[]) => void
}

const breakerNumbers = { closed: 0, open: 1, cooling: 2 } as const

/** Outcomes that are nobody's failure, or were reported when the breaker opened. */
const quiet: ReadonlySet<CallOutcome> = new Set(['ok', 'absent', 'aborted', 'refused'])

/** A failure's cause in a few words: system code and message, never an address or a text that a client sent. */
const causeOf = (cause: unknown): string | null => {
  if (!(cause instanceof Error)) return null
  const { code } = cause as NodeJS.ErrnoException
  return code === undefined ? cause.message.slice(0, 200) : code
}

/** Creates the metrics and the log of upstream calls. */
export const createUpstreamMetrics = ({ registry, logger }: { registry: Registry; logger: Logger }): UpstreamMetrics => {
  const registers = [registry]
  const calls = new Counter({
    name: 'card_market_upstream_calls_total',
    help: 'Calls to the source by host, route and outcome; refused ones were not sent.',
    labelNames: ['host', 'route', 'outcome'],
    registers,
  })
  const duration = new Histogram({
    name: 'card_market_upstream_call_duration_seconds',
    help: 'Time of a sent call from its start to its last byte, waiting for a turn not counted.',
    labelNames: ['host', 'route'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8],
    registers,
  })
  return {
    observer: {
      onCall: ({ host, route, outcome, ms, error }) => {
        calls.inc({ host, route, outcome })
        if (outcome !== 'refused') duration.observe({ host, route }, ms / 1000)
        if (quiet.has(outcome)) return
        const { code, upstreamStatus } = error ?? { code: null, upstreamStatus: null }
        const line = { upstream: host, route, outcome, code, upstreamStatus, ms: Math.round(ms), cause: causeOf(error?.cause) }
        logger.warn(line, 'upstream call failed')
      },
      onBreaker: (host, state, because) => {
        const line = {
          upstream: host,
          breaker: state,
          code: because?.code ?? null,
          upstreamStatus: because?.upstreamStatus ?? null,
        }
        if (state === 'closed') logger.info(line, 'upstream is well again')
        else logger.warn(line, state === 'open' ? 'upstream is ill: asked once a second' : 'upstream asked us to slow down')
      },
    },
    watch: (hosts) => {
      const gauge = (name: string, help: string, read: (state: HostState) => number) =>
        new Gauge({
          name,
          help,
          labelNames: ['host'],
          registers,
          collect() {
            for (const host of hosts) {
              const state = host.state()
              this.set({ host: state.host }, read(state))
            }
          },
        })
      gauge(
        'card_market_upstream_breaker_state',
        '0 closed (well), 1 open (ill: asked once a second), 2 cooling (asked us to slow down: not asked).',
        ({ breaker }) => breakerNumbers[breaker],
      )
      gauge('card_market_upstream_cooldown_seconds', 'Seconds until a cooling host is asked again.', ({ coolDownLeftMs }) =>
        Math.ceil(coolDownLeftMs / 1000),
      )
      gauge('card_market_upstream_calls_running', 'Calls in flight.', ({ inFlight }) => inFlight)
      gauge('card_market_upstream_calls_waiting', 'Calls that wait for their turn.', ({ waiting }) => waiting)
    },
  }
}
