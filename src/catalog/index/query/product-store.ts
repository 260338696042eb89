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
  /** A product without its addresses, which take the most work; with those of its other names that were found. */
  readonly printing: (row: number, foundBases?: ReadonlySet<number>) => Printing
  /** Row of a product id, or -1. */
  readonly rowOfProduct: (productId: number) => number
  readonly number: (numberId: number) => StoredNumber
  readonly nameText: (nameId: number) => string
  /** A name that has this base: a product's own, or one of its other names as it is written. */
  readonly textOfBase: (base: number) => string
  /** The other names of a row, as bases. */
  readonly othersOf: (row: number) => Uint32Array
  readonly set: (set: number) => CardSet
}

const none = new Uint32Array(0)

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
  const otherNameText = memoizeByKey(createTextReader(sections.otherNameBytes, sections.otherNameStart))
  const ownBases = sections.baseTokenStart.length - sections.otherNameStart.length
  const textOfBase = (base: number): string =>
    base < ownBases
      ? nameText(sections.rowName[sections.baseRows[sections.baseRowStart[base] as number] as number] as number)
      : otherNameText(base - ownBases)
  const othersOf = (row: number): Uint32Array =>
    sections.rowOthers.subarray(sections.rowOtherStart[row], sections.rowOtherStart[row + 1])
  const cents = (prices: Uint32Array, row: number): number | null => prices[row] || null

  const printing = (row: number, foundBases?: ReadonlySet<number>): Printing => {
    const { set, category } = sets[sections.rowSet[row] as number] as (typeof sets)[number]
    const listings = sections.rowListings[row] ?? 0
    const others = foundBases ? othersOf(row).filter((base) => foundBases.has(base)) : none
    return {
      ...(others.length > 0 && { otherNames: Array.from(others, textOfBase) }),
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
    textOfBase,
    othersOf,
    set: (at) => (sets[at] as (typeof sets)[number]).view,
  }
}
