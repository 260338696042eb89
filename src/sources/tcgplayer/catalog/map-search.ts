import { foldText, slugOf } from '../../../cards/fold.ts'
import type { CatalogProduct } from '../../../catalog/ports.ts'
import type { Category } from '../../../contract/catalog.ts'
import { isJsonObject, type JsonObject } from '../../../contract/json-object.ts'
import { invalidResponse } from '../../../market/upstream/upstream-error.ts'
import { readCount, readDay, readFilledText } from '../../json-values.ts'
import { pictureUrlOf, productPageOf } from '../../public-addresses.ts'
import { isSealed, slugOfUrlName } from '../market/map-details.ts'
import { openEnvelope, openPage, readPositiveId, readPriceCents, readRows, refuseForeignCurrency } from '../wire.ts'

/** A set as a search counts it. */
export interface SetFacet {
  readonly name: string
  readonly slug: string
  /** Products of the set among those found. */
  readonly count: number
}

export interface SearchResultPage {
  readonly total: number
  readonly products: readonly CatalogProduct[]
  readonly sets: readonly SetFacet[]
  /** Rows that the source sent; fewer than asked for means that there are no more. */
  readonly rowCount: number
}

/** What the source knows of a set beyond its name. */
export interface SetFacts {
  readonly name: string
  readonly code: string | null
  readonly publishedOn: string | null
}

const productOf = (row: JsonObject): CatalogProduct | null => {
  const productId = readPositiveId(row.productId)
  const name = readFilledText(row.productName)
  if (productId === null || name === null) return null
  refuseForeignCurrency(row)
  const attributes = isJsonObject(row.customAttributes) ? row.customAttributes : {}
  const setName = readFilledText(row.setName)
  const setUrlName = readFilledText(row.setUrlName)
  return {
    productId,
    name,
    categoryId: readCount(row.productLineId),
    categoryName: readFilledText(row.productLineName),
    categorySlug: slugOfUrlName(readFilledText(row.productLineUrlName)),
    setId: readPositiveId(row.setId),
    setName,
    setSlug: setUrlName ? slugOfUrlName(setUrlName) : setName && slugOf(setName),
    setCode: readFilledText(row.setCode),
    number: readFilledText(attributes.number),
    rarity: readFilledText(row.rarityName),
    sealed: isSealed(row),
    imageUrl: readCount(row.imageCount) === 0 ? null : pictureUrlOf(productId),
    url: productPageOf(productId),
    marketPriceCents: readPriceCents(row.marketPrice),
    lowestPriceCents: readPriceCents(row.lowestPrice),
    listingCount: readCount(row.totalListings),
  }
}

const facetOf = (row: JsonObject): SetFacet | null => {
  const name = readFilledText(row.value)
  const count = readCount(row.count)
  return name === null || count === null ? null : { name, slug: slugOf(readFilledText(row.urlValue) ?? name), count }
}

const facetsOf = (aggregations: unknown): SetFacet[] => {
  const rows = isJsonObject(aggregations) ? aggregations.setName : undefined
  return rows === undefined || rows === null
    ? []
    : readRows(rows, 'aggregations.setName')
        .map(facetOf)
        .filter((facet) => facet !== null)
}

/** Maps a page of search results. @throws UpstreamError when its rows are no products */
export const mapSearchPage = (json: unknown): SearchResultPage => {
  const { page, rows } = openPage(json, 'search')
  const products = rows.map(productOf).filter((product) => product !== null)
  if (rows.length > 0 && products.length === 0) throw invalidResponse('search rows are no products')
  const total = readCount(page.totalResults)
  if (total === null) throw invalidResponse('search does not count its results')
  return {
    total,
    products: [...new Map(products.map((product) => [product.productId, product])).values()],
    sets: facetsOf(page.aggregations),
    rowCount: rows.length,
  }
}

/** Maps the product lines. @throws UpstreamError when there is none, which cannot be */
export const mapProductLines = (json: unknown): readonly Category[] => {
  const lines = readRows(json, 'product lines').flatMap((row) => {
    const id = readCount(row.productLineId)
    const name = readFilledText(row.productLineName)
    const slug = readFilledText(row.productLineUrlName)
    return id === null || name === null || slug === null ? [] : [{ id, name, slug: slugOf(slug) }]
  })
  if (lines.length === 0) throw invalidResponse('no product lines')
  return [...new Map(lines.map((line) => [line.slug, line])).values()]
}

/** Maps the names of a line's sets, by their folded name. */
export const mapSetNames = (json: unknown): ReadonlyMap<string, SetFacts> =>
  new Map(
    openEnvelope(json, 'set names').flatMap((row) => {
      const name = readFilledText(row.name)
      if (name === null) return []
      return [
        [
          foldText(name),
          { name, code: readFilledText(row.abbreviation), publishedOn: readDay(row.releaseDate) },
        ] as const,
      ]
    }),
  )
