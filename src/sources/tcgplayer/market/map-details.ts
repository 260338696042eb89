import { isJsonObject, type JsonObject } from '../../../contract/json-object.ts'
import type { Sku } from '../../../contract/product-details.ts'
import type { MarketProduct } from '../../../market/ports.ts'
import { invalidResponse } from '../../../market/upstream/upstream-error.ts'
import { readCount, readDay, readFilledText, readNumber } from '../../json-values.ts'
import { pictureUrlOf, productPageOf } from '../../public-addresses.ts'
import { readFlag, readPositiveId, readPriceCents, refuseForeignCurrency } from '../wire.ts'

/** Details with what only the image route needs. */
export interface ProductDetails {
  readonly product: MarketProduct
  /** Pictures that the source counts; `null` where it does not say. */
  readonly imageCount: number | null
}

/** Slugs of lines whose rows do not carry their name for URLs. */
const slugOfLine: Readonly<Record<number, string>> = { 1: 'magic', 2: 'yugioh', 3: 'pokemon' }

/** "Url names" are display names without punctuation; slugs are the same in lower case with hyphens. */
export const slugOfUrlName = (urlName: string | null): string | null =>
  urlName?.toLowerCase().replace(/\s+/g, '-') ?? null

const maxDepth = 4
const maxListLength = 1_000

/** A structured value as it came, but no deeper, longer or stranger than honest ones are. `undefined` leaves it out. */
const attributeOf = (value: unknown, depth = 0): unknown => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'object' || depth >= maxDepth) return undefined
  if (Array.isArray(value)) {
    return value
      .slice(0, maxListLength)
      .map((one) => attributeOf(one, depth + 1))
      .filter((one) => one !== undefined)
  }
  return attributesOf(value as JsonObject, depth + 1)
}

const attributesOf = (fields: JsonObject, depth = 0): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .slice(0, maxListLength)
      .map(([key, value]) => [key, attributeOf(value, depth)] as const)
      .filter(([, value]) => value !== undefined),
  )

const formattedOf = (value: unknown): Record<string, string> =>
  isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, text]) => (readFilledText(text) === null ? [] : [[key, String(text)]])),
      )
    : {}

/** Labels of the collector number where the attributes lack it; some share the field with the rarity. */
const numberLabels = ['#', 'Number', 'Card Number', 'Card Number / Rarity']

const cardNumberOf = (attributes: JsonObject, formatted: Readonly<Record<string, string>>): string | null => {
  const written = readFilledText(attributes.number)
  if (written !== null) return written
  const label = numberLabels.find((one) => /\d/.test(formatted[one] ?? ''))
  return label === undefined ? null : readFilledText(formatted[label]?.split(' / ')[0])
}

const skuOf = (row: unknown): Sku | null => {
  const skuId = isJsonObject(row) ? readPositiveId(row.sku ?? row.skuId ?? row.productConditionId) : null
  if (!isJsonObject(row) || skuId === null) return null
  const { condition, variant, printing, language } = row
  return {
    skuId,
    condition: readFilledText(condition),
    variant: readFilledText(variant ?? printing),
    language: readFilledText(language),
  }
}

const skusOf = (rows: unknown): Sku[] => {
  if (rows === undefined || rows === null) return []
  if (!Array.isArray(rows)) throw invalidResponse('skus is no list')
  const skus = new Map(rows.map(skuOf).flatMap((sku) => (sku === null ? [] : [[sku.skuId, sku]])))
  if (skus.size === 0 && rows.length > 0) throw invalidResponse('skus holds no SKU')
  return [...skus.values()]
}

/** Whether a product is sealed, else by its type and by the one condition that sealed products have. */
export const isSealed = (row: JsonObject, conditions: readonly (string | null)[] = []): boolean =>
  typeof row.sealed === 'boolean' || row.sealed === 'true'
    ? readFlag(row.sealed)
    : /^sealed/i.test(readFilledText(row.productTypeName) ?? '') ||
      (conditions.length > 0 && conditions.every((one) => one === 'Unopened'))

const integerOrNull = (value: unknown): number | null => {
  const number = readNumber(value)
  return number !== null && Number.isSafeInteger(number) ? number : null
}

/** Whether there is a product after all, though it has neither id nor name that could be read. */
const speaksOfProduct = ({ productId, skus }: JsonObject): boolean =>
  !(productId === undefined || productId === null || readNumber(productId) === 0) ||
  (Array.isArray(skus) && skus.length > 0)

/** Whether a problem that is reported with 200 is another one than that there is no such product. */
const speaksOfFailure = ({ status }: JsonObject): boolean => ![400, 404, 410].includes(readCount(status) ?? 404)

/**
 * Maps details. An object without a product, such as `{}`, nulls, counts of 0 or a message, is how the source may say
 * that there is none: `null`.
 * @throws UpstreamError when it is another product, one without id or name, or reports a failure
 */
export const mapDetails = (json: unknown, productId: number): ProductDetails | null => {
  if (json === null) return null
  if (!isJsonObject(json)) throw invalidResponse('details is no object')
  if (Array.isArray(json.errors) && json.errors.length > 0) throw invalidResponse('details reports errors')
  refuseForeignCurrency(json)
  const id = readPositiveId(json.productId)
  const name = readFilledText(json.productName)
  if (id === null && name === null) {
    if (speaksOfProduct(json) || speaksOfFailure(json)) throw invalidResponse('details is no product')
    return null
  }
  if (id !== productId)
    throw invalidResponse(id === null ? 'details has no product id' : 'details is of another product')
  if (name === null) throw invalidResponse('details has no name')

  const attributes = isJsonObject(json.customAttributes) ? json.customAttributes : {}
  const formattedAttributes = formattedOf(json.formattedAttributes)
  const skus = skusOf(json.skus)
  const lineId = integerOrNull(json.productLineId ?? json.categoryId)
  const imageCount = readCount(json.imageCount)
  const product: MarketProduct = {
    productId,
    sourceUrl: productPageOf(productId),
    name,
    category: {
      id: lineId,
      name: readFilledText(json.productLineName) ?? readFilledText(json.productLineUrlName),
      slug: slugOfUrlName(readFilledText(json.productLineUrlName)) ?? slugOfLine[lineId ?? 0] ?? null,
    },
    group: {
      id: integerOrNull(json.setId ?? json.setNameId),
      name: readFilledText(json.setName),
      slug: slugOfUrlName(readFilledText(json.setUrlName)),
      code: readFilledText(json.setCode),
      publishedOn: readDay(attributes.releaseDate),
    },
    productType: readFilledText(json.productTypeName),
    sealed: isSealed(
      json,
      skus.map(({ condition }) => condition),
    ),
    cardNumber: cardNumberOf(attributes, formattedAttributes),
    rarity: readFilledText(json.rarityName),
    attributes: attributesOf(attributes),
    formattedAttributes,
    skus,
    marketPriceCents: readPriceCents(json.marketPrice),
    lowestPriceCents: readPriceCents(json.lowestPrice),
    lowestPriceWithShippingCents: readPriceCents(json.lowestPriceWithShipping),
    listingCount: readCount(json.listings) ?? readCount(json.totalListings),
    sellerCount: readCount(json.sellers),
    imageUrl: imageCount === 0 ? null : pictureUrlOf(productId),
  }
  return { product, imageCount }
}
