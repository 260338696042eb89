import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { CatalogueFigures } from '../../operator/overview.ts'
import type { RequestStatistics } from '../../statistics/request-statistics.ts'
import type { OutputLog } from '../../telemetry/log.ts'
import { countDroppedLines } from '../../telemetry/request-metrics.ts'
import { createProcessMetrics } from '../../telemetry/service-metrics.ts'
import { createPhotoRelay } from '../../workers/photo-relay.ts'
import { createSupervisor, type Supervisor } from '../../workers/supervisor.ts'
import { createWorkersMetrics } from '../../workers/workers-metrics.ts'
import { openOperatorPage } from '../composition/open-operator-page.ts'
import { openRecords } from '../composition/open-records.ts'
import type { Config } from '../configuration/config.ts'
import { warnOfOpenFolder } from '../configuration/folder-modes.ts'
import { onEnd } from '../lifecycle/end.ts'
import { maxFlushMs } from '../lifecycle/finish.ts'
import { announce, openLog, type StartOutput } from '../lifecycle/greeting.ts'
import { listen, listenForMetrics } from '../lifecycle/listen.ts'
import { reloadOnHangup } from '../lifecycle/reload.ts'
import { showFirstSync } from '../sync/first-sync.ts'
import { createIndexCopies } from './index-copies.ts'
import { createProcessStarter, type WorkerProcess } from './process-starter.ts'
import { releaseStartMemory } from './start-memory.ts'

/** How much longer than its grace time a worker may take to end before it is killed. */
const stopMarginMs = 1_000

/**
 * Finds out whether the port can be had, so that this is told once and in one sentence, and chooses one for 0: a
 * replaced worker listens where the others do.
 */
const findPort = async ({ host, port }: Config): Promise<number> => {
  const probe = createServer()
  const address = await listen(probe, { host, port, protocol: 'http' })
  await new Promise((resolve) => probe.close(resolve))
  return Number(new URL(address).port)
}

const watchWorkers = (
  registry: Registry,
  supervisor: Pick<Supervisor<WorkerProcess>, 'serving' | 'replaced'>,
): void => {
  const registers = [registry]
  new Gauge({
    name: 'card_market_workers',
    help: 'Worker processes that serve.',
    registers,
    collect() {
      this.set(supervisor.serving().length)
    },
  })
  new Counter({
    name: 'card_market_workers_replaced_total',
    help: 'Worker processes that ended unasked and were replaced.',
    registers,
    collect() {
      this.reset()
      this.inc(supervisor.replaced())
    },
  })
}

/**
 * Prepares the processes of the service, none of which runs yet: the workers, one process that reads the photos of all,
 * and the metrics of all together. Each is ended by `opened`.
 */
const openProcesses = (config: Config, port: number, log: OutputLog, opened: AsyncDisposableStack) => {
  const copies = createIndexCopies(config.catalogFile)
  opened.defer(copies.close)
  const processes = createProcessStarter(config, port, {
    onLines: log.relay,
    copyIndex: copies.path,
    onPhoto: (worker, request) => photos.ask(worker, request, worker.send),
    onLast: (worker, sample) => metrics.note(worker, sample),
    onReaderEnded: (reader, reason) => {
      log.logger.info({ reason }, 'photo process ended')
      metrics.retire(reader)
    },
  })
  const photos = createPhotoRelay(processes.startReader)
  opened.defer(photos.stop)
  const supervisor = createSupervisor<WorkerProcess>({
    count: config.workers,
    start: () => {
      const worker = processes.startWorker()
      void worker.ended.then(() => {
        photos.forget(worker)
        metrics.retire(worker)
      })
      return worker
    },
    stopMs: config.shutdownGraceMs + stopMarginMs,
    pause: delay,
    onLost: (pid, reason) => log.logger.error({ pid, reason }, 'worker lost; another takes its place'),
    onFailedStart: (err) => log.logger.error({ err }, 'worker did not start; it is tried again'),
  })
  opened.defer(supervisor.stop)
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  watchWorkers(registry, supervisor)
  // The lines of all workers go through this process, and are dropped here.
  countDroppedLines(registry, log.dropped)
  const metrics = createWorkersMetrics(createProcessMetrics(registry), () => [
    ...supervisor.serving(),
    ...photos.readers(),
  ])
  return { photos, supervisor, metrics }
}

