import { maxSourceId } from '../../../market/ports.ts'

/** SKUs that a product can have at most: the numbers 1 to 99 after its id. */
export const maxSkusPerProduct = 99

/**
 * The id of the nth SKU of a product, n from 1: the product id followed by two digits, as in 300004 → 30000401. Every
 * product id has room for that below 10¹², so no two SKUs share an id and each can be read back without a table.
 */
export const skuIdOf = (productId: number, ordinal: number): number => productId * 100 + ordinal

/** The product id that a SKU id was made from and its ordinal, or `null` when it is nobody's. */
export const readSkuId = (skuId: number): { readonly productId: number; readonly ordinal: number } | null => {
  const productId = Math.floor(skuId / 100)
  const ordinal = skuId % 100
  return productId < 1 || productId > maxSourceId || ordinal === 0 ? null : { productId, ordinal }
}
