import { mainPrices, type PrintingPrice } from '../../../../cards/printings.ts'
import type { IndexInput, SetRecord } from '../../../../catalog/index/build/index-input.ts'
import type { CatalogProduct } from '../../../../catalog/ports.ts'
import type { ProductRecord } from '../product-record.ts'

const extended = ({ extendedData }: ProductRecord, name: string): string | null => {
  const value = extendedData.find((datum) => datum.name === name)?.value.trim() ?? ''
  return value === '' || value.length > 1000 ? null : value
}

/** Highest price that an index holds. */
const maxCents = 0xffff_ffff
const held = (cents: number | null): number | null => (cents !== null && cents <= maxCents ? cents : null)

const productOf = (productId: number, record: ProductRecord, printings: readonly PrintingPrice[]): CatalogProduct => {
  const { category, group } = record
  const { marketCents, lowestCents } = mainPrices(printings)
  const number = extended(record, 'Number')
  const rarity = extended(record, 'Rarity')
  return {
    productId,
    name: record.name,
    categoryId: category.categoryId,
    categoryName: category.name,
    categorySlug: null,
    setId: group.groupId,
    setName: group.name,
    setSlug: null,
    setCode: group.abbreviation,
    number,
    rarity,
    // A card has a number or a rarity; what has neither is sealed or an accessory.
    sealed: number === null && rarity === null,
    imageUrl: record.imageUrl,
    url: record.url,
    marketPriceCents: held(marketCents),
    lowestPriceCents: held(lowestCents),
    listingCount: null,
  }
}

export interface CatalogDay {
  /** ISO 8601 instant that the mirror gives its files. */
  readonly build: string
  readonly products: AsyncIterable<readonly [number, ProductRecord]>
  readonly printings: (productId: number) => readonly PrintingPrice[]
}

/** All that the catalogue index of a day is built of. */
export const catalogInput = async ({ build, products, printings }: CatalogDay): Promise<IndexInput> => {
  const categories = new Map<number, { readonly id: number; readonly name: string }>()
  const sets = new Map<string, SetRecord>()
  const rows: CatalogProduct[] = []
  for await (const [productId, record] of products) {
    const { category, group } = record
    const { categoryId } = category
    if (!categories.has(categoryId)) categories.set(categoryId, { id: categoryId, name: category.name })
    const key = `${categoryId}:${group.groupId}`
    if (!sets.has(key)) {
      const { groupId: id, name, abbreviation: code, publishedOn } = group
      sets.set(key, { id, categoryId, name, code, publishedOn })
    }
    rows.push(productOf(productId, record, printings(productId)))
  }
  return {
    sourceName: 'tcgcsv',
    fetchedAt: build,
    products: rows,
    categories: [...categories.values()],
    sets: [...sets.values()],
  }
}
