import type { CategoryRecord, SetRecord } from '../index/build/index-input.ts'
import type { CatalogProduct } from '../ports.ts'
import { createRejections } from './rejections.ts'
import { RowRejected } from './row-fields.ts'

/** What an import reads out of all its inputs. */
export type ImportAccumulator = ReturnType<typeof createImportAccumulator>

/** Creates an empty accumulator; `onRow` is called after each row. */
export const createImportAccumulator = (onRow = (): void => {}) => {
  const products: CatalogProduct[] = []
  const known = new Set<number>()
  const categories = new Map<number, CategoryRecord>()
  const sets = new Map<string, SetRecord>()
  const lists: string[] = []
  const rejections = createRejections()
  let latestMs = 0

  return {
    products,
    categories,
    sets,
    /** Lists of sets and product lines that were read beside the products. */
    lists,
    /** Adds the product of one row, or notes why it is rejected; a product id is added once. */
    add: (file: string, row: number, read: () => CatalogProduct): void => {
      rejections.attempt(file, row, () => {
        const product = read()
        if (known.has(product.productId)) throw new RowRejected('productId comes twice')
        known.add(product.productId)
        products.push(product)
      })
      onRow()
    },
    addCategory: (category: CategoryRecord): void => {
      if (!categories.has(category.id)) categories.set(category.id, category)
    },
    addSet: (set: SetRecord): void => {
      const key = `${set.categoryId}:${set.id}`
      if (!sets.has(key)) sets.set(key, set)
    },
    rejections: rejections.summary,
    /** Notes when an input was fetched at its origin; the latest counts. */
    noteFetchedAt: (atMs: number): void => {
      latestMs = Math.max(latestMs, atMs)
    },
    fetchedAtMs: (): number => latestMs,
  }
}
