import { LRUCache } from 'lru-cache'
import { memoizeByKey } from '../../../concurrency/memoize.ts'
import type { Sku } from '../../../contract/product-details.ts'

/** Condition, variant and language. */
type SkuKind = Omit<Sku, 'skuId'>

interface KnownProduct {
  /** Packed, since there are many. */
  readonly skuIds: Uint32Array
  /** The kind of each of them, in the same order. */
  readonly kinds: readonly SkuKind[]
}

/**
 * The SKUs of products whose details were seen. They are what a product is, not what it costs, so they do not grow old:
 * they tell an answer without a product id from another product's, and give a SKU that is asked for alone its product.
 */
export interface KnownProducts {
  readonly set: (productId: number, skus: readonly Sku[]) => void
  readonly skuIdsOf: (productId: number) => Uint32Array | null
  readonly skuOf: (skuId: number) => { readonly productId: number; readonly sku: Sku } | null
}

/** Keeps the products that were seen last, as many as have `maxSkus` SKUs together. */
export const createKnownProducts = (maxSkus: number): KnownProducts => {
  const productOfSku = new Map<number, number>()
  const products = new LRUCache<number, KnownProduct>({
    maxSize: maxSkus,
    sizeCalculation: ({ skuIds }) => Math.max(1, skuIds.length),
    dispose: ({ skuIds }, productId) => {
      for (const skuId of skuIds) if (productOfSku.get(skuId) === productId) productOfSku.delete(skuId)
    },
  })
  // There are few kinds and many SKUs.
  const kindOf = memoizeByKey((text: string): SkuKind => Object.freeze(JSON.parse(text)))

  return {
    set: (productId, skus) => {
      products.set(productId, {
        skuIds: Uint32Array.from(skus, ({ skuId }) => skuId),
        kinds: skus.map(({ condition, variant, language }) => kindOf(JSON.stringify({ condition, variant, language }))),
      })
      for (const { skuId } of skus) productOfSku.set(skuId, productId)
    },
    skuIdsOf: (productId) => products.get(productId)?.skuIds ?? null,
    skuOf: (skuId) => {
      const productId = productOfSku.get(skuId)
      const product = productId === undefined ? undefined : products.get(productId)
      const kind = product?.kinds[product.skuIds.indexOf(skuId)]
      return productId === undefined || kind === undefined ? null : { productId, sku: { skuId, ...kind } }
    },
  }
}
