import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '../app/config.ts'
import type { Usage } from '../contract/usage.ts'
import { describeQuantile, describeShare, describeUpstream, figuresBetween, type LiveFigures } from '../telemetry/live-figures.ts'
import { readMetrics, type Series } from '../telemetry/metrics-text.ts'
import { type Command, CommandError, type CommandOutput, formatTable, optional, UsageError } from './command.ts'
import { withAccounts } from './with-store.ts'

const accountsShown = 8

const scrape = async (address: string): Promise<readonly Series[]> => {
  const response = await fetch(`${address}/metrics`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  if (!response?.ok)
    throw new CommandError(`No service shows its metrics at ${address}/metrics; METRICS_HOST and METRICS_PORT say where.`)
  return readMetrics(await response.text())
}

const syncState = ({ buildAgeSeconds, isRunning, isRefused, isFailing, requests }: NonNullable<LiveFigures['sync']>): string =>
  [
    buildAgeSeconds === null ? 'no day yet' : `build ${(buildAgeSeconds / 3_600).toFixed(1)} h old`,
    ...(isRunning ? ['under way'] : []),
    ...(isRefused ? ['newest build refused: market status'] : []),
    ...(isFailing ? ['last attempt failed: market status'] : []),
    `${requests} requests of the last day`,
  ].join('   ')

const linesOf = (span: LiveFigures, usages: readonly Usage[]): readonly string[] => [
  `requests   ${span.requestsPerSecond.toFixed(1)}/s   running ${span.running}   refused (4xx) ${span.refused}   failed (5xx) ${span.failed}`,
  `latency    p50 ${describeQuantile(span.p50Seconds)}   p99 ${describeQuantile(span.p99Seconds)}`,
  `cache      hits ${describeShare(span.hits, span.lookups)} of ${span.lookups} lookups`,
  `upstream   ${describeUpstream(span)}`,
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
        const span = figuresBetween(before, now, seconds)
        const usages = await accounts.busiest(accountsShown)
        if (taken >= samples) return { json: { ...span, accounts: usages }, lines: linesOf(span, usages) }
        if (!context.options.json) redraw(context.output, linesOf(span, usages))
        before = now
      }
    })
  },
}
