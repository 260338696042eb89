import { setTimeout as delay } from 'node:timers/promises'
import type { CatalogSource } from './catalog/ports.ts'
import type { Config } from './config.ts'
import type { PageRoutes } from './http/pages.ts'
import type { ObservedMarket, ObservedSource } from './market/market.ts'
import type { ObservationCache, OnObservation } from './market/observe.ts'
import { observe } from './market/observe.ts'
import { marketMethods } from './market/observed-market.ts'
import { createSandboxMarket } from './market/sources/sandbox/sandbox-market.ts'
export const openSources = async (config: Config, { cache, now, publicUrl, onObservation }: any): Promise<any> => {
  const { bundledLines } = await import('./market/sources/sandbox/products/index.ts')
  const byId = new Map<number, any>()
  for (const line of bundledLines)
    for (const set of line.sets)
      for (const p of set.products)
        byId.set(p.productId, {
          ...p,
          line: { id: line.categoryId, name: line.name, slug: line.slug },
          set: { id: set.setId, name: set.name, slug: set.slug, code: set.code, publishedOn: set.publishedOn },
        })
  const market = createSandboxMarket({
    findProduct: (id) => byId.get(id) ?? null,
    publicUrl: 'http://x',
    now: () => new Date(now()),
    wait: (ms, signal) => delay(ms, undefined, { signal }),
  })
  return {
    market: observe(market, { methods: marketMethods, cache, freshForMs: config.freshForMs, now, prefix: 'm' }),
    catalog: null,
    reader: null,
    pages: [],
    close: async () => {},
  }
}
