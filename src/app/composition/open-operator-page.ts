import type { Logger } from 'pino'
import { readKeptDays } from '../../archive/kept-days.ts'
import { createOperatorServer } from '../../operator/listener.ts'
import type { CatalogueFigures } from '../../operator/overview.ts'
import { createOverview } from '../../operator/read-overview.ts'
import { createLiveSamples } from '../../telemetry/live-samples.ts'
import type { ServiceMetrics } from '../../telemetry/service-metrics.ts'
import type { Config } from '../configuration/config.ts'
import { version } from '../configuration/version.ts'
import type { Records } from './open-records.ts'

export interface OperatorPageDependencies {
  readonly metrics: ServiceMetrics
  readonly logger: Logger
  readonly records: Pick<Records, 'store' | 'accounts' | 'statistics' | 'kept' | 'sync'>
  readonly catalogue: () => Promise<CatalogueFigures>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Opens the operator's page, and the samples that it is made of. */
export const openOperatorPage = (
  config: Pick<Config, 'marketSource' | 'database' | 'metricsHost' | 'tls' | 'priceArchive' | 'workers'>,
  { metrics, logger, records, catalogue, now }: OperatorPageDependencies,
) => {
  const { marketSource, database, metricsHost, tls, priceArchive, workers } = config
  const { store, accounts, statistics, sync } = records
  const samples = createLiveSamples({ metrics, now })
  const archive = priceArchive ? records.kept.archive : null
  const overview = createOverview({
    service: {
      version,
      startedAt: new Date(now()).toISOString(),
      marketSource,
      database: database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL',
      workers,
    },
    now,
    span: samples.span,
    memory: metrics.memory,
    statistics,
    accounts,
    syncRecord: sync?.record ?? null,
    catalogue,
    keptDays: archive && (() => readKeptDays(store.archive, archive.source)),
    databaseBytes: store.sizeBytes,
    certFile: tls?.certFile ?? null,
  })
  return {
    /** Takes samples from now on. @returns the server of the metrics address, not yet listening */
    createServer: () => {
      samples.start()
      return createOperatorServer({ metrics, overview, host: metricsHost, logger })
    },
    close: samples.close,
  }
}