/**
 * Serves with several processes behind one port. This one, the parent, has the port, the metrics address, the log and
 * the daily pull, and answers no calls; workers (`worker.ts`) answer them; one more process reads the photos of all
 * (`photo-process.ts`), and one each pull fetches a day (`app/sync/sync-process.ts`). What they send each other is in
 * `workers/messages.ts`.
 */
export const startWorkers = async (config: Config, output: StartOutput): Promise<void> => {
  const log = openLog(config, output)
  const started = Promise.withResolvers<void>()
  reloadOnHangup(output, async () => {
    await started.promise
    log.logger.info('reloading')
    try {
      await supervisor.reload()
      photos.renew()
      log.logger.info('reloaded')
    } catch (err) {
      log.logger.error({ err }, 'reload given up; the former workers go on')
    }
  })
  await using opened = new AsyncDisposableStack()
  const records = await openRecords(config, { log, now: Date.now })
  opened.defer(records.close)
  const { accounts, sync, statistics } = records
  const port = await findPort(config)
  const { photos, supervisor, metrics } = openProcesses(config, port, log, opened)
  const operator = openOperatorPage(config, {
    metrics,
    logger: log.logger,
    records: { ...records, statistics: withCountsOf(statistics, supervisor.serving) },
    catalogue: async () => {
      const answers = await Promise.all(supervisor.serving().map((worker) => worker.ask('catalogue')))
      return answers.find((answer) => answer !== null) ?? nothingKnown(config)
    },
    now: records.store.now,
  })
  opened.defer(operator.close)
  const metricsServer = config.metricsPort === 0 ? null : operator.createServer()
  opened.defer(() => {
    metricsServer?.close()
    metricsServer?.closeAllConnections()
  })

  let isStopping = false
  onEnd({
    stop: async (reason) => {
      isStopping = true
      log.logger.info({ reason, workers: supervisor.serving().length }, 'stopping')
      const syncEnded = sync?.close()
      await supervisor.stop()
      await syncEnded
      await Promise.race([closing.disposeAsync(), delay(maxFlushMs)])
      log.logger.info('stopped')
      await log.flush(maxFlushMs)
      process.exit(0)
    },
    exitNow: () => {
      supervisor.killAll()
      process.exit(1)
    },
    isRunByNpm: config.isRunByNpm,
  })
  const closing = opened.move()
  try {
    const [address] = await Promise.all([supervisor.start(), releaseStartMemory()])
    if (config.ocrWorkers > 0 && config.ocrStart === 'boot') photos.start()
    const metricsAddress = metricsServer && (await listenForMetrics(metricsServer, config))
    warnOfOpenFolder(config, log.logger)
    await announce(output, { config, accounts, address, metrics: metricsAddress })
    started.resolve()
    if (config.marketSync) sync?.start(showFirstSync(output, sync))
    flushCompileCache()
  } catch (error) {
    // Stopped as it started: the end is under way, and is none of a failure.
    if (isStopping) return
    await closing.disposeAsync()
    throw error
  }
}

const nothingKnown = ({ catalogName }: Config): CatalogueFigures => ({
  source: catalogName,
  fetchedAt: null,
  products: null,
  sets: null,
  lines: [],
  problem: 'No worker answers.',
})

/** The counts of this process and those that its workers have not written yet. */
const withCountsOf = (statistics: RequestStatistics, serving: () => readonly WorkerProcess[]): RequestStatistics => ({
  ...statistics,
  read: async (query) => {
    await Promise.all(serving().map((worker) => worker.ask('counts')))
    return statistics.read(query)
  },
})
