import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '../app/config.ts'
import type { Usage } from '../contract/usage.ts'
import { type Command, type CommandContext, type CommandOutput, formatTable, optional, UsageError } from './command.ts'
import { growth, quantile, readMetrics, type Series, sumOf } from './metrics-text.ts'
import { withAccounts } from './with-store.ts'

const requests = 'card_market_http_requests_total'
const duration = 'card_market_http_request_duration_seconds'
const observations = 'card_market_observations_total'
const accountsShown = 8

/** The running service does not show its metrics, so there is nothing to watch. */
export class NoMetricsError extends Error {
  override readonly name = 'NoMetricsError'
}

const look = async (address: string): Promise<readonly Series[]> => {
  const response = await fetch(`${address}/metrics`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  if (!response?.ok)
    throw new NoMetricsError(`No service shows its metrics at ${address}/metrics; METRICS_HOST and METRICS_PORT say where.`)
  return readMetrics(await response.text())
}

const milliseconds = (seconds: number | null): string =>
  seconds === null ? '–' : seconds === Number.POSITIVE_INFINITY ? '> 10 s' : `≤ ${seconds * 1000} ms`

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`)

/** What happened between two looks. */
const between = (before: readonly Series[], now: readonly Series[], seconds: number) => {
  const grown = (name: string, fits?: (labels: Series['labels']) => boolean) =>
    growth(sumOf(before, name, fits), sumOf(now, name, fits))
  const outcome = (...words: string[]) => grown(observations, (labels) => words.includes(labels.outcome ?? ''))
  const answered = grown(requests)
  return {
    perSecond: answered / seconds,
    running: sumOf(now, 'card_market_http_requests_running'),
    refused: grown(requests, ({ status }) => status?.startsWith('4') ?? false),
    failed: grown(requests, ({ status }) => status?.startsWith('5') ?? false),
    half: quantile(before, now, duration, 0.5),
    slowest: quantile(before, now, duration, 0.99),
    uses: outcome('hit', 'joined', 'shared', 'fetched', 'failed'),
    hits: outcome('hit', 'joined', 'shared'),
    fetched: outcome('fetched'),
    sourceFailed: outcome('failed'),
    memoryMb: sumOf(now, 'process_resident_memory_bytes') / 1_048_576,
    lagSeconds: sumOf(now, 'nodejs_eventloop_lag_p99_seconds'),
  }
}

type Span = ReturnType<typeof between>

const sourceWord = ({ fetched, sourceFailed }: Span): string =>
  fetched + sourceFailed === 0
    ? 'not asked'
    : sourceFailed === 0
      ? 'well'
      : `${share(sourceFailed, fetched + sourceFailed)} of fetches failed`

const linesOf = (span: Span, usages: readonly Usage[]): readonly string[] => [
  `requests   ${span.perSecond.toFixed(1)}/s   running ${span.running}   refused ${span.refused}   failed ${span.failed}`,
  `latency    half ${milliseconds(span.half)}   99 % ${milliseconds(span.slowest)}`,
  `cache      ${share(span.hits, span.uses)} of ${span.uses} uses`,
  `source     ${sourceWord(span)}`,
  `process    ${span.memoryMb.toFixed(0)} MB   event loop lag ${(span.lagSeconds * 1000).toFixed(1)} ms`,
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

/** Accounts that have used most of their month first. */
const busiest = (context: CommandContext): Promise<readonly Usage[]> =>
  withAccounts(context, async (accounts) => {
    const open = (await accounts.list()).filter(({ closedAt }) => closedAt === null)
    const usages = await Promise.all(open.map(({ id }) => accounts.usageOf(id)))
    return usages.sort((a, b) => b.month.used - a.month.used).slice(0, accountsShown)
  })

const redraw = ({ out, isTerminal }: CommandOutput, lines: readonly string[]) => {
  if (isTerminal) out('\x1b[H\x1b[2J')
  for (const line of lines) out(line)
}

/** The command that watches a running service. */
export const topCommand: Command = {
  name: 'top',
  usage: '[--every SECONDS] [--looks N]',
  summary: 'watch a running service: requests, latency, cache, source and allowances',
  options: { every: { type: 'string' }, looks: { type: 'string' } },
  operands: [0, 0],
  run: async (context) => {
    const { metricsHost, metricsPort } = await readConfig(context.env)
    if (metricsPort === 0) throw new UsageError('METRICS_PORT is 0, so there are no metrics to watch')
    const seconds = Number(optional(context, 'every') ?? 2)
    const looks = Number(
      optional(context, 'looks') ?? (context.options.json || !context.output.isTerminal ? 1 : Number.POSITIVE_INFINITY),
    )
    if (!(seconds >= 0.1 && seconds <= 3_600) || !(looks >= 1))
      throw new UsageError('--every takes 0.1 to 3600 seconds, --looks a count')
    const address = `http://${metricsHost.includes(':') ? `[${metricsHost}]` : metricsHost}:${metricsPort}`
    let before = await look(address)
    for (let done = 1; ; done++) {
      await delay(seconds * 1000)
      const now = await look(address)
      const span = between(before, now, seconds)
      const accounts = await busiest(context)
      if (done >= looks) return { json: { ...span, accounts }, lines: linesOf(span, accounts) }
      redraw(context.output, linesOf(span, accounts))
      before = now
    }
  },
}
