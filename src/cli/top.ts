import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '../app/config.ts'
import type { Usage } from '../contract/usage.ts'
import { type Command, CommandError, type CommandOutput, formatTable, optional, UsageError } from './command.ts'
import { growth, quantile, readMetrics, type Series, sumOf } from './metrics-text.ts'
import { withAccounts } from './with-store.ts'

const requests = 'card_market_http_requests_total'
const duration = 'card_market_http_request_duration_seconds'
const observations = 'card_market_observations_total'
const circuit = 'card_market_upstream_breaker_state'
const accountsShown = 8

const scrape = async (address: string): Promise<readonly Series[]> => {
  const response = await fetch(`${address}/metrics`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  if (!response?.ok)
    throw new CommandError(`No service shows its metrics at ${address}/metrics; METRICS_HOST and METRICS_PORT say where.`)
  return readMetrics(await response.text())
}

const milliseconds = (seconds: number | null): string =>
  seconds === null ? '–' : seconds === Number.POSITIVE_INFINITY ? '> 10 s' : `≤ ${seconds * 1000} ms`

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`)

const between = (before: readonly Series[], now: readonly Series[], seconds: number) => {
  const grown = (name: string, fits?: (labels: Series['labels']) => boolean) =>
    growth(sumOf(before, name, fits), sumOf(now, name, fits))
  const outcome = (...words: string[]) => grown(observations, (labels) => words.includes(labels.outcome ?? ''))
  const hostsInState = (state: number) =>
    now.flatMap(({ name, labels, value }) => (name === circuit && value === state ? [labels.host ?? ''] : []))
  return {
    requestsPerSecond: grown(requests) / seconds,
    running: sumOf(now, 'card_market_http_requests_running'),
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
    memoryMb: sumOf(now, 'process_resident_memory_bytes') / 1_048_576,
    eventLoopLagSeconds: sumOf(now, 'nodejs_eventloop_lag_p99_seconds'),
  }
}

/** How the daily pull stands; `null` where nothing is pulled. */
const syncOf = (now: readonly Series[]) => {
  const value = (name: string) => now.find((one) => one.name === `card_market_sync_${name}`)?.value ?? null
  const running = value('running')
  if (running === null) return null
  return {
    buildAgeSeconds: value('build_age_seconds'),
    isRunning: running > 0,
    isRefused: (value('refused') ?? 0) > 0,
    isFailing: (value('failing') ?? 0) > 0,
    requests: value('requests') ?? 0,
  }
}

type Span = ReturnType<typeof between>

const upstreamState = ({ fetched, fetchesFailed, openCircuits, rateLimitedHosts }: Span): string => {
  const states = [
    ...openCircuits.map((host) => `circuit open: ${host}`),
    ...rateLimitedHosts.map((host) => `rate limited: ${host}`),
    ...(fetchesFailed === 0 ? [] : [`${share(fetchesFailed, fetched + fetchesFailed)} of fetches failed`]),
  ]
  if (states.length > 0) return states.join('   ')
  return fetched === 0 ? 'no fetches' : 'healthy'
}

const syncState = ({ buildAgeSeconds, isRunning, isRefused, isFailing, requests }: NonNullable<Span['sync']>): string =>
  [
    buildAgeSeconds === null ? 'no day yet' : `build ${(buildAgeSeconds / 3_600).toFixed(1)} h old`,
    ...(isRunning ? ['under way'] : []),
    ...(isRefused ? ['newest build refused: market status'] : []),
    ...(isFailing ? ['last attempt failed: market status'] : []),
    `${requests} requests of the last day`,
  ].join('   ')

const linesOf = (span: Span, usages: readonly Usage[]): readonly string[] => [
  `requests   ${span.requestsPerSecond.toFixed(1)}/s   running ${span.running}   refused (4xx) ${span.refused}   failed (5xx) ${span.failed}`,
  `latency    p50 ${milliseconds(span.p50Seconds)}   p99 ${milliseconds(span.p99Seconds)}`,
  `cache      hits ${share(span.hits, span.lookups)} of ${span.lookups} lookups`,
  `upstream   ${upstreamState(span)}`,
  ...(span.sync === null ? [] : [`sync       ${syncState(span.sync)}`]),
  `process    ${span.memoryMb.toFixed(0)} MB   event loop lag p99 ${(span.eventLoopLagSeconds * 1000).toFixed(1)} ms`,
  '',
  ...formatTable([
    ['account', 'name', 'minute left', 'of', 'month left', 'of'],
    ...usages.map(({ account, minute, month }) => [
      account.id,
      account.name,
      minute.remaining,
      minute.limit,
      month.remaining,
      month.limit,
    ]),
  ]),
]

const redraw = ({ out, isTerminal }: CommandOutput, lines: readonly string[]) => {
  if (isTerminal) out('\x1b[H\x1b[2J')
  for (const line of lines) out(line)
}

export const topCommand: Command = {
  name: 'top',
  usage: '[--every SECONDS] [--samples N]',
  summary: 'watch a running service: requests, latency, cache, upstream, and the accounts that used most of their month',
  options: {
    every: { type: 'string', value: 'SECONDS', help: 'time between two samples, 0.1 to 3600 (default 2)' },
    samples: {
      type: 'string',
      value: 'N',
      help: 'stop after N samples (default: go on until interrupted; 1 with --json or without a terminal)',
    },
  },
  run: async (context) => {
    const { metricsHost, metricsPort } = await readConfig(context.env)
    if (metricsPort === 0) throw new UsageError('METRICS_PORT is 0, so there are no metrics to watch')
    const isOnce = context.options.json === true || !context.output.isTerminal
    const seconds = Number(optional(context, 'every') ?? 2)
    const samples = Number(optional(context, 'samples') ?? (isOnce ? 1 : Number.POSITIVE_INFINITY))
    if (!(seconds >= 0.1 && seconds <= 3_600) || !(samples >= 1))
      throw new UsageError('--every takes 0.1 to 3600 seconds, --samples a count')
    const address = `http://${metricsHost.includes(':') ? `[${metricsHost}]` : metricsHost}:${metricsPort}`
    let before = await scrape(address)
    return withAccounts(context, async (accounts) => {
      for (let taken = 1; ; taken++) {
        await delay(seconds * 1000)
        const now = await scrape(address)
        const span = between(before, now, seconds)
        const usages = await accounts.busiest(accountsShown)
        if (taken >= samples) return { json: { ...span, accounts: usages }, lines: linesOf(span, usages) }
        if (!context.options.json) redraw(context.output, linesOf(span, usages))
        before = now
      }
    })
  },
}
