import { memoizeByObject } from '../concurrency/memoize.ts'
import type { CardSet, Category, CategoryList, catalogEndpoints, SearchResult, SetList } from '../contract/catalog.ts'
import type { CallContext, EndpointInput } from '../contract/endpoint.ts'
import type { Observed, ObservedSource } from '../market/ports.ts'
import type { CatalogSource, SearchPage, SearchRequest } from './ports.ts'
import { toProductSummary } from './product-summary.ts'
import { unknownCategory } from './unknown-category.ts'

export interface CatalogParts {
  readonly catalog: ObservedSource<Pick<CatalogSource, 'categories' | 'sets' | 'search'>>
  readonly sourceName: string
}

type SearchInput = EndpointInput<(typeof catalogEndpoints)['searchProducts']>['query']

/** The feature of the catalogue: product lines, their sets, and search. */
export interface Catalog {
  readonly categories: (call: CallContext) => Promise<CategoryList>
  readonly sets: (category: string, call: CallContext) => Promise<SetList>
  readonly search: (input: SearchInput, call: CallContext) => Promise<SearchResult>
}

/** Paging ends here; the total stays true beyond it. */
const maxResults = 10_000

/**
 * Creates the feature over a catalogue source. What is made of an observation is kept with it, so that a cached answer
 * is put together once.
 */
export const createCatalog = ({ catalog, sourceName: source }: CatalogParts): Catalog => {
  const categoryList = memoizeByObject(
    ({ value, fetchedAt, cacheHit }: Observed<readonly Category[] | null>): CategoryList => ({
      source,
      fetchedAt,
      cacheHit,
      categories: (value ?? []).map(({ id, name, slug }) => ({ id, name, slug })),
    }),
  )

  const setList = memoizeByObject(
    ({ value, fetchedAt, cacheHit }: Observed<readonly CardSet[] | null>, category: string): SetList => {
      const sets = (value ?? []).map(({ name, slug, count }) => ({ name, slug, count }))
      return { source, category, fetchedAt, cacheHit, total: sets.length, sets }
    },
  )

  const searchResult = memoizeByObject(
    (
      { value, fetchedAt, cacheHit }: Observed<SearchPage | null>,
      { q, category, set, offset, limit, sort }: SearchRequest,
    ): SearchResult => ({
      source,
      fetchedAt,
      cacheHit,
      query: q,
      category,
      set,
      total: value?.total ?? 0,
      offset,
      limit,
      sort,
      products: (value?.products ?? []).map(toProductSummary),
    }),
  )

  return {
    categories: async (call) => categoryList(await catalog.categories(null, call)),

    sets: async (category, call) => {
      const slug = category.trim()
      const observed = await catalog.sets(slug, call)
      if (observed.value === null) throw unknownCategory(slug)
      return setList(observed, slug)
    },

    search: async ({ q = '', category, set, offset, limit, sort }, call) => {
      const line = category?.trim() || null
      const request = { q: q.trim(), category: line, set: set?.trim() || null, offset, limit, sort }
      const size = Math.max(0, Math.min(limit, maxResults - offset))
      const observed = await catalog.search({ ...request, limit: size }, call)
      if (observed.value === null) throw unknownCategory(line ?? '')
      const result = searchResult(observed, request)
      // Near the end of paging, requests of different limits share a page.
      return result.limit === limit ? result : { ...result, limit }
    },
  }
}
