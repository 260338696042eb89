import type { CatalogProduct } from '../../catalog/ports.ts'
import { type ListedFigures, unknownFigures } from '../../catalog/with-figures.ts'
import { dayStart, utcDay } from '../../time/utc-day.ts'
import type { OpenSource, SourceDependencies } from '../source-module.ts'
import { summarize } from './model/summary.ts'
import { findReservedProduct } from './reserved-cards.ts'
import { createSandboxMarket } from './sandbox-market.ts'
import { createSandboxPages } from './sandbox-pages.ts'
import type { FindProduct, SandboxProduct } from './sandbox-product.ts'

/** A product of an imported catalogue: no finishes are known, and the market walks around its own market price. */
const sandboxProductOf = (product: CatalogProduct): SandboxProduct => ({
  productId: product.productId,
  name: product.name,
  line: { id: product.categoryId, name: product.categoryName, slug: product.categorySlug },
  set: { id: product.setId, name: product.setName, slug: product.setSlug, code: product.setCode, publishedOn: null },
  number: product.number,
  rarity: product.rarity,
  sealed: product.sealed,
  variants: [],
  languages: [],
  anchorPriceCents: product.marketPriceCents,
  attributes: {},
})

/** Opens the sandbox over the imported catalogue, or else over the bundled one, which is not loaded otherwise. */
export const openSandbox = async ({
  now,
  delay,
  publicUrl,
  findImported,
  importedVersion,
}: SourceDependencies): Promise<OpenSource> => {
  const own = findImported ? null : (await import('./sandbox-catalog.ts')).openSandboxCatalog(now)
  const catalogVersion = own ? () => own.version : () => `local ${importedVersion()}`
  const findInCatalog: FindProduct = (productId) => {
    const product = findImported?.(productId) ?? null
    return product && sandboxProductOf(product)
  }
  const findProduct: FindProduct =
    own?.findProduct ?? ((productId) => findReservedProduct(productId) ?? findInCatalog(productId))
  const figuresOf = (productId: number): ListedFigures => {
    const product = findProduct(productId)
    return product === null ? unknownFigures : summarize(product, utcDay(now()))
  }
  return {
    market: createSandboxMarket({ findProduct, publicUrl, now, delay }),
    catalog: own && { source: own.source, entries: own.entries },
    figuresOf: own ? null : figuresOf,
    pages: createSandboxPages(findProduct),
    offers: () => ({
      kinds: { details: true, prices: true, history: true, listings: true, image: true },
      pricedBy: 'sku',
      asOf: dayStart(utcDay(now())),
      recordedSince: null,
      attribution: null,
      sync: null,
    }),
    // A new day or another catalogue changes every answer at once, whatever is left of their lifetimes; and answers
    // hold the address that they are served at.
    namespace: () => `sandbox ${utcDay(now())} ${catalogVersion()} ${publicUrl()}`,
  }
}
