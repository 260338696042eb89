import { isCard } from '../../../cards/collector-number.ts'
import { mainPrices } from '../../../cards/printings.ts'
import type { CatalogProduct } from '../../../catalog/ports.ts'
import { isJsonObject, type JsonObject } from '../../../contract/json-object.ts'
import type { MarketProduct } from '../../../market/ports.ts'
import { readCount, readDay, readFilledText } from '../../json-values.ts'
import { productPageOf, verifiedPage, verifiedPicture } from '../../public-addresses.ts'
import type { DailyPrice } from './map-prices.ts'
import { plainText } from './plain-text.ts'

/** A record is written by the sync, of this version or an older one, so each of its fields may be missing. */
const partOf = (record: JsonObject, key: string): JsonObject => (isJsonObject(record[key]) ? record[key] : {})

interface Attribute {
  readonly name: string
  readonly label: string
  readonly value: string
}

const maxAttributes = 500
/** The longest honest text, a description, has some 4,000 characters. */
const maxTextLength = 100_000

const attributesOf = (record: JsonObject): Attribute[] =>
  (Array.isArray(record.extendedData) ? record.extendedData : []).slice(0, maxAttributes).flatMap((entry: unknown) => {
    if (!isJsonObject(entry)) return []
    const name = readFilledText(entry.name)
    const value = readFilledText(entry.value)
    if (name === null || value === null || value.length > maxTextLength) return []
    return [{ name, label: readFilledText(entry.displayName) ?? name, value }]
  })

/** Whether a product is not released yet; `null` where the file does not say. */
const presaleOf = (record: JsonObject): JsonObject | null => {
  const { isPresale, releasedOn, note } = partOf(record, 'presaleInfo')
  return typeof isPresale === 'boolean'
    ? { isPresale, releasedOn: readDay(releasedOn), note: readFilledText(note) }
    : null
}

/** The day of a release. One with a time of day is none: sets without a date bear the moment of the call. */
const releaseDayOf = (value: unknown): string | null =>
  /^\d{4}-\d{2}-\d{2}(?:T00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)?)?$/.test(readFilledText(value) ?? '')
    ? readDay(value)
    : null

const positiveInteger = (value: unknown): number | null => readCount(value) || null

/** The verified picture that a product's record names; `null` when there is none, or none is counted. */
export const pictureOf = (productId: number, record: JsonObject): string | null => {
  const address = readFilledText(record.imageUrl)
  return address !== null && (readCount(record.imageCount) ?? 0) > 0 ? verifiedPicture(address, productId) : null
}

/** What is known of a product besides its prices. */
export interface KnownProduct {
  readonly productId: number
  /** As the sync wrote it. */
  readonly record: JsonObject
  /** As the catalogue in use has it; `null` where it has none. */
  readonly listed: CatalogProduct | null
}

/** Details of a product and its printings of the day. @returns `null` when its record has no name */
export const mapDailyDetails = (
  { productId, record, listed }: KnownProduct,
  printings: readonly DailyPrice[],
): MarketProduct | null => {
  const name = readFilledText(record.name)
  if (name === null) return null
  const attributes = attributesOf(record)
  const written = (key: string): string | null => attributes.find((attribute) => attribute.name === key)?.value ?? null
  const [cardNumber, rarity] = [written('Number'), written('Rarity')]
  const [category, group] = [partOf(record, 'category'), partOf(record, 'group')]
  const [categoryId, groupId] = [positiveInteger(category.categoryId), positiveInteger(group.groupId)]
  // The catalogue may be of another day, before the product moved.
  const line = listed?.categoryId === categoryId ? listed : null
  const set = line?.setId === groupId ? line : null
  const presale = presaleOf(record)
  const page = readFilledText(record.url)
  const { marketCents, lowestCents } = mainPrices(
    printings.map(({ sku, ...amounts }) => ({ variant: sku.variant ?? '', ...amounts })),
  )
  return {
    productId,
    sourceUrl: (page && verifiedPage(page, productId)) ?? productPageOf(productId),
    name,
    category: {
      id: categoryId,
      name: line?.categoryName ?? readFilledText(category.name) ?? readFilledText(category.displayName),
      slug: line?.categorySlug ?? null,
    },
    group: {
      id: groupId,
      name: readFilledText(group.name),
      slug: set?.setSlug ?? null,
      code: readFilledText(group.abbreviation),
      publishedOn: releaseDayOf(group.publishedOn),
    },
    // The files do not say it.
    productType: null,
    sealed: listed?.sealed ?? !isCard({ number: cardNumber, rarity }),
    cardNumber,
    rarity,
    attributes: Object.fromEntries([
      ...attributes.map((attribute) => [attribute.name, attribute.value]),
      ...(presale === null ? [] : [['presaleInfo', presale]]),
    ]),
    formattedAttributes: Object.fromEntries(
      attributes.map(({ label, value }) => [label, plainText(value)]).filter(([, text]) => text !== ''),
    ),
    skus: printings.map(({ sku }) => sku),
    marketPriceCents: marketCents,
    lowestPriceCents: lowestCents,
    lowestPriceWithShippingCents: null,
    listingCount: null,
    sellerCount: null,
    imageUrl: pictureOf(productId, record),
  }
}
