import { flushCompileCache } from 'node:module'
import { compose } from '../composition/compose.ts'
import type { Config } from '../configuration/config.ts'
import { warnOfOpenFolder } from '../configuration/folder-modes.ts'
import { onEnd } from '../lifecycle/end.ts'
import { finish } from '../lifecycle/finish.ts'
import { announce, openLog, type StartOutput } from '../lifecycle/greeting.ts'
import { listen, listenForMetrics } from '../lifecycle/listen.ts'
import { reloadOnHangup } from '../lifecycle/reload.ts'
import { showFirstSync } from '../sync/first-sync.ts'

/** Serves with this process alone. */
export const startAlone = async (config: Config, output: StartOutput): Promise<void> => {
  const log = openLog(config, output)
  reloadOnHangup(output, async () =>
    log.logger.info('nothing to reload: this process takes up a changed certificate or index by itself'),
  )
  let address = ''
  const service = await compose(config, {
    log,
    now: Date.now,
    steadyNow: () => performance.now(),
    publicUrl: () => config.publicUrl ?? address,
  })
  const { api, accounts, operator, sync } = service
  const metricsServer = config.metricsPort === 0 ? null : operator.createServer()
  // Before the address is printed: whoever reads it may stop us at once.
  onEnd({
    stop: (reason) => {
      // What was pulled stays, so there is no reason to wait for the rest.
      const syncEnded = sync?.close()
      const alongside = async () => {
        metricsServer?.close()
        metricsServer?.closeAllConnections()
        await syncEnded
      }
      void finish(service, { reason, graceMs: config.shutdownGraceMs, log, alongside })
    },
    exitNow: () => process.exit(1),
    isRunByNpm: config.isRunByNpm,
  })

  // Else Node writes what it compiled when the process ends, where it would take from the time to stop.
  flushCompileCache()
  try {
    address = await listen(api.server, {
      host: config.host,
      port: config.port,
      protocol: config.tls ? 'https' : 'http',
      setting: 'PORT',
    })
    const metrics = metricsServer && (await listenForMetrics(metricsServer, config))
    warnOfOpenFolder(config, log.logger)
    await announce(output, { config, accounts, address, metrics })
    if (config.marketSync) sync?.start(showFirstSync(output, sync))
  } catch (error) {
    api.server.close()
    metricsServer?.close()
    await service.close()
    throw error
  }
}
