import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { withPriceFeed } from '../../archive/price-feed.ts'
import { type LocalCatalogOptions, openLocalCatalog } from '../../catalog/index/local-catalog.ts'
import { catalogMethods } from '../../catalog/observed-catalog.ts'
import type { CatalogSource } from '../../catalog/ports.ts'
import { withFigures } from '../../catalog/with-figures.ts'
import { textPage } from '../../http/api/pages.ts'
import type { ObservationCache } from '../../market/observation-cache.ts'
import { type ObservedMethods, type OnObservation, observe } from '../../market/observe.ts'
import { marketMethods } from '../../market/observed-market.ts'
import type { ObservedSource } from '../../market/ports.ts'
import type { SharedCache } from '../../market/shared-cache.ts'
import type { UpstreamHost } from '../../market/upstream/upstream.ts'
import type { HostOptions } from '../../sources/source-module.ts'
import type { Config } from '../configuration/config.ts'
import type { KeptPrices } from './open-archive.ts'
import type { openPhotoReader } from './photo-reader.ts'

export interface SourcesDependencies {
  readonly kept: KeptPrices
  readonly cache: ObservationCache
  /** The cache behind it that several processes share; what lies in this process anyway does not go through it. */
  readonly shared: SharedCache | null
  readonly now: () => number
  readonly steadyNow: () => number
  readonly publicUrl: () => string
  readonly onObservation: OnObservation
  readonly log: Logger
  readonly registry: Registry
  readonly openPhotoReader: typeof openPhotoReader
  /** How the catalogue's index is read; as its own by default. */
  readonly readIndex?: LocalCatalogOptions['read'] | undefined
}

/** The sources that the configuration names, observed, and what they show outside the API. */
export type Sources = Awaited<ReturnType<typeof openSources>>

/** Opens hosts under the operator's settings, and keeps them to be watched and closed. */
const createHosts = ({ upstream }: Config, { log, registry }: SourcesDependencies) => {
  const hosts: UpstreamHost[] = []
  return {
    loadOpener: async () => {
      const [{ createUpstreamHost }, { createUpstreamMetrics }] = await Promise.all([
        import('../../market/upstream/upstream.ts'),
        import('../../telemetry/upstream-metrics.ts'),
      ])
      const metrics = createUpstreamMetrics({ registry, logger: log })
      metrics.watch(hosts)
      return (options: HostOptions): UpstreamHost => {
        const host = createUpstreamHost({ ...upstream, ...options, observer: metrics.observer })
        hosts.push(host)
        return host
      }
    },
    close: () => {
      for (const host of hosts) host.close()
    },
  }
}

const whenMissingFor = ({ marketSource, marketSync }: Config): { readonly whenMissing?: string } => {
  if (marketSource !== 'tcgcsv') return {}
  const whenMissing = marketSync ? 'the first sync of the daily files makes it.' : 'run `market sync`.'
  return { whenMissing }
}

/** Opens the sources that the configuration names; it has settled already which of them go together. */
export const openSources = async (config: Config, dependencies: SourcesDependencies) => {
  const { cache, shared, kept, now, steadyNow, publicUrl, onObservation, log } = dependencies
  await using opened = new AsyncDisposableStack()
  const { reader, useEntries, useIndexFile } = await dependencies.openPhotoReader(config, log)
  opened.defer(reader.close)
  const local =
    config.catalogSource === 'local'
      ? await openLocalCatalog({
          file: config.catalogFile,
          ...(dependencies.readIndex ? { read: dependencies.readIndex } : {}),
          ...whenMissingFor(config),
          onEvent: (event) => {
            if (event.event === 'refused') return log.warn(event, 'catalogue')
            log.info(event, 'catalogue')
            useIndexFile(config.catalogFile)
          },
        })
      : null
  opened.defer(() => local?.close())
  const hosts = createHosts(config, dependencies)
  opened.defer(hosts.close)
  const { market, catalog, figuresOf, pages, namespace, recordedAtMs, offers, close } = await config.source.open({
    now,
    steadyNow,
    delay: (ms, signal) => delay(ms, undefined, { signal }),
    publicUrl,
    findImported: local && ((productId) => local.index()?.product(productId) ?? null),
    importedVersion: () => local?.version() ?? '',
    archive: kept.archive,
    recordedSince: kept.recordedSince,
    syncRecord: kept.syncRecord,
    loadHostOpener: hosts.loadOpener,
  })
  opened.defer(() => close?.())
  if (local === null || local.index() === null) await useEntries(catalog?.entries ?? null)
  const observed = <S extends object>(
    name: string,
    source: S,
    methods: ObservedMethods<S>,
    behind: SharedCache | null,
  ) =>
    observe(source, {
      methods,
      cache,
      // What the source holds itself lies no farther than a shared cache would.
      shared: recordedAtMs ? null : behind,
      recordedAtMs,
      freshForMs: config.freshForMs,
      now,
      namespace: () => `${namespace()}:${name}`,
      onObservation,
    })
  const observedCatalog = (): ObservedSource<CatalogSource> => {
    // The index answers faster than a cache would, and says itself of when its data is.
    if (local) return figuresOf ? withFigures(local.source, figuresOf) : local.source
    if (catalog === null) throw new Error(`${config.marketSource} opened no catalogue of its own`)
    return observed('catalog', catalog.source, catalogMethods, catalog.entries === null ? shared : null)
  }
  const sources = {
    market: observed('market', kept.feed ? withPriceFeed(market, kept.feed) : market, marketMethods, shared),
    catalog: observedCatalog(),
    reader,
    offers,
    /** What is known of the imported catalogue; `null` when the source's own is in use. */
    imported: local && (() => local.index()),
    /** Why there is no imported catalogue, or why the newest was refused; `null` when neither is so. */
    catalogueProblem: () => local?.problem() ?? null,
    /** What past prices are read from; a source whose newest day alone is kept has none. */
    archive: config.priceArchive ? kept.archive : null,
    pages: pages.map(({ name, path, render }) => textPage(name, path, render)),
  }
  const closing = opened.move()
  return { ...sources, close: () => closing.disposeAsync() }
}
