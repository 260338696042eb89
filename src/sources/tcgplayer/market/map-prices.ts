import type { Sku } from '../../../contract/product-details.ts'
import type { MarketPrice } from '../../../market/ports.ts'
import { invalidResponse } from '../../../market/upstream/upstream-error.ts'
import { readCount } from '../../json-values.ts'
import { readInstant, readPositiveId, readPriceCents, readRows, refuseForeignCurrency } from '../wire.ts'

export type PriceFacts = Omit<MarketPrice, keyof Sku>

/**
 * Maps the price rows of a batch by SKU id. A SKU may be left out, and a row of one that was not requested is passed
 * over.
 * @throws UpstreamError when there are rows, but none of a SKU that was requested
 */
export const mapPriceRows = (json: unknown, requested: ReadonlySet<number>): ReadonlyMap<number, PriceFacts> => {
  const rows = readRows(json, 'prices')
  const facts = new Map<number, PriceFacts>()
  for (const row of rows) {
    const skuId = readPositiveId(row.skuId)
    if (skuId === null || !requested.has(skuId)) continue
    refuseForeignCurrency(row)
    facts.set(skuId, {
      marketPriceCents: readPriceCents(row.marketPrice),
      // The row's own lowest is a sale of its sample: no answer names the lowest listing of one SKU.
      lowestPriceCents: null,
      lowSalePriceCents: readPriceCents(row.lowestPrice),
      highSalePriceCents: readPriceCents(row.highestPrice),
      sampleSize: readCount(row.priceCount),
      calculatedAt: readInstant(row.calculatedAt),
    })
  }
  if (rows.length > 0 && facts.size === 0) throw invalidResponse('prices of other SKUs alone')
  return facts
}
