import type { CategoryRecord, SetRecord } from '../index/build/index-input.ts'
import type { CatalogProduct } from '../ports.ts'
import { RowRejected } from './row-fields.ts'

/** A row that was not taken. */
export interface RejectedRow {
  readonly file: string
  /** Line or position within the file, from 1. */
  readonly row: number
  readonly reason: string
}

/** Rows refused: how many, why, and the first of them. */
export interface Rejections {
  readonly total: number
  readonly reasons: Readonly<Record<string, number>>
  readonly first: readonly RejectedRow[]
}

/** What an import gathers out of all its inputs. */
export interface ImportAccumulator {
  readonly products: CatalogProduct[]
  readonly categories: Map<number, CategoryRecord>
  readonly sets: Map<string, SetRecord>
  /** Takes one row of a file, or notes why not. */
  readonly take: (file: string, row: number, read: () => CatalogProduct) => void
  readonly addCategory: (category: CategoryRecord) => void
  readonly addSet: (set: SetRecord) => void
  readonly refusals: () => Rejections
  /** Notes when an input was fetched at its origin; the latest counts. */
  readonly fetched: (atMs: number) => void
  readonly fetchedAtMs: () => number
}

/** Refused rows that a report shows. */
const maxShown = 20

/** Starts a accumulator; product ids are taken once. */
export const createImportAccumulator = (): ImportAccumulator => {
  const products: CatalogProduct[] = []
  const known = new Set<number>()
  const categories = new Map<number, CategoryRecord>()
  const sets = new Map<string, SetRecord>()
  const reasons: Record<string, number> = {}
  const first: RejectedRow[] = []
  let total = 0
  let latestMs = 0

  const refuse = (file: string, row: number, reason: string): void => {
    total++
    reasons[reason] = (reasons[reason] ?? 0) + 1
    if (first.length < maxShown) first.push({ file, row, reason })
  }

  return {
    products,
    categories,
    sets,
    take: (file, row, read) => {
      try {
        const product = read()
        if (known.has(product.productId)) throw new RowRejected('productId comes twice')
        known.add(product.productId)
        products.push(product)
      } catch (error) {
        if (error instanceof RowRejected) refuse(file, row, error.message)
        else if (error instanceof SyntaxError) refuse(file, row, 'not valid JSON')
        else throw error
      }
    },
    addCategory: (category) => {
      if (!categories.has(category.id)) categories.set(category.id, category)
    },
    addSet: (set) => {
      const key = `${set.categoryId}:${set.id}`
      if (!sets.has(key)) sets.set(key, set)
    },
    refusals: () => ({ total, reasons, first }),
    fetched: (atMs) => {
      if (atMs > latestMs) latestMs = atMs
    },
    fetchedAtMs: () => latestMs,
  }
}
