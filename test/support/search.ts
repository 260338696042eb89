import assert from 'node:assert/strict'
import type { CatalogProduct, SearchRequest } from '../../src/catalog/ports.ts'
import { indexOf as openProducts } from './identification.ts'

type Row = readonly [name: string, number: string | null, rarity?: string]

/** The search of an index of sets, given as line, name, code and products; ids count from 1. */
export const searchOf = (
  ...sets: readonly (readonly [line: string, set: string, code: string, rows: readonly Row[]])[]
) => {
  const lines = [...new Set(sets.map(([line]) => line))]
  const products = sets.flatMap(([line, setName, setCode, rows], at) =>
    rows.map(
      ([name, number, rarity = null]): Omit<CatalogProduct, 'productId'> => ({
        name,
        categoryId: lines.indexOf(line) + 1,
        categoryName: line,
        categorySlug: null,
        setId: at + 1,
        setName,
        setSlug: null,
        setCode,
        number,
        rarity,
        sealed: number === null,
        imageUrl: null,
        url: null,
        marketPriceCents: null,
        lowestPriceCents: null,
        listingCount: null,
      }),
    ),
  )
  const index = openProducts(products.map((product, at) => ({ ...product, productId: at + 1 })))
  const search = (q: string, rest: Partial<SearchRequest> = {}) => {
    const page = index.search({ q, category: null, set: null, offset: 0, limit: 50, sort: 'relevance', ...rest })
    assert.ok(page !== null)
    return page
  }
  /** Names and numbers that a search finds, best first. */
  const found = (q: string, rest: Partial<SearchRequest> = {}): string[] => {
    const { total, products } = search(q, rest)
    assert.equal(total, products.length, q)
    return products.map(({ name, number }) => (number === null ? name : `${name} ${number}`))
  }
  return { search, found }
}
