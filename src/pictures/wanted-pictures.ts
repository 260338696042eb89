import { readProductName } from '../cards/product-name.ts'
import type { CatalogProduct } from '../catalog/ports.ts'

/** A picture to be fetched: the product's, at a path of the picture host. */
export interface WantedPicture {
  readonly productId: number
  readonly path: string
}

/** The path of a product's picture at the host that is fetched from; `null` for an address anywhere else. */
export type PicturePathOf = (address: string, productId: number) => string | null

/**
 * Pictures of all cards that share their name with another one of their product line, in the order of the products: no
 * other picture can ever break a tie.
 */
export const wantedPictures = (products: Iterable<CatalogProduct>, pathOf: PicturePathOf): WantedPicture[] => {
  const byName = new Map<string, WantedPicture[]>()
  for (const { productId, name, categoryId, sealed, imageUrl } of products) {
    const path = sealed || imageUrl === null ? null : pathOf(imageUrl, productId)
    if (path === null) continue
    const key = `${categoryId} ${readProductName(name).base}`
    byName.set(key, [...(byName.get(key) ?? []), { productId, path }])
  }
  return [...byName.values()].filter(({ length }) => length > 1).flat()
}
