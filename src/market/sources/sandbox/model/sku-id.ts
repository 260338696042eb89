/** SKUs that a product can have at most: the numbers 1 to 99 after its id. */
export const maxSkusPerProduct = 99

/** The highest product id whose SKU ids can be read back; above it they would leave the 31 bits that a SKU id has. */
export const maxInvertibleProductId = 20_000_000

/** SKU ids above the invertible ones are shared out among all larger product ids, a hundred to each bucket. */
const sharedBase = 2_000_000_100
const sharedBuckets = 1_474_835

/**
 * The id of the nth SKU of a product, n from 1: the product id followed by two digits, as in 300004 → 30000401. Larger product ids than
 * `maxInvertibleProductId` take theirs from a region of their own: unique within the product, never those of a smaller product, but two
 * large products may share them.
 */
export const skuIdOf = (productId: number, ordinal: number): number =>
  productId <= maxInvertibleProductId ? productId * 100 + ordinal : sharedBase + (productId % sharedBuckets) * 100 + ordinal

/** The product id that a SKU id was made from and its ordinal, or `null` when it cannot be told. */
export const readSkuId = (skuId: number): { readonly productId: number; readonly ordinal: number } | null => {
  const productId = Math.floor(skuId / 100)
  const ordinal = skuId % 100
  return productId < 1 || productId > maxInvertibleProductId || ordinal === 0 ? null : { productId, ordinal }
}
