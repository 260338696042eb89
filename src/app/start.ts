import { flushCompileCache } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { createLog } from '../telemetry/log.ts'
import { compose } from './compose.ts'
import type { Config } from './config.ts'
import { makeFirstKey } from './first-key.ts'
import { showFirstSync } from './first-sync.ts'
import { listen, stopGracefully } from './listen.ts'

/** Standard output: text on a terminal, one JSON line for whatever else reads it. */
export interface StartOutput {
  readonly out: (line: string) => void
  readonly isTerminal: boolean
  /** How a line that starts this program begins. */
  readonly program: string
}

const firstSteps =
  'There is no account yet: `accounts create --name NAME --plan growth` makes one, `keys issue --account ID` its API key.'

/** A call whose answer is plain: the sandbox has one card of this number and set; which a real market has is not known here. */
const firstCallOf = (marketSource: Config['marketSource']): string =>
  marketSource === 'sandbox' ? '/v1/identify?q=Charizard+4/102&set=base-set' : '/v1/search?q=charizard&limit=3'

interface Greeting {
  readonly address: string
  readonly metrics: string | null
  /** The key that was made at this start. */
  readonly key: string | null
  readonly hasAccounts: boolean
  /** The account, where there is exactly one. */
  readonly onlyAccount: string | null
  readonly config: Config
}

const greet = (output: StartOutput, { address, metrics, key, hasAccounts, onlyAccount, config }: Greeting) => {
  const { marketSource, catalogSource, dataDir } = config
  if (!output.isTerminal) {
    const line = { msg: 'serving', address, metrics, marketSource, catalogSource, dataDir }
    output.out(JSON.stringify({ ...line, ...(key === null ? {} : { key }), ...(hasAccounts ? {} : { hint: firstSteps }) }))
    return
  }
  output.out(`Card Market Data serves at ${address} (market: ${marketSource}, catalogue: ${catalogSource})`)
  output.out(`  console    ${address}/`)
  output.out(`  reference  ${address}/docs`)
  if (metrics !== null) {
    output.out(`  operator   ${metrics}/`)
    output.out(`  metrics    ${metrics}/metrics`)
  }
  output.out(`  data       ${dataDir}`)
  if (key !== null) {
    output.out('')
    output.out('  Your API key, shown this once:')
    output.out(`  ${key}`)
    output.out('')
    output.out(`  curl -H "Authorization: Bearer ${key}" "${address}${firstCallOf(marketSource)}"`)
  }
  if (!hasAccounts) output.out(`  ${firstSteps}`)
  else if (key === null)
    output.out(
      `  No key at hand? With the same settings, ${output.program} keys issue --account ${onlyAccount ?? 'ID'} makes one.`,
    )
}

const orphanCheckMs = 250

/** What closing the stores and writing out the log may take each, when the grace time has gone to the requests. */
const minStepMs = 100
/** How long the end waits for the reader of the log at most. */
const maxFlushMs = 1_000

/**
 * Calls back when the process that started this one has ended. npm ends its shell on SIGTERM but does not pass the signal on, so a service started by `npm start` would
 * serve on unseen.
 */
const whenOrphaned = (onOrphaned: () => void): void => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onOrphaned()
  }, orphanCheckMs)
  timer.unref()
}

/** Starts the service and returns once it serves; SIGTERM or SIGINT ends the process, a second one at once. Run by npm, it also ends with npm. */
export const startService = async (config: Config, output: StartOutput): Promise<void> => {
  const isText = config.logFormat === 'auto' ? output.isTerminal : config.logFormat === 'text'
  const log = createLog(config.logLevel, isText ? { hasColors: config.hasColors && output.isTerminal } : null)
  let address = ''
  const service = await compose(config, {
    log,
    now: Date.now,
    steadyNow: () => performance.now(),
    publicUrl: () => config.publicUrl ?? address,
  })
  const { api, accounts, operator, sync } = service
  const metricsServer = config.metricsPort === 0 ? null : operator.createServer()
  let isStopping = false
  const stop = async (reason: string) => {
    isStopping = true
    const endsAtMs = performance.now() + config.shutdownGraceMs
    const remainingMs = () => Math.max(minStepMs, endsAtMs - performance.now())
    log.logger.info({ reason }, 'stopping')
    // What was pulled stays, so there is no reason to wait for the rest.
    const syncEnded = sync?.close()
    const isClean = await stopGracefully(api, config.shutdownGraceMs)
    metricsServer?.close()
    metricsServer?.closeAllConnections()
    await syncEnded
    // A store that is silent, or a log that nobody reads, must not outlast the grace time.
    await Promise.race([service.close(), delay(remainingMs() / 2)])
    log.logger.info({ isClean }, 'stopped')
    await log.flush(Math.min(maxFlushMs, remainingMs() / 2))
    process.exit(0)
  }
  // Before the address is printed: whoever reads it may stop us at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      void stop(signal)
    })
  }
  if (config.isRunByNpm) whenOrphaned(() => void (isStopping || stop('npm has ended')))
  // The launcher on an older Node, which passes no signal on once it was killed itself.
  if (process.connected) process.once('disconnect', () => void (isStopping || stop('the launcher has ended')))
  // A start that fails ends by itself: the channel to the launcher must not hold it.
  process.channel?.unref()

  // Else Node writes what it compiled when the process ends, where it would take from the time to stop.
  flushCompileCache()
  try {
    address = await listen(api.server, {
      host: config.host,
      port: config.port,
      protocol: config.tls ? 'https' : 'http',
      setting: 'PORT',
    })
    const metricsAddress =
      metricsServer &&
      (await listen(metricsServer, {
        host: config.metricsHost,
        port: config.metricsPort,
        protocol: 'http',
        setting: 'METRICS_PORT',
      }))
    const key = await makeFirstKey(config, accounts, output.isTerminal)
    const hasAccounts = key !== null || (await accounts.hasAny())
    const listed = key === null && hasAccounts && output.isTerminal ? await accounts.list() : []
    const [only, ...others] = listed.filter(({ closedAt }) => closedAt === null)
    const onlyAccount = only !== undefined && others.length === 0 ? only.id : null
    greet(output, { address, metrics: metricsAddress, key, hasAccounts, onlyAccount, config })
    if (config.marketSync) sync?.start(showFirstSync(output, sync))
  } catch (error) {
    api.server.close()
    metricsServer?.close()
    await service.close()
    throw error
  }
}
