import { type CopyColumn, readCopyWords } from '../../packages/client/src/copy-words.ts'
import { copyColumns, variantsMeant, wordsOf } from '../../packages/client/src/pick-copy.ts'
import type { ListingsRequest, MarketProduct } from '../market/ports.ts'

/** A page of a product's offers. Filters are as the caller wrote them. */
export interface ListingsQuery extends Pick<ListingsRequest, 'productId' | 'offset' | 'limit' | 'sort'> {
  readonly condition?: string | undefined
  readonly variant?: string | undefined
  readonly language?: string | undefined
}

/** Offers of any copy. */
export const unfiltered = { conditions: null, variants: null, languages: null } as const

/** A query in the words of the source, and its filters that no SKU of the product passes. */
export interface ReadListingsQuery {
  readonly request: ListingsRequest
  readonly unmatchedFilters: CopyColumn[]
}

/** Words that SKUs may have, by column; any where a column is missing. */
type Allowed = Partial<Record<CopyColumn, readonly string[]>>

/** What a filter is compared with. */
type Filtered = Pick<MarketProduct, 'name' | 'skus'>

const textOf = (filter: string | undefined): string | null => filter?.trim() || null

/** Whether any filter is given, so that the SKUs must be known before offers are asked for. */
export const isFiltered = (query: ListingsQuery): boolean =>
  copyColumns.some((column) => textOf(query[column]) !== null)

const wordsOfSkus = (skus: Filtered['skus'], column: CopyColumn): string[] => [
  ...new Set(skus.flatMap((sku) => sku[column] ?? [])),
]

/**
 * What a filter allows. One that is understood may speak of other columns too, as sellers write `NM Foil German`, but a
 * column's own filter decides over it. One that is not understood, or says nothing of its own column, is compared as it
 * stands.
 */
const readFilter = (query: ListingsQuery, column: CopyColumn, text: string, { name, skus }: Filtered): Allowed => {
  const copy = readCopyWords(text, column)
  const allowed: Allowed = {}
  for (const about of copyColumns) {
    const word = copy?.[column] ? copy[about] : null
    if (about !== column && (word === null || textOf(query[about]) !== null)) continue
    const known = wordsOfSkus(skus, about)
    const named = known.filter((one) => [word ?? text, text].some((wanted) => wordsOf(one) === wordsOf(wanted)))
    const isMeant = about === 'variant' && word !== null && named.length === 0
    allowed[about] = isMeant ? variantsMeant(known, { [column]: text }, name) : named
  }
  return allowed
}

const passes = (sku: Filtered['skus'][number], allowed: Allowed): boolean =>
  copyColumns.every((column) => allowed[column]?.includes(sku[column] ?? '') ?? true)

/**
 * Reads the filters by the words of the product's own SKUs, in which the source is then asked: whatever is understood
 * alike is one request.
 */
export const readListingsQuery = (query: ListingsQuery, product: Filtered): ReadListingsQuery => {
  const { productId, offset, limit, sort } = query
  const filters = copyColumns.flatMap((column) => {
    const text = textOf(query[column])
    return text === null ? [] : [{ column, allowed: readFilter(query, column, text, product) }]
  })
  const wordsOfColumn = (column: CopyColumn): readonly string[] | null => {
    const lists = filters.flatMap(({ allowed }) => (allowed[column] ? [allowed[column]] : []))
    return lists[0]?.filter((word) => lists.every((list) => list.includes(word))).sort() ?? null
  }
  return {
    request: {
      ...{ productId, offset, limit, sort },
      conditions: wordsOfColumn('condition'),
      variants: wordsOfColumn('variant'),
      languages: wordsOfColumn('language'),
    },
    unmatchedFilters: filters
      .filter(({ allowed }) => !product.skus.some((sku) => passes(sku, allowed)))
      .map(({ column }) => column),
  }
}
