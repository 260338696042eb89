import { growth, quantile, type Series, sumOf } from './metrics-text.ts'

const requests = 'card_market_http_requests_total'
const running = 'card_market_http_requests_running'
const duration = 'card_market_http_request_duration_seconds'
const observations = 'card_market_observations_total'
const circuit = 'card_market_upstream_breaker_state'
const memory = 'process_resident_memory_bytes'
const lag = 'nodejs_eventloop_lag_p99_seconds'
const sync = (name: string): string => `card_market_sync_${name}`

/** Metrics that the figures are made of, besides the two of the process. */
export const figureMetrics: readonly string[] = [
  requests,
  running,
  duration,
  observations,
  circuit,
  ...['build_age_seconds', 'running', 'refused', 'failing', 'requests'].map(sync),
]

/** The two metrics of the process by their own names, for whoever measures them without a scrape. */
export const processSeries = (memoryBytes: number, lagSeconds: number): readonly Series[] => [
  { name: memory, labels: {}, value: memoryBytes },
  { name: lag, labels: {}, value: lagSeconds },
]

/** Rates between two samples of the metrics of a service, and the values at the later one. */
export type LiveFigures = ReturnType<typeof figuresBetween>

/** How the daily pull stands; `null` where nothing is pulled. */
const syncOf = (now: readonly Series[]) => {
  const value = (name: string) => now.find((one) => one.name === sync(name))?.value ?? null
  const isRunning = value('running')
  if (isRunning === null) return null
  return {
    buildAgeSeconds: value('build_age_seconds'),
    isRunning: isRunning > 0,
    isRefused: (value('refused') ?? 0) > 0,
    isFailing: (value('failing') ?? 0) > 0,
    requests: value('requests') ?? 0,
  }
}

/** Computes the figures of the time between two samples. */
export const figuresBetween = (before: readonly Series[], now: readonly Series[], seconds: number) => {
  const grown = (name: string, fits?: (labels: Series['labels']) => boolean) =>
    growth(sumOf(before, name, fits), sumOf(now, name, fits))
  const outcome = (...words: string[]) => grown(observations, (labels) => words.includes(labels.outcome ?? ''))
  const hostsInState = (state: number) =>
    now.flatMap(({ name, labels, value }) => (name === circuit && value === state ? [labels.host ?? ''] : []))
  return {
    requestsPerSecond: grown(requests) / seconds,
    running: sumOf(now, running),
    refused: grown(requests, ({ status }) => status?.startsWith('4') ?? false),
    failed: grown(requests, ({ status }) => status?.startsWith('5') ?? false),
    p50Seconds: quantile(before, now, duration, 0.5),
    p99Seconds: quantile(before, now, duration, 0.99),
    lookups: outcome('hit', 'joined', 'shared', 'fetched', 'failed'),
    hits: outcome('hit', 'joined', 'shared'),
    fetched: outcome('fetched'),
    fetchesFailed: outcome('failed'),
    openCircuits: hostsInState(1),
    rateLimitedHosts: hostsInState(2),
    sync: syncOf(now),
    memoryMb: sumOf(now, memory) / 1_048_576,
    eventLoopLagSeconds: sumOf(now, lag),
  }
}

/** Seconds of a quantile, as the edge of a bucket of the histogram. */
export const describeQuantile = (seconds: number | null): string =>
  seconds === null ? '–' : seconds === Number.POSITIVE_INFINITY ? '> 10 s' : `≤ ${seconds * 1000} ms`

/** A part of a whole in percent. */
export const describeShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`

/** The state of the source's hosts. */
export const describeUpstream = ({ fetched, fetchesFailed, openCircuits, rateLimitedHosts }: LiveFigures): string => {
  const states = [
    ...openCircuits.map((host) => `circuit open: ${host}`),
    ...rateLimitedHosts.map((host) => `rate limited: ${host}`),
    ...(fetchesFailed === 0 ? [] : [`${describeShare(fetchesFailed, fetched + fetchesFailed)} of fetches failed`]),
  ]
  if (states.length > 0) return states.join('   ')
  return fetched === 0 ? 'no fetches' : 'healthy'
}
