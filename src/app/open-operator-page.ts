import type { Server } from 'node:http'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Accounts } from '../accounts/accounts.ts'
import { readKeptDays } from '../archive/kept-days.ts'
import type { CatalogIndex } from '../catalog/index/catalog-index.ts'
import { memoizeByObject } from '../concurrency/memoize.ts'
import { createOperatorServer } from '../operator/listener.ts'
import type { CatalogueFigures } from '../operator/overview.ts'
import { createOverview } from '../operator/read-overview.ts'
import type { RequestStatistics } from '../statistics/request-statistics.ts'
import type { AccessStore } from '../stores/store.ts'
import { createLiveSamples } from '../telemetry/live-samples.ts'
import type { Config } from './config.ts'
import type { MarketSync } from './market-sync.ts'
import type { Sources } from './open-sources.ts'
import { version } from './version.ts'

export interface OperatorPageDependencies {
  readonly registry: Registry
  readonly logger: Logger
  readonly store: AccessStore
  readonly accounts: Accounts
  readonly statistics: RequestStatistics
  readonly sources: Sources
  readonly sync: MarketSync | null
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** The operator's page, and the samples that it is made of. */
export interface OperatorPage {
  /** Takes samples from now on. @returns the server of the metrics address, not yet listening */
  readonly createServer: () => Server
  readonly close: () => void
}

const figuresOf = memoizeByObject(
  (index: CatalogIndex): Omit<CatalogueFigures, 'problem'> => ({
    source: index.sourceName,
    fetchedAt: index.fetchedAt,
    products: index.productCount,
    sets: index.setCount,
    lines: index
      .categories()
      .map(({ name, slug }) => {
        const sets = index.sets(slug) ?? []
        return { name, slug, sets: sets.length, products: sets.reduce((sum, { count }) => sum + count, 0) }
      })
      .sort((a, b) => b.products - a.products),
  }),
)

export const openOperatorPage = (
  config: Pick<Config, 'marketSource' | 'catalogName' | 'database' | 'metricsHost' | 'tls'>,
  { registry, logger, store, accounts, statistics, sources, sync, now }: OperatorPageDependencies,
): OperatorPage => {
  const { marketSource, catalogName, database, metricsHost, tls } = config
  const samples = createLiveSamples({ registry, now })
  const catalogue = (): CatalogueFigures => {
    const index = sources.imported?.() ?? null
    const unknown = { source: catalogName, fetchedAt: null, products: null, sets: null, lines: [] }
    return { ...(index ? figuresOf(index) : unknown), problem: sources.catalogueProblem() }
  }
  const { archive } = sources
  const overview = createOverview({
    service: {
      version,
      startedAt: new Date(now()).toISOString(),
      marketSource,
      database: database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    },
    now,
    span: samples.span,
    statistics,
    accounts,
    syncRecord: sync?.record ?? null,
    catalogue,
    keptDays: archive && (() => readKeptDays(store.archive, archive.source)),
    databaseBytes: store.sizeBytes,
    certFile: tls?.certFile ?? null,
  })
  return {
    createServer: () => {
      samples.start()
      return createOperatorServer({ registry, overview, host: metricsHost, logger })
    },
    close: samples.close,
  }
}
