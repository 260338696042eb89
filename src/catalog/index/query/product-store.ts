import { type CollectorNumber, readCollectorNumber } from '../../../cards/collector-number.ts'
import { memoizeByKey } from '../../../concurrency/memoize.ts'
import type { CardSet } from '../../../contract/catalog.ts'
import type { CatalogProduct, Printing } from '../../ports.ts'
import { expandAddress } from '../format/address-template.ts'
import { createTextReader } from '../format/flat-arrays.ts'
import { type IndexCategory, type IndexData, rowFlag } from '../format/layout.ts'
import { lowerBound } from './lower-bound.ts'

/** A collector number in the index, as written and by its meaning. */
export interface StoredNumber {
  readonly text: string | null
  readonly number: CollectorNumber | null
}

export interface ProductStore {
  readonly product: (row: number) => CatalogProduct
  /** A product without its addresses, which take the most work. */
  readonly printing: (row: number) => Printing
  /** Row of a product id, or -1. */
  readonly rowOfProduct: (productId: number) => number
  readonly number: (numberId: number) => StoredNumber
  readonly nameText: (nameId: number) => string
  readonly set: (set: number) => CardSet
}

/** Reads records out of an index; texts are decoded on first use. */
export const createProductStore = ({ meta, sections }: IndexData): ProductStore => {
  const nameText = memoizeByKey(createTextReader(sections.nameBytes, sections.nameStart))
  const decodeNumber = createTextReader(sections.numberBytes, sections.numberStart)
  const number = memoizeByKey((id: number): StoredNumber => {
    const text = decodeNumber(id)
    return text === '' ? { text: null, number: null } : { text, number: readCollectorNumber(text) }
  })
  const templates = memoizeByKey(createTextReader(sections.linkBytes, sections.linkStart))
  const sets = meta.sets.map((set) => {
    const category = meta.categories[set.category] as IndexCategory
    return { set, category, view: { name: set.name, slug: set.slug, count: set.count } satisfies CardSet }
  })
  const cents = (prices: Uint32Array, row: number): number | null => prices[row] || null

  const printing = (row: number): Printing => {
    const { set, category } = sets[sections.rowSet[row] as number] as (typeof sets)[number]
    const listings = sections.rowListings[row] ?? 0
    return {
      productId: sections.rowProduct[row] as number,
      name: nameText(sections.rowName[row] as number),
      categoryId: category.id,
      categoryName: category.name,
      categorySlug: category.slug,
      setId: set.id,
      setName: set.name,
      setSlug: set.slug,
      setCode: set.code,
      number: number(sections.rowNumber[row] as number).text,
      rarity: meta.rarities[sections.rowRarity[row] as number] || null,
      sealed: ((sections.rowFlags[row] as number) & rowFlag.sealed) !== 0,
      marketPriceCents: cents(sections.rowMarket, row),
      lowestPriceCents: cents(sections.rowLowest, row),
      listingCount: listings === 0 ? null : listings - 1,
    }
  }

  const product = (row: number): CatalogProduct => {
    const known = printing(row)
    const image = sections.rowImage[row] ?? 0
    const url = sections.rowUrl[row] ?? 0
    return {
      ...known,
      imageUrl: image === 0 ? null : expandAddress(templates(image), known),
      url: url === 0 ? null : expandAddress(templates(url), known),
    }
  }

  const rowOfProduct = (productId: number): number => {
    const { productRows, rowProduct } = sections
    const place = lowerBound(
      0,
      productRows.length,
      (at) => (rowProduct[productRows[at] as number] as number) < productId,
    )
    const row = productRows[place] ?? -1
    return rowProduct[row] === productId ? row : -1
  }

  return {
    product,
    printing,
    rowOfProduct,
    number,
    nameText,
    set: (at) => (sets[at] as (typeof sets)[number]).view,
  }
}
