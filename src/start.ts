import type { Accounts } from './accounts/accounts.ts'
import type { Output } from './cli/command.ts'
import { compose } from './compose.ts'
import type { Config } from './config.ts'
import { createLog } from './log.ts'
import { listen, stopGracefully } from './serve.ts'

/** Makes the account and key with which a newcomer starts. @returns `null` when there are accounts already */
const firstKey = async (config: Config, accounts: Accounts): Promise<string | null> => {
  if (config.marketSource !== 'sandbox' || (await accounts.list()).length > 0) return null
  const agreed = { requestsPerMinute: null, monthlyRequests: null, activeKeys: null }
  const { id } = await accounts.create({ name: 'Sandbox', plan: 'growth', agreed })
  const { key } = await accounts.issueKey({ accountId: id, label: 'first start', expiresAt: null })
  return key
}

const greet = (
  output: Output,
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

/** Starts the service and returns once it serves; SIGTERM or SIGINT ends the process, a second one at once. */
export const startService = async (config: Config, output: Output): Promise<void> => {
  const log = createLog(config.logLevel)
  let address = ''
  const service = await compose(config, { log, now: Date.now, publicUrl: () => config.publicUrl ?? address })
  const { api, accounts, metrics } = service
  const metricsServer = config.metricsPort === 0 ? null : metrics.createServer()
  const stop = async (signal: NodeJS.Signals) => {
    log.logger.info({ signal }, 'stopping')
    const isClean = await stopGracefully(api, config.shutdownGraceMs)
    metricsServer?.close()
    metricsServer?.closeAllConnections()
    await service.close()
    log.logger.info({ isClean }, 'stopped')
    log.flush()
    process.exit(0)
  }
  // Before anything is said of the address: whoever reads it may stop us at once.
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      void stop(signal)
    })
  }

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
