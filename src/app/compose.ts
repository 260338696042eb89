import { createCatalog } from '../catalog/catalog.ts'
import type { LocalCatalogOptions } from '../catalog/index/local-catalog.ts'
import { endpoints } from '../contract/endpoints.ts'
import { createApiRoutes } from '../http/api-routes.ts'
import { createBodyBudget } from '../http/body-budget.ts'
import { createConsolePages } from '../http/console.ts'
import { createCrossOriginHeaders } from '../http/cross-origin.ts'
import { createDirectCalls } from '../http/direct-calls.ts'
import { createHandlers } from '../http/handlers.ts'
import { createMcpRoute } from '../http/mcp-route.ts'
import type { RequestReport } from '../http/request-report.ts'
import { createApiServer } from '../http/server.ts'
import { createServicePages } from '../http/service-pages.ts'
import { createIdentification } from '../identification/identification.ts'
import { createMemoryCache } from '../market/observation-cache.ts'
import { createArtworkSource } from '../pictures/artwork-source.ts'
import { fingerprintFileOf } from '../pictures/fingerprint-file.ts'
import { createProducts } from '../products/products.ts'
import { openRedisCache, type RedisCache } from '../stores/redis-cache.ts'
import type { AccessStore } from '../stores/store.ts'
import type { Log } from '../telemetry/log.ts'
import { watchProcess } from '../telemetry/process-metrics.ts'
import { createMetrics } from '../telemetry/request-metrics.ts'
import { createProcessMetrics } from '../telemetry/service-metrics.ts'
import { watchSync } from '../telemetry/sync-metrics.ts'
import { createCapabilities } from './capabilities.ts'
import { catalogueFiguresOf } from './catalogue-figures.ts'
import type { Config } from './config.ts'
import { openMcpEndpoint } from './open-mcp-endpoint.ts'
import { openOperatorPage } from './open-operator-page.ts'
import { openRecords } from './open-records.ts'
import { openSources } from './open-sources.ts'
import { openPhotoReader } from './photo-reader.ts'
import { pictureOriginOf } from './picture-hosts.ts'
import { syncStateOf } from './sync-state.ts'
import { followTlsFiles, readTls } from './tls.ts'

/** Opens the cache that several processes share. */
const openShared = async ({ redisUrl }: Config, { log }: Dependencies, store: AccessStore): Promise<RedisCache | null> => {
  if (redisUrl === null) return null
  return openRedisCache({
    url: redisUrl,
    secret: await store.cacheSecret(),
    onChange: (isConnected, reason) => {
      if (isConnected) log.logger.info({ reason }, 'shared cache connected')
      else log.logger.warn({ reason }, 'shared cache unavailable; this process uses its own')
    },
  })
}

/** The whole service, not yet listening. */
export type Service = Awaited<ReturnType<typeof compose>>

export interface Dependencies {
  readonly log: Log
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds of a clock that never goes back. */
  readonly steadyNow: () => number
  /** Where clients reach the service; read late, since a port may be chosen while starting. */
  readonly publicUrl: () => string
  /** Where photos are read by another process. */
  readonly openPhotoReader?: typeof openPhotoReader
  /** Where the catalogue's index is read from memory that several processes share. */
  readonly readIndex?: LocalCatalogOptions['read']
}

/** Puts the service together: the only place that knows which adapter is used. What was opened is closed again when a later step throws. */
export const compose = async (config: Config, dependencies: Dependencies) => {
  const { log, now, steadyNow, publicUrl } = dependencies
  const tls = readTls(config)
  await using opened = new AsyncDisposableStack()
  const records = await openRecords(config, { log, now })
  opened.defer(records.close)
  const { store, accounts, statistics, kept, sync } = records
  let isDraining = false
  const metrics = createMetrics({ running: () => api.running(), droppedLines: log.dropped })
  const cache = createMemoryCache(config.cacheMaxBytes, steadyNow)
  const shared = await openShared(config, dependencies, store)
  opened.defer(() => shared?.close())
  const sources = await openSources(config, {
    cache,
    shared,
    kept,
    now,
    steadyNow,
    publicUrl,
    onObservation: metrics.onObservation,
    log: log.logger,
    registry: metrics.registry,
    openPhotoReader: dependencies.openPhotoReader ?? openPhotoReader,
    readIndex: dependencies.readIndex,
  })
  opened.defer(sources.close)
  const catalogParts = { catalog: sources.catalog, sourceName: config.catalogName }
  const catalog = createCatalog(catalogParts)
  const artwork = createArtworkSource(fingerprintFileOf(config.catalogFile), (err) =>
    log.logger.warn({ err }, 'photos are not compared with pictures'),
  )
  opened.defer(artwork.close)
  const identification = createIdentification({ ...catalogParts, reader: sources.reader, artwork })
  const { identify } = identification
  const products = createProducts({
    market: sources.market,
    archive: sources.archive,
    source: config.marketSource,
    now,
    identify,
  })
  const capabilities = createCapabilities({
    config,
    offers: sources.offers,
    imported: sources.imported,
    categories: async (signal) => (await catalog.categories({ signal })).categories,
    hasArchive: sources.archive !== null,
    now,
    steadyNow,
  })
  if (sync) watchSync({ registry: metrics.registry, record: sync.record, now: store.now })
  const isReady = async () => !isDraining && store.isReady()
  watchProcess({ registry: metrics.registry, isReady, certFile: config.tls?.certFile ?? null })
  const report = (request: RequestReport) => {
    metrics.onRequest(request)
    log.request(request)
    if (!probes.has(request.operation)) statistics.count(request)
  }
  const handlers = createHandlers({ accounts, catalog, identification, products })
  const budget = createBodyBudget()
  const routes = [
    ...createApiRoutes(endpoints, handlers, accounts, budget),
    createMcpRoute({
      accounts,
      budget,
      callsFor: createDirectCalls(endpoints, handlers, accounts, report),
      answer: openMcpEndpoint(capabilities),
      origins: config.corsOrigins,
      publicUrl,
    }),
    ...createServicePages({
      isReady,
      capabilities,
      readyDetail: () => (sync ? { sync: syncStateOf(sync.record(), store.now()) } : {}),
    }),
    ...createConsolePages(config.consolePictureHosts.map(pictureOriginOf)),
    ...sources.pages,
  ]
  // Whoever watches the process asks all day, and would stand before all customers.
  const probes = new Set<string | null>(routes.filter(({ isProbe }) => isProbe).map(({ operation }) => operation))
  const api = createApiServer({
    routes,
    report,
    onDefect: (error) => log.logger.error({ err: error }, 'defect while answering a request'),
    tls,
    crossOrigin: createCrossOriginHeaders(config.corsOrigins),
  })
  opened.defer(followTlsFiles(config, api.server, log.logger))
  const catalogue = () => catalogueFiguresOf(config.catalogName, sources)
  const processMetrics = createProcessMetrics(metrics.registry)
  const operator = openOperatorPage(config, {
    metrics: processMetrics,
    logger: log.logger,
    records,
    catalogue: async () => catalogue(),
    now: store.now,
  })
  opened.defer(operator.close)
  const closing = opened.move()
  return {
    api: {
      ...api,
      drain: () => {
        isDraining = true
        api.drain()
      },
    },
    accounts,
    statistics,
    metrics: processMetrics,
    catalogue,
    /** What is shown on the metrics address. */
    operator,
    /** The daily pull; `null` where nothing has to be pulled. */
    sync,
    close: () => closing.disposeAsync(),
  }
}
