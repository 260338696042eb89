import type { PriceObservation } from '../../archive/ports.ts'
import { isCard } from '../../cards/collector-number.ts'
import { mainPrices, type PrintingPrice } from '../../cards/printings.ts'
import { type CatalogProduct, maxPriceCents } from '../../catalog/ports.ts'

/** One fact of a card as the files have it; `value` may hold markup and line breaks. */
export interface ExtendedDatum {
  readonly name: string
  readonly displayName: string | null
  readonly value: string
}

/**
 * What the daily files say of a product besides its prices, as the archive keeps it beside them. Its product line and
 * set stand in each, so that any machine can build the catalogue from the database alone; they pack well, and change as
 * rarely as the product does.
 */
export interface ProductRecord {
  readonly category: {
    readonly categoryId: number
    readonly name: string
    readonly displayName: string | null
  }
  readonly group: {
    readonly groupId: number
    readonly name: string
    readonly abbreviation: string | null
    readonly isSupplemental: boolean
    /** As the file has it, without a zone; `null` where it is the moment of the call, as for undated sets. */
    readonly publishedOn: string | null
  }
  readonly name: string
  readonly cleanName: string | null
  readonly imageUrl: string | null
  readonly url: string | null
  readonly imageCount: number | null
  readonly presaleInfo: {
    readonly isPresale: boolean
    readonly releasedOn: string | null
    readonly note: string | null
  } | null
  readonly extendedData: readonly ExtendedDatum[]
  /** As the file has it, without a zone. */
  readonly modifiedOn: string | null
}

/** Longest text that a catalogue holds. */
const maxTextLength = 1000

const extended = ({ extendedData }: ProductRecord, name: string): string | null => {
  const value = extendedData.find((datum) => datum.name === name)?.value.trim() ?? ''
  return value === '' || value.length > maxTextLength ? null : value
}

const held = (cents: number | null): number | null => (cents !== null && cents <= maxPriceCents ? cents : null)

/** A product as the catalogue has it; its prices are those of its main printing. */
export const catalogProduct = (
  productId: number,
  record: ProductRecord,
  printings: readonly PrintingPrice[],
): CatalogProduct => {
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
    sealed: !isCard({ number, rarity }),
    imageUrl: record.imageUrl,
    url: record.url,
    marketPriceCents: held(marketCents),
    lowestPriceCents: held(lowestCents),
    listingCount: null,
  }
}

export type PricesByProduct = ReadonlyMap<number, readonly PrintingPrice[]>

export const printingsByProduct = (prices: Iterable<PriceObservation>): PricesByProduct => {
  const printings = new Map<number, PrintingPrice[]>()
  for (const { productId, variant, marketCents, lowestCents } of prices) {
    const printing = { variant: variant ?? '', marketCents, lowestCents }
    const others = printings.get(productId)
    if (others) others.push(printing)
    else printings.set(productId, [printing])
  }
  return printings
}
