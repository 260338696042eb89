import { toDollars } from '../../src/market/money.ts'
import * as search from '../../src/sources/tcgplayer/catalog/map-search.ts'
import * as details from '../../src/sources/tcgplayer/market/map-details.ts'
import * as history from '../../src/sources/tcgplayer/market/map-history.ts'
import * as listings from '../../src/sources/tcgplayer/market/map-listings.ts'
import * as prices from '../../src/sources/tcgplayer/market/map-prices.ts'

// The mappings with their amounts as answers show them, so that they can be held against what was recorded.

export const mapDetails = (json: unknown, productId: number) => {
  const found = details.mapDetails(json, productId)
  return found && { ...found, product: toDollars(found.product) }
}

export const mapPriceRows = (json: unknown, skuIds: ReadonlySet<number>) =>
  new Map([...prices.mapPriceRows(json, skuIds)].map(([skuId, facts]) => [skuId, toDollars(facts)]))

export const mapHistory = (json: unknown) =>
  history.mapHistory(json).map((series) => ({ ...series, buckets: series.buckets.map(toDollars) }))

export const mapListingsPage = (json: unknown, productId: number) => {
  const page = listings.mapListingsPage(json, productId)
  return { ...page, offers: page.offers.map(toDollars) }
}

export const mapSearchPage = (json: unknown) => {
  const page = search.mapSearchPage(json)
  return { ...page, products: page.products.map(toDollars) }
}
