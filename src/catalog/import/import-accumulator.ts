import type { CategoryRecord, SetRecord } from '../index/build/index-input.ts'
import type { CatalogProduct } from '../ports.ts'
import { RowRejected } from './row-fields.ts'

export interface RejectedRow {
  readonly file: string
  /** Line or position within the file, from 1. */
  readonly row: number
  readonly reason: string
}

/** Rows rejected: how many, why, and the first of them. */
export interface Rejections {
  readonly total: number
  readonly reasons: Readonly<Record<string, number>>
  readonly first: readonly RejectedRow[]
}

/** Rejected rows that a report shows. */
const maxShown = 20

/** What an import reads out of all its inputs. */
export type ImportAccumulator = ReturnType<typeof createImportAccumulator>

/** Creates an empty accumulator; `onRow` is called after each row. */
export const createImportAccumulator = (onRow = (): void => {}) => {
  const products: CatalogProduct[] = []
  const known = new Set<number>()
  const categories = new Map<number, CategoryRecord>()
  const sets = new Map<string, SetRecord>()
  const lists: string[] = []
  const reasons: Record<string, number> = {}
  const first: RejectedRow[] = []
  let total = 0
  let latestMs = 0

  const reject = (file: string, row: number, reason: string): void => {
    total++
    reasons[reason] = (reasons[reason] ?? 0) + 1
    if (first.length < maxShown) first.push({ file, row, reason })
  }

  return {
    products,
    categories,
    sets,
    /** Lists of sets and product lines that were read beside the products. */
    lists,
    /** Adds the product of one row, or notes why it is rejected; a product id is added once. */
    add: (file: string, row: number, read: () => CatalogProduct): void => {
      try {
        const product = read()
        if (known.has(product.productId)) throw new RowRejected('productId comes twice')
        known.add(product.productId)
        products.push(product)
      } catch (error) {
        if (error instanceof RowRejected) reject(file, row, error.message)
        else if (error instanceof SyntaxError) reject(file, row, 'not valid JSON')
        else throw error
      }
      onRow()
    },
    addCategory: (category: CategoryRecord): void => {
      if (!categories.has(category.id)) categories.set(category.id, category)
    },
    addSet: (set: SetRecord): void => {
      const key = `${set.categoryId}:${set.id}`
      if (!sets.has(key)) sets.set(key, set)
    },
    rejections: (): Rejections => ({ total, reasons, first }),
    /** Notes when an input was fetched at its origin; the latest counts. */
    noteFetchedAt: (atMs: number): void => {
      latestMs = Math.max(latestMs, atMs)
    },
    fetchedAtMs: (): number => latestMs,
  }
}
