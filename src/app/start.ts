import type { Accounts } from '../accounts/accounts.ts'
import { createLog } from '../telemetry/log.ts'
import { compose } from './compose.ts'
import type { Config } from './config.ts'
import { listen, stopGracefully } from './listen.ts'

/** Where the start is told: a terminal, or whatever reads standard output. */
export interface StartOutput {
  readonly out: (line: string) => void
  readonly isTerminal: boolean
}

/** Makes the account and key with which a newcomer starts. @returns `null` when there are accounts already */
const firstKey = async (config: Config, accounts: Accounts): Promise<string | null> => {
  if (config.marketSource !== 'sandbox') return null
  const issued = await accounts.createFirst({ name: 'Sandbox', plan: 'growth', label: 'first start' })
  return issued?.key ?? null
}

const greet = (
  output: StartOutput,
  { address, metrics, key, config }: { address: string; metrics: string | null; key: string | null; config: Config },
) => {
  const { marketSource, catalogSource } = config
  if (!output.isTerminal) {
    output.out(
      JSON.stringify({ msg: 'serving', address, metrics, marketSource, catalogSource, ...(key === null ? {} : { key }) }),
    )
    return
  }
  output.out(`Card Market Data serves at ${address} (market: ${marketSource}, catalogue: ${catalogSource})`)
  output.out(`  console    ${address}/`)
  output.out(`  reference  ${address}/docs`)
  if (metrics !== null) output.out(`  metrics    ${metrics}/metrics`)
  if (key !== null) {
    output.out('')
    output.out('  Your API key, shown this once:')
    output.out(`  ${key}`)
    output.out('')
    output.out(`  curl -H "Authorization: Bearer ${key}" "${address}/v1/identify?q=Charizard+4/102"`)
  }
}

/** How often it is looked whether the shell that started us still lives, in milliseconds. */
const orphanCheckMs = 250

/**
 * Tells when the process that started this one has ended. npm ends its shell on SIGTERM but does not pass the signal on, so that a service started by `npm start`
 * would serve on unseen.
 */
const whenOrphaned = (orphaned: () => void): void => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    orphaned()
  }, orphanCheckMs)
  timer.unref()
}

/** Starts the service and returns once it serves; SIGTERM or SIGINT ends the process, a second one at once. Run by npm, it also ends with npm. */
export const startService = async (config: Config, output: StartOutput, isRunByNpm: boolean): Promise<void> => {
  const log = createLog(config.logLevel)
  let address = ''
  const service = await compose(config, { log, now: Date.now, publicUrl: () => config.publicUrl ?? address })
  const { api, accounts, metrics } = service
  const metricsServer = config.metricsPort === 0 ? null : metrics.createServer()
  let isStopping = false
  const stop = async (reason: string) => {
    isStopping = true
    log.logger.info({ reason }, 'stopping')
    const isClean = await stopGracefully(api, config.shutdownGraceMs)
    metricsServer?.close()
    metricsServer?.closeAllConnections()
    await service.close()
    log.logger.info({ isClean }, 'stopped')
    log.flush()
    process.exit(0)
  }
  // Before anything is said of the address: whoever reads it may stop us at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      void stop(signal)
    })
  }
  if (isRunByNpm) whenOrphaned(() => void (isStopping || stop('npm has ended')))

  try {
    address = await listen(api.server, { host: config.host, port: config.port, protocol: config.tls ? 'https' : 'http' })
    const metricsAddress =
      metricsServer && (await listen(metricsServer, { host: config.metricsHost, port: config.metricsPort, protocol: 'http' }))
    greet(output, { address, metrics: metricsAddress, key: await firstKey(config, accounts), config })
  } catch (error) {
    api.server.close()
    await service.close()
    throw error
  }
}
