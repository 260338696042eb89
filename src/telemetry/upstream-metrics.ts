import type { Logger } from 'pino'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { UpstreamHost } from '../market/upstream/upstream.ts'
import type { CallOutcome, HostState, UpstreamObserver } from '../market/upstream/upstream-observer.ts'

const breakerNumbers = { closed: 0, open: 1, rate_limited: 2 } as const

/** Outcomes that are no failure of the call, or that the change of the breaker's state has logged already. */
const nonFailureOutcomes: ReadonlySet<CallOutcome> = new Set(['ok', 'absent', 'aborted', 'refused'])

/** A failure's cause in a few words: system code and message, never an address or a text that a client sent. */
const causeOf = (cause: unknown): string | null => {
  if (!(cause instanceof Error)) return null
  const { code } = cause as NodeJS.ErrnoException
  return code === undefined ? cause.message.slice(0, 200) : code
}

/** Exports the state of these hosts, read at each scrape. */
const watchHosts = (hosts: readonly UpstreamHost[], registers: Registry[]): void => {
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
    'State of the circuit breaker: 0 closed (healthy), 1 open (unhealthy, probed every 1 s), 2 rate-limited ' +
      '(cooling down, no calls).',
    ({ breaker }) => breakerNumbers[breaker],
  )
  gauge(
    'card_market_upstream_cooldown_seconds',
    'Seconds until a rate-limited host is called again.',
    ({ coolDownLeftMs }) => Math.ceil(coolDownLeftMs / 1000),
  )
  gauge('card_market_upstream_calls_running', 'Calls in flight.', ({ inFlight }) => inFlight)
  gauge('card_market_upstream_calls_waiting', 'Calls in the queue.', ({ waiting }) => waiting)
}

/** Creates the metrics of the upstream, with one log line for each failed call and each change of a breaker. */
export const createUpstreamMetrics = ({ registry, logger }: { registry: Registry; logger: Logger }) => {
  const registers = [registry]
  const calls = new Counter({
    name: 'card_market_upstream_calls_total',
    help: 'Upstream calls by host, route and outcome; refused ones were not sent.',
    labelNames: ['host', 'route', 'outcome'],
    registers,
  })
  const duration = new Histogram({
    name: 'card_market_upstream_call_duration_seconds',
    help: 'Duration of sent calls from start to last byte; time in the queue is not counted.',
    labelNames: ['host', 'route'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8],
    registers,
  })
  const observer: UpstreamObserver = {
    onCall: ({ host, route, outcome, ms, error }) => {
      calls.inc({ host, route, outcome })
      if (outcome !== 'refused') duration.observe({ host, route }, ms / 1000)
      if (nonFailureOutcomes.has(outcome)) return
      const { code, upstreamStatus } = error ?? { code: null, upstreamStatus: null }
      const [cause, rounded] = [causeOf(error?.cause), Math.round(ms)]
      const line = { upstream: host, route, outcome, code, upstreamStatus, ms: rounded, cause }
      logger.warn(line, 'upstream call failed')
    },
    onBreaker: (host, state, because) => {
      const { code = null, upstreamStatus = null } = because ?? {}
      const line = { upstream: host, breaker: state, code, upstreamStatus }
      if (state === 'closed') logger.info(line, 'circuit breaker closed, upstream healthy')
      else
        logger.warn(
          line,
          state === 'open' ? 'circuit breaker open, probing every 1 s' : 'rate-limited by upstream, cooling down',
        )
    },
  }
  return {
    observer,
    /** Exports the state of these hosts from now on. */
    watch: (hosts: readonly UpstreamHost[]) => watchHosts(hosts, registers),
  }
}
