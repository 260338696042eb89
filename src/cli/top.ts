import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '../app/config.ts'
import type { Usage } from '../contract/usage.ts'
import { figuresBetween, type LiveFigures } from '../telemetry/live-figures.ts'
import { readMetrics, type Series } from '../telemetry/metrics-text.ts'
import { type Command, type CommandContext, CommandError, optional, printResult, UsageError } from './command.ts'
import { openFullScreen } from './full-screen.ts'
import { topLines } from './top-lines.ts'
import { withAccounts } from './with-store.ts'

const accountsShown = 8

const scrape = async (address: string): Promise<readonly Series[]> => {
  const response = await fetch(`${address}/metrics`, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  if (!response?.ok)
    throw new CommandError(`No service shows its metrics at ${address}/metrics; METRICS_HOST and METRICS_PORT say where.`)
  return readMetrics(await response.text())
}

interface Sample {
  readonly span: LiveFigures
  readonly usages: readonly Usage[]
}

interface Watch {
  readonly address: string
  readonly everySeconds: number
  readonly samples: number
}

const readWatch = async (context: CommandContext): Promise<Watch> => {
  const { metricsHost, metricsPort } = await readConfig(context.env)
  if (metricsPort === 0) throw new UsageError('METRICS_PORT is 0, so there are no metrics to watch')
  const isOnce = !context.options.json && context.output.screen === null
  const everySeconds = Number(optional(context, 'every') ?? 2)
  const samples = Number(optional(context, 'samples') ?? (isOnce ? 1 : Number.POSITIVE_INFINITY))
  if (!(everySeconds >= 0.1 && everySeconds <= 3_600) || !(samples >= 1))
    throw new UsageError('--every takes 0.1 to 3600 seconds, --samples a count')
  return {
    address: `http://${metricsHost.includes(':') ? `[${metricsHost}]` : metricsHost}:${metricsPort}`,
    everySeconds,
    samples,
  }
}

/** Takes samples until there are enough, or the signal says so. @returns the last one */
const sample = async (
  context: CommandContext,
  { address, everySeconds, samples }: Watch,
  signal: AbortSignal,
  onSample: (sample: Sample) => void,
): Promise<Sample | null> => {
  let before = await scrape(address)
  return withAccounts(context, async (accounts) => {
    let last: Sample | null = null
    for (let taken = 0; taken < samples; taken++) {
      await delay(everySeconds * 1000, null, { signal }).catch(() => null)
      if (signal.aborted) return last
      const now = await scrape(address)
      last = { span: figuresBetween(before, now, everySeconds), usages: await accounts.busiest(accountsShown) }
      onSample(last)
      before = now
    }
    return last
  })
}

const documentOf = ({ span, usages }: Sample) => ({ at: new Date().toISOString(), ...span, accounts: usages })

/** Prints each sample as it is taken, until the reader has enough or Ctrl-C is pressed. */
const print = async (context: CommandContext, watch: Watch): Promise<null> => {
  const stop = new AbortController()
  const onInterrupt = (): void => stop.abort()
  process.once('SIGINT', onInterrupt)
  let isFirst = true
  await sample(context, watch, stop.signal, (taken) => {
    if (!isFirst && !context.options.json) context.output.out('')
    isFirst = false
    printResult(context, { json: documentOf(taken), lines: topLines(taken.span, taken.usages, context.output.screen) })
  }).finally(() => process.removeListener('SIGINT', onInterrupt))
  return null
}

/** Draws each sample over the one before; the last of a number that was asked for stays on the terminal. */
const watchOnTerminal = async (context: CommandContext, watch: Watch): Promise<null> => {
  const { screen } = context.output
  if (screen === null) return null
  const display = openFullScreen(screen, process.stdin, process.stdout)
  const head = `q quits   every ${watch.everySeconds} s   ${watch.address}`
  display.show(() => [head, '', 'measuring …'])
  const last = await sample(context, watch, display.signal, ({ span, usages }) =>
    display.show((current) => [head, '', ...topLines(span, usages, current)]),
  ).finally(display.close)
  if (last !== null && !display.signal.aborted)
    printResult(context, { json: null, lines: topLines(last.span, last.usages, screen) })
  return null
}

export const topCommand: Command = {
  name: 'top',
  usage: '[--every SECONDS] [--samples N]',
  summary: 'watch a running service: requests, latency, cache, upstream, and the accounts that used most of their month',
  options: {
    every: { type: 'string', value: 'SECONDS', help: 'time between two samples, 0.1 to 3600 (default: 2)' },
    samples: {
      type: 'string',
      value: 'N',
      help: 'stop after N samples (default: go on until q or Ctrl-C; 1 without a terminal, unless with --json)',
    },
  },
  examples: ['top', 'top --samples 3 --every 1 --json'],
  run: async (context) => {
    const watch = await readWatch(context)
    const isDrawn = !context.options.json && context.output.screen?.canRedraw === true
    return isDrawn ? watchOnTerminal(context, watch) : print(context, watch)
  },
}
