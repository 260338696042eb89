import type { CatalogProduct } from '../ports.ts'
import type { IndexInput } from './build/index-input.ts'
import { decodeIndex } from './format/index-file.ts'
import type { IndexCategory } from './format/layout.ts'
import { createProductStore } from './query/product-store.ts'

/**
 * What an index was built of, but for other names.
 * @throws IndexFileError when it is foreign, cut off or damaged
 */
export const readIndexInput = (buffer: ArrayBuffer): IndexInput => {
  const data = decodeIndex(buffer)
  const { meta, sections } = data
  const store = createProductStore(data)
  // A product shows the code of its set; its own is kept apart.
  const ownCodes = new Map((meta.otherCodes ?? []).flatMap(({ code, rows }) => rows.map((row) => [row, code] as const)))
  const productOf = (row: number): CatalogProduct => {
    const product = store.product(row)
    return { ...product, setCode: ownCodes.get(row) ?? product.setCode }
  }
  return {
    sourceName: meta.sourceName,
    fetchedAt: meta.fetchedAt,
    // Within a set these are in the order of the source.
    products: Array.from(sections.setRows, productOf),
    categories: meta.categories,
    sets: meta.sets.map(({ category, ...set }) => ({
      ...set,
      categoryId: (meta.categories[category] as IndexCategory).id,
    })),
  }
}
