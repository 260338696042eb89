import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { openLocalCatalog } from '../catalog/index/local-source.ts'
import { catalogMethods } from '../catalog/observed-catalog.ts'
import type { CatalogProduct, CatalogSource } from '../catalog/ports.ts'
import { ServiceError } from '../contract/errors.ts'
import { type PageRoutes, textPage } from '../http/pages.ts'
import type { CardReader } from '../identification/ports.ts'
import type { ObservationCache } from '../market/observation-cache.ts'
import { type ObservedMethods, type OnObservation, observe } from '../market/observe.ts'
import { marketMethods } from '../market/observed-market.ts'
import type { MarketSource, ObservedMarket, ObservedSource } from '../market/ports.ts'
import type { SharedCache } from '../market/shared-cache.ts'
import type { FindProduct, SandboxProduct } from '../market/sources/sandbox/sandbox-product.ts'
import { packCardNamesInThread } from './card-names-thread.ts'
import type { Config } from './config.ts'

/** What sources are given from outside. */
export interface SourceSurroundings {
  readonly cache: ObservationCache
  /** The cache behind it that several processes share; what lies in this process anyway does not go through it. */
  readonly shared: SharedCache | null
  readonly now: () => number
  readonly publicUrl: () => string
  readonly onObservation: OnObservation
  readonly log: Logger
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

/** The sandbox market over a catalogue, and the pictures and product pages that it serves itself. */
const openSandbox = async ({ now, publicUrl }: SourceSurroundings, findInCatalog: FindProduct) => {
  const [{ createSandboxMarket, sandboxAddresses }, { findReservedProduct }, { drawPicture }, { renderProductPage }] =
    await Promise.all([
      import('../market/sources/sandbox/sandbox-market.ts'),
      import('../market/sources/sandbox/reserved.ts'),
      import('../market/sources/sandbox/picture.ts'),
      import('../market/sources/sandbox/product-page.ts'),
    ])
  const findProduct: FindProduct = (productId) => findReservedProduct(productId) ?? findInCatalog(productId)
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
  return { market, pages }
}

/** The live source: its hosts, each with one client that every adapter shares. */
const openTcgplayer = async (config: Config, { log, registry }: SourceSurroundings) => {
  const [{ openTcgplayerHosts }, { createUpstreamMetrics }, { createTcgplayerMarket }, { createTcgplayerCatalog }] =
    await Promise.all([
      import('../market/sources/tcgplayer/hosts.ts'),
      import('../telemetry/upstream-metrics.ts'),
      import('../market/sources/tcgplayer/market/tcgplayer-market.ts'),
      import('../market/sources/tcgplayer/catalog/tcgplayer-catalog.ts'),
    ])
  const metrics = createUpstreamMetrics({ registry, logger: log })
  const { hosts, all, close } = openTcgplayerHosts(config.upstream, metrics.observer)
  metrics.watch(all)
  return { market: createTcgplayerMarket(hosts), createCatalog: () => createTcgplayerCatalog(hosts), close }
}

interface Reader {
  readonly reader: CardReader
  /** Names and numbers to match what is read against, from now on. */
  readonly useLexicon: (lexicon: SharedArrayBuffer | null) => void
}

/** Opens the reader of photos; turned off, nothing of it is loaded. */
const openReader = async ({ ocrWorkers, ocrStart, catalogSource }: Config, log: Logger): Promise<Reader> => {
  if (ocrWorkers === 0) {
    const { noReader } = await import('../photo/pool/no-reader.ts')
    return { reader: noReader, useLexicon: () => {} }
  }
  const { createCardReader } = await import('../photo/pool/pool.ts')
  const pool = createCardReader({
    workers: ocrWorkers,
    start: ocrStart,
    // The first photo is not read without the names that the next one is read with.
    lexicon: catalogSource === 'tcgplayer' ? null : 'later',
    // A second thread halves the wait where a core is left for it.
    threads: ocrWorkers < availableParallelism() ? 2 : 1,
    onReplaced: (reason) => log.warn({ reason }, 'photo reader replaced'),
  })
  return { reader: pool, useLexicon: pool.useLexicon }
}

/** A product of an imported catalogue as the sandbox market wants it: with no finishes known, and its own market price to walk around. */
const sandboxProductOf = ({ productId, name, number, rarity, sealed, marketPrice, ...rest }: CatalogProduct): SandboxProduct => ({
  productId,
  name,
  line: { id: rest.categoryId, name: rest.categoryName, slug: rest.categorySlug },
  set: { id: rest.setId, name: rest.setName, slug: rest.setSlug, code: rest.setCode, publishedOn: null },
  number,
  rarity,
  sealed,
  variants: [],
  languages: [],
  anchorPrice: marketPrice,
  attributes: {},
})

/** Opens the sources that the configuration names; it has settled already which of them go together. */
export const openSources = async (config: Config, surroundings: SourceSurroundings): Promise<Sources> => {
  const { cache, shared, now, onObservation, log } = surroundings
  const observed = <S extends object>(prefix: string, source: S, methods: ObservedMethods<S>, behind: SharedCache | null) =>
    observe(source, { methods, cache, shared: behind, freshForMs: config.freshForMs, now, prefix, onObservation })
  const observedMarket = (market: MarketSource) => observed('market', market, marketMethods, shared)
  const { reader, useLexicon } = await openReader(config, log)
  if (config.catalogSource === 'sandbox') {
    const { openSandboxCatalog } = await import('../market/sources/sandbox/sandbox-catalog.ts')
    const { source, findProduct, index } = openSandboxCatalog(now)
    const { market, pages } = await openSandbox(surroundings, findProduct)
    if (config.ocrWorkers > 0) {
      const { packLexicon } = await import('../photo/match/lexicon.ts')
      useLexicon(packLexicon(index.entries()))
    }
    const catalog = observed<CatalogSource>('catalog', source, catalogMethods, null)
    return { market: observedMarket(market), catalog, reader, pages, close: reader.close }
  }
  const tcgplayer = config.marketSource === 'tcgplayer' ? await openTcgplayer(config, surroundings) : null
  if (tcgplayer && config.catalogSource === 'tcgplayer') {
    const catalog = observed<CatalogSource>('catalog', tcgplayer.createCatalog(), catalogMethods, shared)
    const close = async () => {
      tcgplayer.close()
      await reader.close()
    }
    return { market: observedMarket(tcgplayer.market), catalog, reader, pages: [], close }
  }
  const local = await openLocalCatalog({
    file: config.catalogFile,
    onEvent: (event) => {
      if (event.event === 'refused') return log.warn(event, 'catalogue')
      log.info(event, 'catalogue')
      if (config.ocrWorkers > 0) packCardNamesInThread(config.catalogFile, useLexicon, log)
    },
  })
  if (local.index() === null) useLexicon(null)
  const findProduct: FindProduct = (productId) => {
    const product = local.index()?.product(productId) ?? null
    return product && sandboxProductOf(product)
  }
  const { market, pages } = tcgplayer ? { market: tcgplayer.market, pages: [] } : await openSandbox(surroundings, findProduct)
  return {
    market: observedMarket(market),
    // The index answers faster than a cache would, and says itself of when its data is.
    catalog: local.source,
    reader,
    pages,
    close: async () => {
      local.close()
      tcgplayer?.close()
      await reader.close()
    },
  }
}
