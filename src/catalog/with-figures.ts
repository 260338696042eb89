import { mapMaybePromise } from '../concurrency/map-maybe-promise.ts'
import type { Observed, ObservedSource } from '../market/ports.ts'
import type { CatalogSource, Printing } from './ports.ts'

/** What a market says of a product in a list of products. */
export type ListedFigures = Pick<Printing, 'marketPriceCents' | 'lowestPriceCents' | 'listingCount'>

/** Figures of a market that would have to be asked. */
export const unknownFigures: ListedFigures = { marketPriceCents: null, lowestPriceCents: null, listingCount: null }

/** A row whose figures are worked out when one is read: of the rows inspected for a text few are shown. */
const withOwn = <P extends Printing>(product: P, figuresOf: (productId: number) => ListedFigures): P => {
  let known: ListedFigures | null = null
  const figures = (): ListedFigures => {
    known ??= figuresOf(product.productId)
    return known
  }
  return {
    ...product,
    get marketPriceCents() {
      return figures().marketPriceCents
    },
    get lowestPriceCents() {
      return figures().lowestPriceCents
    },
    get listingCount() {
      return figures().listingCount
    },
  }
}

/** A catalogue whose rows have the figures of the market in use, and not those that were imported with it. */
export const withFigures = (
  catalog: ObservedSource<CatalogSource>,
  figuresOf: (productId: number) => ListedFigures,
): ObservedSource<CatalogSource> => {
  const inRows = <T extends { readonly products: readonly Printing[] }>(found: Observed<T | null>) => ({
    ...found,
    value: found.value && { ...found.value, products: found.value.products.map((row) => withOwn(row, figuresOf)) },
  })
  return {
    ...catalog,
    search: (request, call) => mapMaybePromise(catalog.search(request, call), inRows),
    printings: (request, call) => mapMaybePromise(catalog.printings(request, call), inRows),
  }
}
