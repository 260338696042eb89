import { hash } from 'node:crypto'
import { buildIndex } from '../../catalog/index/build/build-index.ts'
import { type CatalogIndex, openIndex } from '../../catalog/index/catalog-index.ts'
import type { CatalogProduct, CatalogSource } from '../../catalog/ports.ts'
import { utcDay } from '../../time/utc-day.ts'
import { summarize } from './model/summary.ts'
import { readBundledProducts } from './products/bundled-products.ts'
import { findReservedProduct, reservedCards } from './reserved-cards.ts'
import type { FindProduct, SandboxProduct } from './sandbox-product.ts'

const catalogProductOf = ({ productId, name, line, set, number, rarity, sealed }: SandboxProduct): CatalogProduct => ({
  productId,
  name,
  categoryId: line.id,
  categoryName: line.name,
  categorySlug: line.slug,
  setId: set.id,
  setName: set.name,
  setSlug: set.slug,
  setCode: set.code,
  number,
  rarity,
  sealed,
  imageUrl: null,
  url: null,
  marketPriceCents: null,
  lowestPriceCents: null,
  listingCount: null,
})

const indexOf = (products: readonly SandboxProduct[]): CatalogIndex => {
  const all = [...products, ...reservedCards]
  const sets = new Map(all.map(({ line, set }) => [set.id, { ...set, categoryId: line.id }]))
  const lines = new Map(all.map(({ line }) => [line.id, line]))
  return openIndex(
    buildIndex({
      sourceName: 'sandbox',
      fetchedAt: new Date(0).toISOString(),
      products: all.map(catalogProductOf),
      categories: [...lines.values()] as { id: number; name: string; slug: string }[],
      sets: [...sets.values()] as { id: number; categoryId: number; name: string }[],
    }),
  )
}

/**
 * Opens the bundled catalogue, a source of its own, and where the sandbox market finds its products; its rows carry the
 * invented prices of the day. `now` is in milliseconds since the epoch.
 */
export const openSandboxCatalog = (now: () => number) => {
  const products = readBundledProducts()
  const byId = new Map(products.map((product) => [product.productId, product]))
  let made: CatalogIndex | null = null
  /** Made when a card is first looked for: a start would take 70 ms longer. */
  const index = (): CatalogIndex => {
    made ??= indexOf(products)
    return made
  }
  const findProduct: FindProduct = (productId) => findReservedProduct(productId) ?? byId.get(productId) ?? null

  const priced = <T extends { readonly productId: number }>(row: T): T => {
    const product = findProduct(row.productId)
    if (product === null) return row
    const { marketPriceCents, lowestPriceCents, listingCount } = summarize(product, utcDay(now()))
    return { ...row, marketPriceCents, lowestPriceCents, listingCount }
  }

  const source: CatalogSource = {
    categories: async () => index().categories(),
    sets: async (slug) => index().sets(slug),
    search: async (request) => {
      const page = index().search(request)
      return page && { ...page, products: page.products.map(priced) }
    },
    printings: async (request) => {
      const found = index().printings(request)
      return found && { ...found, products: found.products.map(priced) }
    },
  }
  return {
    source,
    findProduct,
    entries: () => index().entries(),
    /** Changes with any product. */
    version: hash('sha1', JSON.stringify(products), 'base64url'),
  }
}
