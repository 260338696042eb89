import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { catalogMethods } from './catalog/observed-catalog.ts'
import type { CatalogSource } from './catalog/ports.ts'
import { type Config, ConfigError } from './config.ts'
import { ServiceError } from './contract/errors.ts'
import { type PageRoutes, textPage } from './http/pages.ts'
import type { CardReader } from './identification/ports.ts'
import type { MarketSource, ObservedMarket, ObservedSource } from './market/market.ts'
import { type ObservationCache, type ObservedMethods, type OnObservation, observe } from './market/observe.ts'
import { marketMethods } from './market/observed-market.ts'
import { createNoReader } from './ocr/no-reader.ts'

/** What sources are given from outside. */
export interface SourceSurroundings {
  readonly cache: ObservationCache
  readonly now: () => number
  readonly publicUrl: () => string
  readonly onObservation: OnObservation
  readonly logger: Logger
  readonly registry: Registry
}

/** The sources that the configuration names, observed, and what they show outside the API. */
export interface Sources {
  readonly market: ObservedMarket
  readonly catalog: ObservedSource<CatalogSource>
  readonly reader: CardReader
  readonly pages: PageRoutes
  readonly close: () => Promise<void>
}

const noPage = () => new ServiceError('route_not_found', 'There is no such page.')

const idOf = (text: string | undefined): number => (/^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : 0)

/** The sandbox: its market, its catalogue, and the pictures and product pages that it serves itself. */
const openSandbox = async ({ now, publicUrl }: SourceSurroundings) => {
  const [{ openSandboxCatalog }, { createSandboxMarket, sandboxAddresses }, { drawPicture }, { renderProductPage }] =
    await Promise.all([
      import('./catalog/sources/sandbox.ts'),
      import('./market/sources/sandbox/sandbox-market.ts'),
      import('./market/sources/sandbox/picture.ts'),
      import('./market/sources/sandbox/product-page.ts'),
    ])
  const { source: catalog, findProduct } = openSandboxCatalog(now)
  const wait = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal })
  const market = createSandboxMarket({ findProduct, publicUrl, now: () => new Date(now()), wait })
  const { picture } = sandboxAddresses(publicUrl)
  const forADay = { 'cache-control': 'public, max-age=86400' }
  const pages: PageRoutes = [
    textPage(
      'sandboxImage',
      '/sandbox/images/{file}',
      ({ file }) => {
        const productId = idOf(/^(\d+)\.svg$/.exec(file ?? '')?.[1])
        const product = picture(productId) && findProduct(productId)
        // A picture opened by itself may run nothing.
        const policy = { ...forADay, 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" }
        return product ? { type: 'image/svg+xml', text: drawPicture(product), headers: policy } : null
      },
      noPage,
    ),
    textPage(
      'sandboxProduct',
      '/sandbox/products/{productId}',
      ({ productId }) => {
        const product = findProduct(idOf(productId))
        const policy = { ...forADay, 'content-security-policy': "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'" }
        return product && { type: 'text/html; charset=utf-8', text: renderProductPage(product), headers: policy }
      },
      noPage,
    ),
  ]
  return { market, catalog, pages }
}

/** The live source: its hosts, each with one client that every adapter shares. */
const openTcgplayer = async (config: Config, { logger, registry }: SourceSurroundings) => {
  const [{ openTcgplayerHosts }, { createUpstreamMetrics }, { createTcgplayerMarket }, { createTcgplayerCatalog }] =
    await Promise.all([
      import('./market/sources/tcgplayer/hosts.ts'),
      import('./http/upstream-metrics.ts'),
      import('./market/sources/tcgplayer/source.ts'),
      import('./catalog/sources/tcgplayer.ts'),
    ])
  const metrics = createUpstreamMetrics({ registry, logger })
  const { hosts, all, close } = openTcgplayerHosts(config.upstream, metrics.observer)
  metrics.watch(all)
  return { market: createTcgplayerMarket(hosts), openCatalog: () => createTcgplayerCatalog(hosts), close }
}

/** Opens the sources that the configuration names. @throws ConfigError for one that this release does not have */
export const openSources = async (config: Config, surroundings: SourceSurroundings): Promise<Sources> => {
  const { cache, now, onObservation } = surroundings
  const observed = <S extends object>(prefix: string, source: S, methods: ObservedMethods<S>) =>
    observe(source, { methods, cache, freshForMs: config.freshForMs, now, prefix, onObservation })
  if (config.catalogSource === 'local')
    throw new ConfigError(['CATALOG_SOURCE=local is not part of this release yet; use sandbox or tcgplayer.'])
  if (config.marketSource === 'tcgplayer') {
    const tcgplayer = await openTcgplayer(config, surroundings)
    return {
      market: observed<MarketSource>('market', tcgplayer.market, marketMethods),
      catalog: observed<CatalogSource>('catalog', tcgplayer.openCatalog(), catalogMethods),
      reader: createNoReader(),
      pages: [],
      close: async () => tcgplayer.close(),
    }
  }
  const sandbox = await openSandbox(surroundings)
  return {
    market: observed<MarketSource>('market', sandbox.market, marketMethods),
    catalog: observed<CatalogSource>('catalog', sandbox.catalog, catalogMethods),
    reader: createNoReader(),
    pages: sandbox.pages,
    close: async () => {},
  }
}
