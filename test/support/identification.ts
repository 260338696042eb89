import { buildIndex } from '../../src/catalog/index/build/build-index.ts'
import type { OtherName, SetRecord } from '../../src/catalog/index/build/index-input.ts'
import { openIndex } from '../../src/catalog/index/catalog-index.ts'
import { createIndexSource } from '../../src/catalog/index/index-source.ts'
import type { CatalogProduct } from '../../src/catalog/ports.ts'
import { createIdentification } from '../../src/identification/identification.ts'
import { productsForTests } from './catalog-products.ts'
import { readerOf } from './photos/reading.ts'
import { dataUrlOf, png } from './pictures.ts'

export const indexOf = (
  products: readonly CatalogProduct[] = productsForTests,
  sets: readonly SetRecord[] = [],
  otherNames: readonly OtherName[] = [],
) => openIndex(buildIndex({ sourceName: 'tests', fetchedAt: '2026-11-20T20:00:00.000Z', products, sets, otherNames }))

export const catalogOf = (products?: readonly CatalogProduct[], sets?: readonly SetRecord[]) => {
  const index = indexOf(products, sets)
  return createIndexSource(() => index)
}

type Parts = Partial<Parameters<typeof createIdentification>[0]>

/** Identification among the products for tests, with a reader that reads nothing, unless said otherwise. */
export const identificationOf = ({ catalog = catalogOf(), reader = readerOf(), ...rest }: Parts = {}) =>
  createIdentification({ catalog, sourceName: 'tests', reader, ...rest })

/** The context of a call that nobody aborts. */
export const call = { signal: new AbortController().signal }

/** The smallest picture, as the data URL of a photo. */
export const pixelUrl = dataUrlOf(png(1, 1))
