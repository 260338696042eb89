import { isJsonObject, type JsonObject } from '../../../contract/json-object.ts'
import { addCents } from '../../../market/money.ts'
import type { MarketOffer } from '../../../market/ports.ts'
import { invalidResponse } from '../../../market/upstream/upstream-error.ts'
import { readCount, readFilledText } from '../../json-values.ts'
import {
  openPage,
  readAverage,
  readFlag,
  readPositiveId,
  readPriceCents,
  readShippingCents,
  refuseForeignCurrency,
} from '../wire.ts'

export interface ListingsPage {
  /** Listings that match in all, `null` where the source does not say. */
  readonly total: number | null
  readonly offers: readonly MarketOffer[]
  /** Rows that the source sent; fewer than asked for means that there are no more. */
  readonly rowCount: number
}

/** A listing with the seller's own photos or title, which may not be exactly the catalogue item. */
const isCustom = ({ listingType, customData }: JsonObject): boolean => {
  if (readFilledText(listingType)?.toLowerCase() === 'custom') return true
  if (!isJsonObject(customData)) return false
  const { images, title } = customData
  return (Array.isArray(images) && images.length > 0) || readFilledText(title) !== null
}

const ratingOf = (value: unknown): number | null => {
  const rating = readAverage(value)
  return rating !== null && rating <= 100 ? rating : null
}

const offerOf = (row: JsonObject): MarketOffer | null => {
  const listingId = readCount(row.listingId)
  const quantity = readCount(row.quantity)
  // Without its id a listing cannot be told from the same one on another page; without copies it is sold.
  if (listingId === null || quantity === 0) return null
  const itemPriceCents = readPriceCents(row.price)
  const shippingPriceCents = readShippingCents(row.shippingPrice)
  return {
    listingId,
    skuId: readPositiveId(row.productConditionId),
    seller: {
      id: readFilledText(row.sellerKey) ?? readFilledText(row.sellerId),
      name: readFilledText(row.sellerName),
      ratingPercent: ratingOf(row.sellerRating),
      sales: readFilledText(row.sellerSales),
      direct: readFlag(row.directSeller),
      verified: readFlag(row.verifiedSeller),
    },
    condition: readFilledText(row.condition),
    variant: readFilledText(row.printing),
    language: readFilledText(row.language),
    quantity,
    itemPriceCents,
    shippingPriceCents,
    totalPriceCents: addCents(itemPriceCents, shippingPriceCents),
    currency: 'USD',
    custom: isCustom(row),
  }
}

const isOf = ({ productId }: JsonObject, wanted: number): boolean =>
  productId === undefined || productId === null || readPositiveId(productId) === wanted

/**
 * Maps one page of listings; rows of another product are passed over. @throws UpstreamError when all rows are, or no
 * row can be told apart
 */
export const mapListingsPage = (json: unknown, productId: number): ListingsPage => {
  const { page, rows: sent } = openPage(json, 'listings')
  const rows = sent.filter((row) => isOf(row, productId))
  if (sent.length > 0 && rows.length === 0) throw invalidResponse('listings of another product')
  for (const row of rows) refuseForeignCurrency(row)
  if (rows.length > 0 && rows.every(({ listingId }) => readCount(listingId) === null))
    throw invalidResponse('listings without ids')
  const offers = rows.map(offerOf).filter((offer) => offer !== null)
  return { total: readCount(page.totalResults), offers, rowCount: sent.length }
}
