/** The source refuses larger pages. */
export const searchPageSize = 50

export interface SearchQuery {
  readonly q: string
  /** Slug of a product line. */
  readonly line: string | null
  /** Spellings of one set, any of which may be the source's. */
  readonly set: readonly string[] | null
  readonly from: number
  readonly size: number
  readonly sort: 'relevance' | 'name'
  /** Whether to count the sets among the results. */
  readonly countSets: boolean
}

/** The text goes only into the address; that is where the source reads it. */
export const searchPath = ({ q }: SearchQuery): string => `/v1/search/request?q=${encodeURIComponent(q)}&isList=false`

/** The source's form of a search: it refuses an empty algorithm, and fails (5xx) on an unknown sort field. */
export const searchBody = ({ line, set, from, size, sort, countSets }: SearchQuery) => ({
  algorithm: 'sales_dismax',
  from,
  size,
  filters: {
    term: { ...(line === null ? {} : { productLineName: [line] }), ...(set === null ? {} : { setName: set }) },
    range: {},
    match: {},
  },
  listingSearch: {
    context: { cart: {} },
    filters: {
      term: { sellerStatus: 'Live', channelId: 0 },
      range: { quantity: { gte: 1 } },
      exclude: { channelExclusion: 0 },
    },
  },
  context: { cart: {}, shippingCountry: 'US', userProfile: {} },
  settings: { useFuzzySearch: true, didYouMean: {} },
  sort: sort === 'name' ? { field: 'product-sorting-name', order: 'asc' } : {},
  ...(countSets ? { aggregations: ['setName'] } : {}),
})
