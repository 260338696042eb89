import { createCatalog } from '../../catalog/catalog.ts'
import type { LocalCatalogOptions } from '../../catalog/index/local-catalog.ts'
import { createCrossOriginHeaders } from '../../http/wire/cross-origin.ts'
import type { HttpLimits } from '../../http/wire/limits.ts'
import type { RequestReport } from '../../http/wire/request-report.ts'
import { createApiServer } from '../../http/wire/server.ts'
import { createIdentification } from '../../identification/identification.ts'
import { createMemoryCache } from '../../market/observation-cache.ts'
import { createArtworkSource } from '../../pictures/artwork-source.ts'
import { fingerprintFileOf } from '../../pictures/fingerprint-file.ts'
import { createProducts } from '../../products/products.ts'
import { openRedisCache, type RedisCache } from '../../stores/redis-cache.ts'
import type { AccessStore } from '../../stores/store.ts'
import type { Log } from '../../telemetry/log.ts'
import { watchProcess } from '../../telemetry/process-metrics.ts'
import { createMetrics } from '../../telemetry/request-metrics.ts'
import { createProcessMetrics } from '../../telemetry/service-metrics.ts'
import { watchSync } from '../../telemetry/sync-metrics.ts'
import type { Config } from '../configuration/config.ts'
import { followTlsFiles, readTls } from '../configuration/tls.ts'
import { syncStateOf } from '../sync/sync-state.ts'
import { createCapabilities } from './capabilities.ts'
import { catalogueFiguresOf } from './catalogue-figures.ts'
import { openOperatorPage } from './open-operator-page.ts'
import { openRecords } from './open-records.ts'
import { openSources } from './open-sources.ts'
import { openPhotoReader } from './photo-reader.ts'
import { createRoutes } from './routes.ts'

/** Opens the cache that several processes share. */
const openShared = async (
  { redisUrl }: Config,
  { log }: Dependencies,
  store: AccessStore,
): Promise<RedisCache | null> => {
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
  /** Instead of the limits of a service, such as shorter waits in a test. */
  readonly limits?: HttpLimits
  /** Instead of the steady clock that loop time is measured by. */
  readonly loopNow?: () => number
  /** How often the files of the certificate are read, instead of every two seconds. */
  readonly tlsCheckMs?: number
}

/** The sources behind the caches of this process and of several. */
const openObservedSources = async (
  config: Config,
  dependencies: Dependencies,
  { store, kept }: Awaited<ReturnType<typeof openRecords>>,
  { onObservation, registry }: ReturnType<typeof createMetrics>,
  opened: AsyncDisposableStack,
) => {
  const shared = await openShared(config, dependencies, store)
  opened.defer(() => shared?.close())
  const sources = await openSources(config, {
    openPhotoReader,
    ...dependencies,
    cache: createMemoryCache(config.cacheMaxBytes, dependencies.steadyNow),
    shared,
    kept,
    onObservation,
    log: dependencies.log.logger,
    registry,
  })
  opened.defer(sources.close)
  return sources
}

const openFeatures = (
  { catalogName, catalogFile, marketSource }: Config,
  { log, now }: Dependencies,
  { catalog: source, reader, market, archive }: Awaited<ReturnType<typeof openSources>>,
  opened: AsyncDisposableStack,
) => {
  const catalogParts = { catalog: source, sourceName: catalogName }
  const artwork = createArtworkSource(fingerprintFileOf(catalogFile), (err) =>
    log.logger.warn({ err }, 'photos are not compared with pictures'),
  )
  opened.defer(artwork.close)
  const identification = createIdentification({ ...catalogParts, reader, artwork })
  const { identify } = identification
  return {
    catalog: createCatalog(catalogParts),
    identification,
    products: createProducts({ market, archive, source: marketSource, now, identify }),
  }
}

/**
 * Puts the service together: the only place that knows which adapter is used. What was opened is closed again when a
 * later step throws.
 */
export const compose = async (config: Config, dependencies: Dependencies) => {
  const { log, now, publicUrl, limits, loopNow, tlsCheckMs } = dependencies
  const tls = readTls(config)
  await using opened = new AsyncDisposableStack()
  const records = await openRecords(config, { log, now })
  opened.defer(records.close)
  const { store, accounts, statistics, sync } = records
  let isDraining = false
  const metrics = createMetrics({ running: () => api.running(), droppedLines: log.dropped })
  const sources = await openObservedSources(config, dependencies, records, metrics, opened)
  const features = { accounts, ...openFeatures(config, dependencies, sources, opened) }
  const capabilities = createCapabilities({
    ...dependencies,
    config,
    offers: sources.offers,
    imported: sources.imported,
    categories: async (signal) => (await features.catalog.categories({ signal })).categories,
    hasArchive: sources.archive !== null,
  })
  if (sync) watchSync({ registry: metrics.registry, record: sync.record, now: store.now })
  const isReady = async () => !isDraining && store.isReady()
  watchProcess({ registry: metrics.registry, isReady, certFile: config.tls?.certFile ?? null })
  const report = (request: RequestReport) => {
    metrics.onRequest(request)
    log.request(request)
    if (!probes.has(request.operation)) statistics.count(request)
  }
  const routes = createRoutes(config, {
    features,
    report,
    publicUrl,
    isReady,
    capabilities,
    readyDetail: () => (sync ? { sync: syncStateOf(sync.record(), store.now()) } : {}),
    sourcePages: sources.pages,
  })
  // Monitoring polls constantly and would otherwise lead the list of customers.
  const probes = new Set<string | null>(routes.filter(({ isProbe }) => isProbe).map(({ operation }) => operation))
  const api = createApiServer({
    routes,
    report,
    onDefect: (error) => log.logger.error({ err: error }, 'defect while answering a request'),
    tls,
    ...(limits && { limits }),
    ...(loopNow && { now: loopNow }),
    crossOrigin: createCrossOriginHeaders(config.corsOrigins),
  })
  const catalogue = () => catalogueFiguresOf(config.catalogName, sources)
  opened.defer(followTlsFiles(config, api.server, log.logger, tlsCheckMs))
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
