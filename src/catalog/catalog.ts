import type { CategoryList, SearchResult, SetList } from '../contract/catalog.ts'
import type { Call } from '../contract/endpoint.ts'
import { ServiceError } from '../contract/errors.ts'
import type { ObservedSource } from '../market/market.ts'
import { type CatalogSource, summaryOf } from './ports.ts'

/** What the catalogue is made of. */
export interface CatalogParts {
  readonly catalog: ObservedSource<Pick<CatalogSource, 'categories' | 'sets' | 'search'>>
  /** Name of the catalogue's source. */
  readonly sourceName: string
}

/** A search as the endpoint takes it. */
export interface SearchInput {
  readonly q?: string | undefined
  readonly category?: string | undefined
  readonly set?: string | undefined
  readonly offset: number
  readonly limit: number
  readonly sort: 'relevance' | 'name'
}

/** The feature of the catalogue: product lines, their sets, and search. */
export interface Catalog {
  readonly categories: (call: Call) => Promise<CategoryList>
  readonly sets: (category: string, call: Call) => Promise<SetList>
  readonly search: (input: SearchInput, call: Call) => Promise<SearchResult>
}

/** Paging ends here; the total stays true beyond it. */
export const lastResult = 10_000

const unknownCategory = (slug: string): ServiceError =>
  new ServiceError('unknown_category', `No product line has the slug ${JSON.stringify(slug)}; GET /v1/categories lists them.`)

/** Creates the feature over a catalogue source. */
export const createCatalog = ({ catalog, sourceName }: CatalogParts): Catalog => ({
  categories: async (call) => {
    const { value, fetchedAt, cacheHit } = await catalog.categories(null, call)
    return {
      source: sourceName,
      fetchedAt,
      cacheHit,
      categories: (value ?? []).map(({ id, name, slug }) => ({ id, name, slug })),
    }
  },

  sets: async (category, call) => {
    const slug = category.trim()
    const { value, fetchedAt, cacheHit } = await catalog.sets(slug, call)
    if (value === null) throw unknownCategory(slug)
    return {
      source: sourceName,
      category: slug,
      fetchedAt,
      cacheHit,
      total: value.length,
      sets: value.map(({ name, slug: setSlug, count }) => ({ name, slug: setSlug, count })),
    }
  },

  search: async ({ q = '', category, set, offset, limit, sort }, call) => {
    const query = q.trim()
    const line = category?.trim() || null
    const setName = set?.trim() || null
    const size = Math.max(0, Math.min(limit, lastResult - offset))
    const request = { q: query, category: line, set: setName, offset, limit: size, sort }
    const { value, fetchedAt, cacheHit } = await catalog.search(request, call)
    if (value === null) throw unknownCategory(line ?? '')
    return {
      source: sourceName,
      fetchedAt,
      cacheHit,
      query,
      category: line,
      set: setName,
      total: value.total,
      offset,
      limit,
      sort,
      products: value.products.slice(0, size).map(summaryOf),
    }
  },
})
