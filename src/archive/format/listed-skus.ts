import { productsPerPage } from '../months.ts'
import { listingOf } from './packing.ts'

/** Ids of a product's SKUs mostly differ in their last digits. */
const bitOf = (skuId: number): number => 1 << (skuId % 8)

/**
 * The listing of a closed page: for each of its products a byte in which each SKU that a section lists has a bit. A
 * reader who looks for a printing that has vanished passes by months that lack its bit, and unpacks nothing.
 */
export const listedSkus = (series: {
  readonly productIds: readonly number[]
  readonly skuIds: readonly number[]
}): Uint8Array => {
  const listing = new Uint8Array(productsPerPage)
  for (const [at, productId] of series.productIds.entries()) {
    const place = productId % productsPerPage
    listing[place] = (listing[place] as number) | bitOf(series.skuIds[at] as number)
  }
  return listing
}

/** Whether a stored page may say anything of some SKUs of a product. @throws ArchiveDamagedError */
export const mayList = (content: Uint8Array, productId: number, skuIds: readonly number[]): boolean => {
  const listed = listingOf(content)?.[productId % productsPerPage]
  return listed === undefined || skuIds.some((skuId) => (listed & bitOf(skuId)) !== 0)
}
